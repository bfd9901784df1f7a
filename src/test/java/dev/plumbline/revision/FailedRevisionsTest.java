package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Attempts.Attempt;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionRequest.Kind;
import dev.plumbline.revision.Revision.RevisionRequest.Proof;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.ScenarioCheck;
import dev.plumbline.trial.TrialRequest;
import dev.plumbline.trial.TrialVerdict;
import dev.plumbline.trial.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was active, and then did not settle, or ended the process. */
class FailedRevisionsTest {

  private static final RuleOffer ONE = RevisionRig.overlay("one");
  private static final RuleOffer TWO = RevisionRig.overlay("two");
  private static final RuleOffer THREE = RevisionRig.overlay("three");

  private final RevisionStore store = new RevisionStore.InMemory();
  private final Tried tried = new Tried();
  private @Nullable RevisionRig rig;

  @AfterEach
  void close() {
    if (rig != null) {
      rig.close();
    }
  }

  /** Trials that pass, unless there is a reason against what they are given. */
  private static final class Tried implements Trials {

    final List<TrialRequest> requests = new CopyOnWriteArrayList<>();
    volatile Map<RuleOffer, String> reasons = Map.of();

    @Override
    public TrialVerdict tried(TrialRequest request) {
      requests.add(request);
      List<String> why =
          reasons.entrySet().stream()
              .filter(each -> each.getKey().files().equals(request.overlay()))
              .map(Map.Entry::getValue)
              .toList();
      return new TrialVerdict(
          why.isEmpty() ? "previewed" : TrialVerdict.TRIED,
          why,
          new ScenarioCheck.Result(List.of(), Map.of(), 0));
    }

    boolean of(RuleOffer offer) {
      return requests.stream().anyMatch(each -> each.overlay().equals(offer.files()));
    }

    @Override
    public void close() {}
  }

  private RevisionRig rig(RevisionEvents events) {
    if (rig != null) {
      rig.close();
    }
    var made =
        new RevisionRig(
            store,
            null,
            false,
            events,
            HostEvents.NONE,
            tried,
            RevisionRig.MAKING,
            RevisionRig.PACE);
    rig = made;
    return made;
  }

  private RevisionRig started() {
    return rig(RevisionEvents.NONE).start();
  }

  @Test
  void whatNoLongerSettlesGivesWayToTheOneBeforeItAndIsHeld() {
    RevisionRig live = failed(TWO);

    Await.until("it is reported", () -> reasons(live).contains("did not settle"));
    assertThat(live.board.now().word()).isEqualTo(RuleSetStatus.Word.STALE);
    assertThat(reasons(live)).contains("Z-001").contains("Try: change something in it");
    assertThat(store.read().active()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().named(RevisionRig.digest(endless(TWO))).state())
        .isEqualTo(RevisionState.HELD);
    assertThat(RevisionRig.versions(live.now())).containsExactly("one");

    live.activation.offer(endless(TWO));
    live.stops(endless(TWO), RevisionState.HELD);
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
  }

  @Test
  void itStaysHeldAfterOtherOffersAndARestart() {
    RevisionRig live = failed(TWO);
    live.serves(THREE);
    tried.requests.clear();

    live.stops(endless(TWO), RevisionState.HELD);

    assertThat(live.serving()).isEqualTo(RevisionRig.digest(THREE));
    RevisionRig again = started();
    again.stops(endless(TWO), RevisionState.HELD);
    assertThat(again.serving()).isEqualTo(RevisionRig.digest(THREE));
    assertThat(reasons(again)).contains("did not settle");
    assertThat(tried.of(endless(TWO))).as("it is not even tried").isFalse();
  }

  @Test
  void aChangedTextIsAnotherRevision() {
    RevisionRig live = failed(TWO);

    String text = endless(TWO).files().get("z.drl");
    live.serves(RevisionRig.with(TWO, "z.drl", text.replace("/b", "/c")));
  }

  @Test
  void aClaimDoesNotBringItBackAnAuthenticatedApprovalHasItTriedAgain() {
    RevisionRig live = failed(TWO);
    String digest = RevisionRig.digest(endless(TWO));
    live.stops(endless(TWO), RevisionState.HELD);
    tried.requests.clear();

    store.ask(new RevisionRequest("r1", Kind.APPROVE, digest, "bob", Proof.CLAIM, RevisionRig.NOW));
    store.ask(
        new RevisionRequest("r2", Kind.ROLLBACK, digest, "bob", Proof.TOKEN, RevisionRig.NOW));
    Await.until("both are answered", () -> store.requests().isEmpty());
    live.stops(endless(TWO), RevisionState.HELD);
    assertThat(tried.of(endless(TWO))).isFalse();
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));

    live.host.publish(List.of(gone()));
    live.once("the facts are other ones", now -> !now.facts().toString().contains("/b"));
    store.ask(new RevisionRequest("r3", Kind.APPROVE, digest, "ann", Proof.TOKEN, RevisionRig.NOW));

    live.served(endless(TWO));
    assertThat(tried.of(endless(TWO))).as("though it was active before").isTrue();
    assertThat(store.read().failed()).isEmpty();
  }

  @Test
  void approvedThoughItStillDoesNotSettleItIsRejected() {
    RevisionRig live = failed(TWO);
    live.stops(endless(TWO), RevisionState.HELD);
    tried.reasons = Map.of(endless(TWO), "it takes more than 60 s");

    store.ask(
        new RevisionRequest(
            "r1",
            Kind.APPROVE,
            RevisionRig.digest(endless(TWO)),
            "ann",
            Proof.TOKEN,
            RevisionRig.NOW));

    Await.until("it is rejected", () -> reasons(live).contains("more than 60 s"));
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
  }

  @Test
  void theFirstGivesWayToTheShippedRules() {
    RevisionRig live = started();
    live.serves(endless(ONE));

    live.host.publish(List.of(RevisionRig.image("/b", "ami-2")));

    live.once("the shipped rules decide", now -> now.current() && versions(now).equals("base"));
    Await.until("it is reported", () -> reasons(live).contains("did not settle"));
    assertThat(live.board.now().word()).isEqualTo(RuleSetStatus.Word.STALE);
    assertThat(store.read().serving().offer().origin()).isEqualTo(InitialRevision.SHIPPED);
    live.stops(endless(ONE), RevisionState.HELD);

    RevisionRig again = started();
    again.stops(endless(ONE), RevisionState.HELD);
    assertThat(versions(again.now())).isEqualTo("base");
    again.serves(TWO);
  }

  @Test
  void aStartIsRecordedUntilItHasSettled() {
    started().serves(ONE);
    var atCompile = new ArrayList<Attempts>();

    RevisionRig again =
        rig(
            new RevisionEvents() {
              @Override
              public void passed(Revision revision, String stage) {
                if (stage.equals("compiled")) {
                  atCompile.add(store.attempts());
                }
              }
            });

    assertThat(atCompile.getFirst().of(RevisionRig.digest(ONE))).isEqualTo(new Attempt(1, 0));
    again.start();
    Await.until("it has settled", () -> store.attempts().byDigest().isEmpty());
    again.serves(TWO);
    assertThat(atCompile.getLast().of(RevisionRig.digest(TWO))).isEqualTo(new Attempt(0, 1));
    Await.until("nothing is under way", () -> store.attempts().byDigest().isEmpty());
  }

  @Test
  void aProcessThatEndsAsItShouldLeavesNoAttempt() {
    started().serves(ONE);
    RevisionRig unsettled = rig(RevisionEvents.NONE);
    assertThat(store.attempts().byDigest()).isNotEmpty();
    unsettled.start();

    unsettled.close();

    assertThat(store.attempts().byDigest()).isEmpty();
    rig = null;
  }

  @Test
  void whatTheLastProcessEndedWithIsTriedBeforeItServesAgain() {
    servedThenEndedWith(TWO, new Attempt(1, 0));

    RevisionRig live = rig(RevisionEvents.NONE);

    assertThat(live.opening.serving().digest()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(live.opening.reasons().toString()).contains("before it had settled");
    live.start();
    live.served(TWO);
    assertThat(tried.of(TWO)).isTrue();
    assertThat(tried.requests.getFirst().facts()).isNotNull();
    Await.until("it is done", () -> live.activation.decided());
    assertThat(store.attempts().byDigest()).isEmpty();
    assertThat(live.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
  }

  @Test
  void nothingIsDecidedBeforeItWasTried() throws InterruptedException {
    servedThenEndedWith(TWO, new Attempt(1, 0));
    var under = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var slow =
        new Trials() {
          @Override
          public TrialVerdict tried(TrialRequest request) throws InterruptedException {
            under.countDown();
            go.await();
            return FailedRevisionsTest.this.tried.tried(request);
          }

          @Override
          public void close() {}
        };
    var live =
        new RevisionRig(
            store,
            null,
            false,
            RevisionEvents.NONE,
            HostEvents.NONE,
            slow,
            RevisionRig.MAKING,
            RevisionRig.PACE);
    rig = live;
    live.start();
    assertThat(under.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(live.activation.decided()).isFalse();

    go.countDown();

    live.served(TWO);
    Await.until("it is decided", () -> live.activation.decided());
  }

  @Test
  void whatATrialRefusesGivesWayToTheOneBeforeIt() {
    servedThenEndedWith(TWO, new Attempt(1, 0));
    tried.reasons = Map.of(TWO, "it needs more than 320 MiB of memory at TEAM-001");

    RevisionRig live = started();
    live.activation.offer(TWO);

    Await.until("it is reported", () -> reasons(live).contains("320 MiB"));
    assertThat(reasons(live)).contains("the process ended with it").contains("Try: change");
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().active()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().serving().approvedBy()).isEqualTo("plumbline");
    live.stops(TWO, RevisionState.HELD);
    assertThat(store.attempts().byDigest()).isEmpty();

    RevisionRig again = rig(RevisionEvents.NONE);
    assertThat(again.opening.serving().digest()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(again.opening.suspect()).isNull();
  }

  @Test
  void whatEndsTheProcessThoughItWasTriedIsGivenUp() {
    servedThenEndedWith(TWO, new Attempt(2, 2));

    RevisionRig live = started();

    Await.until("it is reported", () -> reasons(live).contains("though a trial had passed"));
    assertThat(tried.of(TWO)).isFalse();
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
    live.serves(THREE);
  }

  @Test
  void aCandidateThatEndsTheProcessThoughItWasTriedIsHeld() {
    started().serves(ONE);
    close();
    rig = null;
    store.keep(attempts(TWO, new Attempt(0, 2)));
    RevisionRig live = started();
    tried.requests.clear();

    live.stops(TWO, RevisionState.HELD);

    assertThat(reasons(live)).contains("though a trial had passed");
    assertThat(tried.of(TWO)).isFalse();
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
    live.serves(THREE);
  }

  @Test
  void theShippedRulesStandInForAFirstThatEndedTheProcess() {
    started().serves(ONE);
    close();
    rig = null;
    store.keep(attempts(ONE, new Attempt(1, 0)));
    tried.reasons = Map.of(ONE, "it takes more than 60 s");

    RevisionRig live = started();

    Await.until("it is reported", () -> reasons(live).contains("more than 60 s"));
    assertThat(versions(live.now())).isEqualTo("base");
    assertThat(store.read().serving().offer().origin()).isEqualTo(InitialRevision.SHIPPED);
  }

  @Test
  void aReplicaThatFollowsDoesNotTakeWhatEndsIt() {
    servedThenEndedWith(TWO, new Attempt(2, 2));
    RevisionRig live = rig(RevisionEvents.NONE);
    live.leads.set(false);
    live.start();

    Await.until("it is reported", () -> reasons(live).contains("though a trial had passed"));
    assertThat(live.serving()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().active()).as("the leader decides").isEqualTo(RevisionRig.digest(TWO));

    live.leads.set(true);

    Await.until("it decides now", () -> RevisionRig.digest(ONE).equals(store.read().active()));
    assertThat(store.read().failure(RevisionRig.digest(TWO))).isNotNull();
  }

  private void servedThenEndedWith(RuleOffer offer, Attempt attempt) {
    RevisionRig before = started();
    before.serves(ONE);
    before.serves(offer);
    before.close();
    rig = null;
    store.keep(attempts(offer, attempt));
    tried.requests.clear();
  }

  private static Attempts attempts(RuleOffer offer, Attempt attempt) {
    return new Attempts(new TreeMap<>(Map.of(RevisionRig.digest(offer), attempt)), RevisionRig.NOW);
  }

  /** A host that went back from {@code offer} to the first. */
  private RevisionRig failed(RuleOffer offer) {
    RevisionRig live = started();
    live.serves(ONE);
    live.serves(endless(offer));
    live.host.publish(List.of(RevisionRig.image("/b", "ami-2")));
    Await.until(
        "the one before it is active again",
        () -> RevisionRig.digest(ONE).equals(live.serving()) && live.now().current());
    return live;
  }

  private static FactUpdate gone() {
    return new FactUpdate("/b", Collections.emptyList(), null);
  }

  private static String versions(HostSnapshot live) {
    return String.join(",", RevisionRig.versions(live));
  }

  private static String reasons(RevisionRig live) {
    return live.board.now().reasons().toString();
  }

  /** With a rule that does not settle once there is a second image. */
  static RuleOffer endless(RuleOffer offer) {
    return RevisionRig.with(
        offer,
        "z.drl",
        """
        package rules.z
        import dev.plumbline.fact.SsmParameter
        import dev.plumbline.conclusion.AmiUsed
        rule "there is ever another once there is a second image"
            @Id("Z-001") @Control("CM-2") @Severity("info")
        when
            exists SsmParameter( name == "/b" )
            AmiUsed( $name : nodeClass, $ami : ami )
        then
            insertLogical( new AmiUsed( $name, $ami + "+" ) );
        end
        """);
  }
}
