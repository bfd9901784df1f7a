package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleManifest;
import dev.plumbline.bundle.BundlePlace;
import dev.plumbline.bundle.BundlePlaces;
import dev.plumbline.bundle.BundleTrust;
import dev.plumbline.bundle.Bundles;
import dev.plumbline.bundle.OciRegistry;
import dev.plumbline.bundle.RuleBundle;
import dev.plumbline.bundle.TestSettings;
import dev.plumbline.client.Backoff;
import dev.plumbline.client.Retry;
import dev.plumbline.fact.Bundles.BundleRevision;
import dev.plumbline.log.SigningKey;
import dev.plumbline.loop.Await;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host that follows a channel: what is signed and newer serves; what was changed in one bit, is
 * signed by another key, older, or for another vocabulary is refused, and the former one serves on.
 */
class FollowedBundleTest {

  private static final Retry ONCE =
      new Retry(1, new Backoff(Duration.ZERO, Duration.ZERO), wait -> {});

  @TempDir Path state;

  private final OciRegistry registry = new OciRegistry();
  private RevisionRig rig;
  private RuleOffer.Source followed;
  private volatile List<String> waits = List.of();

  @BeforeEach
  void follow() throws IOException {
    push(bundle(7, "v1"));
    begin(null);
    serves("v1");
  }

  @AfterEach
  void close() {
    end();
    registry.close();
  }

  private void begin(RuleOffer.@Nullable Source overlay) {
    var store = new FolderStore(state);
    rig = new RevisionRig(store, null);
    rig.board.kept(store);
    var trust = new BundleTrust(Bundles.KEY.verifier(), Bundles.VOCABULARY);
    followed =
        new LayeredRules(
            new BundleRules(place(), trust, Duration.ofMillis(20), rig.board, bundle -> waits),
            overlay);
    followed.start(rig.activation::offer);
  }

  private void end() {
    followed.close();
    rig.close();
  }

  private BundlePlace place() {
    return new BundlePlaces(TestSettings.NONE, Map.of(), ONCE)
        .open(BundleAddress.of("oci://" + registry.host() + "/team/policy:stable"), false);
  }

  private static RuleBundle bundle(long sequence, String version) {
    return Bundles.signed(sequence, RevisionRig.overlay(version).files());
  }

  private void push(RuleBundle bundle) throws IOException {
    try (BundlePlace place = place()) {
      var unused = place.write(bundle);
    }
  }

  private void serves(String version) {
    rig.once("it serves " + version, live -> RevisionRig.versions(live).equals(List.of(version)));
    status(
        "it follows the channel with " + version,
        now ->
            now.word() == RuleSetStatus.Word.LOADED
                && now.candidate() == null
                && now.serving() != null
                && now.serving().offer().bundle() != null
                && now.serving().digest().equals(rig.now().rules().digest()));
    Await.until("nothing is wrong with the channel", () -> rig.board.bundleFault() == null);
  }

  private void status(String what, Predicate<RuleSetStatus> so) {
    try {
      Await.until(what, () -> so.test(rig.board.now()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + rig.board.now(), e);
    }
  }

  /** The former one serves on, and the status, the history and the channel say why. */
  private void refused(String reason) {
    status(
        "it is refused: " + reason,
        now ->
            now.word() == RuleSetStatus.Word.STALE
                && now.candidate() != null
                && now.candidate().state() == RevisionState.REJECTED
                && now.reasons().toString().contains(reason));
    assertThat(rig.board.bundleFault()).contains(reason).contains("Try: ");
    assertThat(RevisionRig.versions(rig.now())).containsExactly("v1");
    assertThat(serving().sequence()).isEqualTo(7);
    assertThat(rig.board.now().history().serving().offer().bundle()).isEqualTo(serving());
  }

  private BundleOrigin serving() {
    return Objects.requireNonNull(
        Objects.requireNonNull(rig.board.now().serving()).offer().bundle());
  }

  @Test
  void aNewerOneServes() throws IOException {
    assertThat(serving().digest()).isEqualTo(bundle(7, "v1").digest());
    assertThat(rig.board.now().serving().offer().origin())
        .isEqualTo(
            "bundle oci://%s/team/policy:stable %s"
                .formatted(registry.host(), bundle(7, "v1").digest().substring(0, 19)));

    push(bundle(8, "v2"));

    serves("v2");
    assertThat(serving().digest()).isEqualTo(bundle(8, "v2").digest());
    assertThat(serving().title()).isEqualTo("platform 1.8");
  }

  /** By somebody who may write the registry: its own digests are right. */
  @Test
  void oneThatWasChangedInOneBitIsRefused() throws IOException {
    var random = new SplittableRandom(5);
    byte[] bytes = bundle(8, "v2").bytes();
    for (int i = 0; i < 8; i++) {
      byte[] changed = bytes.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      registry.push("team/policy", "stable", changed);
      status(
          "it is refused",
          now -> now.candidate() != null && now.candidate().state() == RevisionState.REJECTED);
      assertThat(RevisionRig.versions(rig.now())).containsExactly("v1");
      push(bundle(7, "v1"));
      serves("v1");
    }
    byte[] changed = bytes.clone();
    changed[bytes.length / 2] ^= 1;
    registry.push("team/policy", "stable", changed);
    refused("the bundle was changed");
  }

  @Test
  void oneThatIsSignedByAnotherKeyIsRefused() throws IOException {
    SigningKey other = SigningKey.create(RuleBundle.SIGNER);
    push(RuleBundle.pack(Bundles.about(8, null), RevisionRig.overlay("v2").files(), other));
    refused("is not signed by the key that is expected");

    push(RuleBundle.pack(Bundles.about(9, null), RevisionRig.overlay("v2").files(), null));
    refused("is not signed. ");

    push(bundle(10, "v2"));
    serves("v2");
  }

  @Test
  void oneThatIsOlderIsRefused() throws IOException {
    push(bundle(6, "v0"));
    refused("is platform 1.6 with the sequence 6, and the bundle that serves has 7");

    push(bundle(7, "v2"));
    refused("is platform 1.7 with the sequence 7, and the bundle that serves has 7");

    push(bundle(7, "v1"));
    serves("v1");
  }

  /** A bundle that is held here has not served; what is older than it is refused all the same. */
  @Test
  void oneThatIsOlderThanTheOneThatIsHeldIsRefused() throws IOException {
    push(Bundles.signed(9, RevisionRig.without("v3").files()));
    status(
        "it is held",
        now -> now.candidate() != null && now.candidate().state() == RevisionState.HELD);

    push(bundle(8, "v2"));
    refused("is platform 1.8 with the sequence 8, and the bundle that was offered before has 9");

    // The one that serves may be named again, to withdraw what is held.
    push(bundle(7, "v1"));
    serves("v1");
  }

  @Test
  void oneForAnotherVocabularyIsRefused() throws IOException {
    BundleManifest about = Bundles.about(8, null);
    var next =
        new BundleManifest(
            about.name(), null, 8, null, about.created(), "0.2.0", "0.2", "", new TreeMap<>());
    push(RuleBundle.pack(next, RevisionRig.overlay("v2").files(), Bundles.KEY));
    refused("is written for version 0.2 of the vocabulary of rules, and this program has 0.1");
  }

  @Test
  void oneForAnotherChannelIsRefused() throws IOException {
    registry.push(
        "team/policy",
        "stable",
        RuleBundle.pack(Bundles.about(8, "canary"), RevisionRig.overlay("v2").files(), Bundles.KEY)
            .bytes());
    refused("is for channel canary alone, and not for stable");
  }

  @Test
  void whatServesIsKnownAfterARestart() throws IOException {
    push(bundle(8, "v2"));
    serves("v2");
    end();
    push(bundle(7, "v1"));

    begin(null);

    status("it is refused", now -> now.reasons().toString().contains("with the sequence 7"));
    assertThat(RevisionRig.versions(rig.now())).containsExactly("v2");
    assertThat(serving().sequence()).isEqualTo(8);
    push(bundle(9, "v3"));
    serves("v3");
  }

  @Test
  void theSameRulesInANewerBundleMoveTheSequence() throws IOException {
    push(bundle(9, "v1"));
    status("the bundle is the newer one", now -> serving().sequence() == 9);
    push(bundle(8, "v2"));
    status("it is refused", now -> now.reasons().toString().contains("bundle that serves has 9"));
    assertThat(RevisionRig.versions(rig.now())).containsExactly("v1");
  }

  @Test
  void whileTheRegistryIsAwayNothingChanges() throws IOException {
    registry.fail(Integer.MAX_VALUE);
    Await.until("it is said", () -> rig.board.bundleFault() != null);
    assertThat(rig.board.bundleFault()).contains("answers 503");
    assertThat(rig.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
    end();

    begin(null);
    Await.until("it is said", () -> rig.board.bundleFault() != null);
    assertThat(RevisionRig.versions(rig.now())).containsExactly("v1");

    registry.fail(0);
    push(bundle(8, "v2"));
    serves("v2");
  }

  /** What a team edits, which the test does. */
  private static final class Team implements RuleOffer.Source {

    private @Nullable Consumer<RuleOffer> sink;

    void edit(RuleOffer offer) {
      Objects.requireNonNull(sink).accept(offer);
    }

    @Override
    public void start(Consumer<RuleOffer> sink) {
      this.sink = sink;
    }

    @Override
    public void close() {}
  }

  private static RuleOffer ofTeam(String version) {
    var files = new TreeMap<>(RevisionRig.overlay(version).files());
    files.keySet().removeIf(name -> !name.startsWith("x."));
    return new RuleOffer(
        files, "ConfigMap plumbline/team-a", "ann", "CHG-1", new TreeMap<>(), List.of());
  }

  @Test
  void anOverlayOfATeamIsOnTop() throws IOException {
    end();
    var team = new Team();
    begin(team);
    team.edit(ofTeam("team-1"));
    serves("team-1");
    RuleOffer offer = rig.board.now().serving().offer();
    assertThat(offer.files().get("error-classes.yaml")).contains("v1");
    assertThat(offer.origin()).startsWith("ConfigMap plumbline/team-a, bundle oci://");
    assertThat(offer.configMaps()).containsExactly("plumbline/team-a");
    assertThat(offer.author()).isEqualTo("ann");
    assertThat(serving().sequence()).isEqualTo(7);

    // A channel that cannot be followed holds nobody back.
    push(bundle(6, "v0"));
    status("it is refused", now -> now.reasons().toString().contains("with the sequence 6"));
    team.edit(ofTeam("team-2"));
    rig.once("it serves", live -> RevisionRig.versions(live).equals(List.of("team-2")));
    assertThat(rig.board.bundleFault()).contains("with the sequence 6");

    push(bundle(8, "v2"));
    status("the bundle is the newer one", now -> serving().sequence() == 8);
    serves("team-2");
    assertThat(rig.board.now().serving().offer().files().get("error-classes.yaml")).contains("v2");
  }

  @Test
  void anOverlayIsNotTakenWithoutTheBundle() throws IOException {
    end();
    state = state.resolve("new");
    registry.fail(Integer.MAX_VALUE);
    var team = new Team();
    begin(team);
    team.edit(ofTeam("team-1"));
    Await.until("it is said", () -> rig.board.bundleFault() != null);
    assertThat(RevisionRig.versions(rig.now())).containsExactly("base");

    registry.fail(0);
    serves("team-1");
  }

  /** What served below it is kept with the revision, so that a team need not wait. */
  @Test
  void whileTheRegistryIsAwayAfterARestartAnOverlayIsTaken() throws IOException {
    end();
    var team = new Team();
    begin(team);
    team.edit(ofTeam("team-1"));
    serves("team-1");
    end();
    registry.fail(Integer.MAX_VALUE);

    begin(team);
    team.edit(ofTeam("team-2"));

    rig.once("it serves", live -> RevisionRig.versions(live).equals(List.of("team-2")));
    status("it is reported", now -> serving().sequence() == 7);
    RuleOffer offer = rig.board.now().serving().offer();
    assertThat(offer.files().get("error-classes.yaml")).contains("v1");
    assertThat(offer.bundled()).isEqualTo(new TreeMap<>(RevisionRig.overlay("v1").files()));
    assertThat(rig.board.bundleFault()).contains("answers 503");
  }

  @Test
  void oneThatWaitsIsNotOfferedAndHoldsNoEditOfATeam() throws IOException {
    end();
    var team = new Team();
    begin(team);
    team.edit(ofTeam("team-1"));
    serves("team-1");

    waits = List.of("BUNDLE-010 0 of 2 clusters have served it");
    push(bundle(8, "v2"));
    Await.until("it is said", () -> rig.board.bundleWaits().equals(waits));
    team.edit(ofTeam("team-2"));
    serves("team-2");
    assertThat(serving().sequence()).isEqualTo(7);

    end();
    begin(team);
    team.edit(ofTeam("team-3"));
    serves("team-3");
    assertThat(serving().sequence()).isEqualTo(7);
    assertThat(rig.board.bundleWaits()).isEqualTo(waits);
    assertThat(rig.board.now().serving().offer().files().get("error-classes.yaml")).contains("v1");

    waits = List.of();
    status("the bundle is the newer one", now -> serving().sequence() == 8);
    serves("team-3");
    assertThat(rig.board.now().serving().offer().files().get("error-classes.yaml")).contains("v2");
    assertThat(rig.board.bundleWaits()).isEmpty();
  }

  /** What waits may be withdrawn, and what is refused meanwhile is none of it. */
  @Test
  void oneThatWaitsMayBeWithdrawn() throws IOException {
    waits = List.of("BUNDLE-010 0 of 2 clusters have served it");
    push(bundle(8, "v2"));
    Await.until("it is said", () -> rig.board.bundleWaits().equals(waits));

    push(bundle(6, "v0"));
    refused("with the sequence 6");
    assertThat(rig.board.bundleWaits()).isEmpty();
    waits = List.of();
    push(bundle(7, "v1"));

    serves("v1");
  }

  /** Whatever overlay is on top: the team's edits go on with the bundle before it. */
  @Test
  void oneThatSomebodyRolledBackIsNotTakenAgain() throws IOException {
    end();
    var team = new Team();
    begin(team);
    team.edit(ofTeam("team-1"));
    serves("team-1");
    String before = Objects.requireNonNull(rig.board.now().serving()).digest();
    push(bundle(8, "v2"));
    status("the bundle is the newer one", now -> serving().sequence() == 8);

    rig.board.ask(
        new RevisionRequest(
            "1", RevisionRequest.Kind.ROLLBACK, before, "ann", Proof.TOKEN, RevisionRig.NOW));
    status("the bundle is the former one", now -> serving().sequence() == 7);
    Await.until("it is said", () -> !rig.board.bundleWaits().isEmpty());
    assertThat(rig.board.bundleWaits())
        .containsExactly(
            "platform 1.8 was taken back at 2026-11-20T09:00:00Z: rolled back by ann. Try: pack it"
                + " with a higher --sequence once it is mended.");
    team.edit(ofTeam("team-2"));
    serves("team-2");
    assertThat(serving().sequence()).isEqualTo(7);
    takenBack("rolled back by ann");

    end();
    begin(team);
    team.edit(ofTeam("team-3"));
    serves("team-3");
    assertThat(serving().sequence()).isEqualTo(7);
    takenBack("rolled back by ann");

    push(bundle(9, "v3"));
    status("the bundle is the newer one", now -> serving().sequence() == 9);
    serves("team-3");
    assertThat(rig.board.bundleWaits()).isEmpty();
  }

  /** The rules know of the bundle with sequence 8 that it was taken back, and why. */
  private void takenBack(String why) {
    known("8 taken-back null " + why, "7 serving");
  }

  /** What the rules know of bundles begins so, each. */
  private void known(String... bundles) {
    var known = new ArrayList<String>();
    try {
      rig.once(
          "the rules know it",
          live -> {
            known.clear();
            live.facts(BundleRevision.class).stream()
                .map(
                    each ->
                        "%d %s %s %s"
                            .formatted(
                                each.sequence(), each.state(), each.preview(), each.message()))
                .sorted(Comparator.reverseOrder())
                .forEach(known::add);
            return known.size() == bundles.length
                && IntStream.range(0, bundles.length)
                    .allMatch(i -> known.get(i).startsWith(bundles[i]));
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + known, e);
    }
  }

  private static final String NOT_WANTED =
      """
      package rules.back
      import dev.plumbline.fact.BundleRevision
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.BundleTakenBack
      rule "a bundle is not wanted any longer"
          @Id("BACK-001") @Control("CM-3") @Severity("info")
      when
          SsmParameter( name == "/bad" )
          BundleRevision( state == "serving", sequence > 7, $digest : digest )
      then
          insertLogical( new BundleTakenBack( "BACK-001", $digest, "it is bad" ) );
      end
      """;

  @Test
  void oneThatTheRulesTakeBackIsLeftForTheOneBefore() throws IOException {
    var files = new TreeMap<>(RevisionRig.overlay("v2").files());
    files.put("back.drl", NOT_WANTED);
    push(Bundles.signed(8, files));
    serves("v2");
    known("8 serving kept");

    rig.host.publish(List.of(RevisionRig.image("/bad", "ami-1")));

    rig.once("it is left", live -> RevisionRig.versions(live).equals(List.of("v1")));
    takenBack("BACK-001 it is bad");
    Await.until(
        "it is said",
        () -> rig.board.bundleWaits().toString().contains("BACK-001 it is bad. Try: pack it"));
    assertThat(serving().sequence()).isEqualTo(7);
    push(bundle(9, "v3"));
    serves("v3");
  }
}
