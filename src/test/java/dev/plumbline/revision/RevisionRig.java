package dev.plumbline.revision;

import dev.plumbline.conclusion.ImageConclusions.AmiUsed;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.trial.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A host with revisions over a rule set of a few lines: each image that a parameter of SSM names is
 * used, by a name that tells the version of the rules.
 */
final class RevisionRig implements AutoCloseable {

  static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  /** What allows and holds here: a rule may go only when somebody says so. */
  static final String JUDGE =
      """
      package rules.revisions
      import dev.plumbline.fact.RevisionApproval
      import dev.plumbline.fact.RevisionImpact
      import dev.plumbline.fact.RuleRevision
      import dev.plumbline.conclusion.ApprovalAccepted
      import dev.plumbline.conclusion.RevisionAllowed
      import dev.plumbline.conclusion.RevisionHold
      rule "a rule would be gone"
          @Id("REV-001") @Control("CM-3") @Severity("high")
      when
          RuleRevision( $digest : digest, state == "candidate" )
          not RevisionApproval( digest == $digest )
          RevisionImpact( digest == $digest, measure == "rulesRemoved", $before : before, $after : after )
      then
          insertLogical( new RevisionHold( "REV-001", $digest, $after + " of " + $before + " rules would be left" ) );
      end
      rule "every approval counts"
          @Id("REV-063") @Control("CM-3") @Severity("info")
      when
          RevisionApproval( $digest : digest, $by : approver )
      then
          insertLogical( new ApprovalAccepted( "REV-063", $digest, $by ) );
      end
      rule "nothing holds it"
          @Id("REV-000") @Control("CM-3") @Severity("info")
      when
          RuleRevision( $digest : digest, state == "candidate" )
          not RevisionHold( digest == $digest )
      then
          insertLogical( new RevisionAllowed( "REV-000", $digest ) );
      end
      """;

  private static final String RULE =
      """
      package rules.x
      import dev.plumbline.fact.SsmParameter
      import dev.plumbline.conclusion.AmiUsed
      rule "a parameter names an image"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          SsmParameter( $ami : value )
      then
          insertLogical( new AmiUsed( "VERSION", $ami ) );
      end
      """;

  private static final String SCENARIOS =
      """
      - name: a parameter
        given:
          - SsmParameter: { name: /a, value: ami-1 }
        expect:
          - AmiUsed: { nodeClass: VERSION, ami: ami-1 }
      """;

  /** Another rule, which may be taken away. */
  private static final String OTHER =
      """
      package rules.y
      import dev.plumbline.fact.SsmError
      import dev.plumbline.conclusion.AmiUsed
      rule "an error names an image"
          @Id("Y-001") @Control("CM-2") @Severity("info")
      when
          SsmError( $ami : code )
      then
          insertLogical( new AmiUsed( "VERSION", $ami ) );
      end
      """;

  static final RevisionContext.RuleSetCompiler MAKING =
      offer -> {
        var files = new TreeMap<>(Map.of("rule-revisions.drl", JUDGE));
        files.putAll(without("base").files());
        files.putAll(offer.files());
        return RuleFiles.of(files);
      };

  /** What every store and host is given. */
  record Settings(Duration poll, int keep) implements RuleSettings {

    @Override
    public Optional<Path> stateDir() {
      return Optional.empty();
    }
  }

  static final LoopTimings PACE =
      new LoopTimings(
          Duration.ZERO,
          Duration.ofMinutes(1),
          new SettleLimits(10_000, Duration.ofMinutes(5)),
          Duration.ofMillis(20),
          InstantSource.fixed(NOW));

  final HostState published = new HostState();
  final RuleState board = new RuleState();
  final AtomicBoolean leads = new AtomicBoolean(true);
  final Predictions predictions = new Predictions();
  final RevisionContext ground;
  final InitialRevision opening;
  final Activation activation;
  final Host host;

  RevisionRig(
      RevisionStore store, @Nullable RuleOffer first, RevisionEvents events, HostEvents heard) {
    this(store, first, false, events, heard, Trials.NONE, MAKING, PACE);
  }

  RevisionRig(
      RevisionStore store,
      @Nullable RuleOffer first,
      boolean judgesFirst,
      RevisionEvents events,
      HostEvents heard,
      Trials trials,
      RevisionContext.RuleSetCompiler making,
      LoopTimings pace) {
    ground =
        new RevisionContext(
            store,
            making,
            RevisionContext.ParameterSettings.NONE,
            trials,
            leads::get,
            judgesFirst,
            new Settings(Duration.ofMillis(10), 3),
            pace);
    opening = InitialRevision.of(ground, first, events);
    activation =
        new Activation(
            ground,
            published,
            ActionPipeline.DRY_RUN.planner(),
            RevisionEvents.all(List.of(events, predictions)));
    host =
        new Host(
            opening.evaluation(),
            published,
            ActionPipeline.DRY_RUN,
            pace,
            HostEvents.all(List.of(heard, activation)));
    host.publish(List.of(image("/a", "ami-1")));
    host.start();
  }

  RevisionRig(RevisionStore store, @Nullable RuleOffer first) {
    this(store, first, RevisionEvents.NONE, HostEvents.NONE);
    start();
  }

  /** As beside a cluster. */
  static RevisionRig judgingTheFirst(RevisionStore store, @Nullable RuleOffer first) {
    return new RevisionRig(
            store, first, true, RevisionEvents.NONE, HostEvents.NONE, Trials.NONE, MAKING, PACE)
        .start();
  }

  /** Over the shipped rules, with candidates tried there; not started. */
  static RevisionRig trying(Trials trials, LoopTimings pace) {
    return new RevisionRig(
        new RevisionStore.InMemory(),
        null,
        false,
        RevisionEvents.NONE,
        HostEvents.NONE,
        trials,
        RevisionContext.RuleSetCompiler.OVER_SHIPPED,
        pace);
  }

  /** Begins with whatever the test offers. */
  RevisionRig start() {
    activation.start(host, opening, board);
    return this;
  }

  /** The rules of a version, with their scenarios. */
  static RuleOffer overlay(String version) {
    return offer(
        Map.of(
            "x.drl", RULE.replace("VERSION", version),
            "x.scenarios.yaml", SCENARIOS.replace("VERSION", version),
            "y.drl", OTHER.replace("VERSION", version),
            "error-classes.yaml", "notFound: [%s]\n".formatted(version)));
  }

  /** A version without its second rule. */
  static RuleOffer without(String version) {
    var files = new TreeMap<>(overlay(version).files());
    files.remove("y.drl");
    return offer(files);
  }

  static RuleOffer with(RuleOffer offer, String file, String text) {
    var files = new TreeMap<>(offer.files());
    files.put(file, text);
    return offer(files);
  }

  static RuleOffer offer(Map<String, String> files) {
    return new RuleOffer(
        new TreeMap<>(files), "folder rules", "ann", "CHG-1", new TreeMap<>(), List.of());
  }

  static RuleOffer approved(RuleOffer offer, SortedMap<String, String> approvals) {
    return new RuleOffer(
        offer.files(), offer.origin(), offer.author(), offer.changeRef(), approvals, List.of());
  }

  static String digest(RuleOffer offer) {
    return MAKING.files(offer).digest();
  }

  static FactUpdate image(String name, String ami) {
    return new FactUpdate(name, List.of(new SsmParameter(name, ami)), null);
  }

  /** What is published once it is so. */
  HostSnapshot once(String what, Predicate<HostSnapshot> so) {
    Await.until(what, () -> published.now() != null && so.test(now()));
    return now();
  }

  HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  /** Offers it, and waits until it serves. */
  HostSnapshot serves(RuleOffer offer) {
    activation.offer(offer);
    return served(offer);
  }

  HostSnapshot served(RuleOffer offer) {
    HostSnapshot live = once("it serves", now -> now.rules().digest().equals(digest(offer)));
    Await.until(
        "it is reported",
        () ->
            digest(offer).equals(serving())
                && digest(offer).equals(board.now().history().active()));
    return live;
  }

  /** Offers it, and waits until it goes no further. */
  RuleSetStatus stops(RuleOffer offer, RevisionState state) {
    activation.offer(offer);
    Await.until(
        "it is " + state,
        () -> {
          Revision candidate = board.now().candidate();
          return candidate != null && candidate.state() == state && candidate.offer().equals(offer);
        });
    return board.now();
  }

  @Nullable String serving() {
    Revision serving = board.now().serving();
    return serving == null ? null : serving.digest();
  }

  static List<String> versions(HostSnapshot live) {
    return live.settlement().of(AmiUsed.class).stream().map(AmiUsed::nodeClass).distinct().toList();
  }

  @Override
  public void close() {
    activation.close();
    host.close();
    predictions.close();
  }
}
