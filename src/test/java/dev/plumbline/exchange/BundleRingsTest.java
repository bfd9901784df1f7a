package dev.plumbline.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.BundleConclusions.BundleReleased;
import dev.plumbline.conclusion.BundleConclusions.BundleTakenBack;
import dev.plumbline.conclusion.BundleConclusions.BundleWait;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.FleetConclusions.ReportDue;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.Settlement;
import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Bundles.BundleRevision;
import dev.plumbline.fact.Bundles.ChannelBundle;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetIdentity;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.loop.Evaluation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Clusters in three rings that follow one channel of bundles, with the shipped rules, real reports
 * and virtual time: what the rules release serves, and what they take back is left for the bundle
 * before.
 */
class BundleRingsTest {

  private static final Evaluation RULES = Evaluation.with((Path) null);
  private static final Duration STEP = Duration.ofMinutes(30);

  private final InMemory store = new InMemory();
  private final List<Member> members =
      Stream.of("dev-1", "dev-2", "dev-3", "staging-1", "staging-2", "prod-1", "prod-2")
          .map(Member::new)
          .toList();
  private Instant now = Reports.AT;
  private long channel = 1;

  /** One cluster: what its host does with the conclusions. */
  private final class Member implements AutoCloseable {

    private final String name;
    private final RuleSession session = RULES.rules().newSession();
    private final Map<String, ClusterChain> chains = new TreeMap<>();
    private final TreeMap<Long, String> takenBack = new TreeMap<>();
    private long serving = 1;
    private long before = 1;
    private List<String> waits = List.of();
    private boolean follows = true;

    Member(String name) {
      this.name = name;
    }

    private String ring() {
      return name.substring(0, name.indexOf('-'));
    }

    private Settlement settled(Set<Long> broken) {
      var facts = new ArrayList<Fact>(RULES.policy().facts());
      facts.addAll(RULES.policy().parameters());
      for (String ring : List.of("dev", "staging", "prod")) {
        facts.add(new Parameter("fleet.clusters", ring + "-*", ring));
      }
      facts.add(new EvaluationTime(now));
      facts.add(new ClusterVersion("1.33", 33));
      facts.add(new FleetIdentity(name));
      facts.add(named(channel));
      facts.add(known(serving, "serving", broken.contains(serving) ? "broken" : "kept", ""));
      takenBack.forEach((sequence, why) -> facts.add(known(sequence, "taken-back", null, why)));
      for (Member each : members) {
        ClusterChain chain =
            chains.computeIfAbsent(
                each.name, other -> new ClusterChain(other, Reports.key(other).verifier()));
        facts.addAll(Reports.read(chain, store, now));
        assertThat(chain.fault()).isNull();
      }
      session.replaceAll(List.of(facts));
      return session.settle();
    }

    void step(Set<Long> broken) {
      Settlement settlement = settled(broken);
      List<BundleTakenBack> back = settlement.of(BundleTakenBack.class);
      if (!back.isEmpty()) {
        takenBack.put(serving, back.getFirst().rule());
        serving = before;
        settlement = settled(broken);
      }
      waits = settlement.of(BundleWait.class).stream().map(BundleWait::rule).sorted().toList();
      if (follows
          && !settlement.of(BundleReleased.class).isEmpty()
          && !takenBack.containsKey(channel)) {
        before = serving == channel ? before : serving;
        serving = channel;
        settlement = settled(broken);
      }
      publish(settlement);
    }

    private void publish(Settlement settlement) {
      if (settlement.of(ReportDue.class).isEmpty()) {
        return;
      }
      var conclusions =
          new Conclusions() {
            @Override
            public <T extends Conclusion> List<T> of(Class<T> type) {
              var due = new ActionDue("PublishVerdicts", "FleetMember/" + name, "enforce", "x");
              return type == ActionDue.class ? List.of(type.cast(due)) : settlement.of(type);
            }
          };
      for (Action action :
          new ClusterPlanner().plan(conclusions, new LiveObjects(Map.of())).actions()) {
        if (action.change() instanceof PublishReport report) {
          Reports.publish(store, report.report(), now);
        }
      }
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static ChannelBundle named(long sequence) {
    return new ChannelBundle(
        Reports.bundle(sequence), "platform 1." + sequence, sequence, "s3://acme/platform:stable");
  }

  private static BundleRevision known(
      long sequence, String state, @Nullable String preview, String why) {
    return new BundleRevision(
        Reports.bundle(sequence), "platform 1." + sequence, sequence, state, preview, why);
  }

  @AfterEach
  void close() {
    members.forEach(Member::close);
  }

  private void runFor(Duration span, Long... broken) {
    for (Instant end = now.plus(span); now.isBefore(end); now = now.plus(STEP)) {
      members.forEach(each -> each.step(Set.of(broken)));
    }
  }

  private List<Long> serving(String ring) {
    return members.stream()
        .filter(each -> each.ring().equals(ring))
        .map(each -> each.serving)
        .distinct()
        .toList();
  }

  private Member member(String name) {
    return members.stream().filter(each -> each.name.equals(name)).findAny().orElseThrow();
  }

  @Test
  void aBundleGoesFromRingToRing() {
    runFor(Duration.ofHours(1));
    channel = 2;

    runFor(Duration.ofHours(6));
    assertThat(serving("dev")).containsExactly(2L);
    assertThat(serving("staging")).containsExactly(1L);
    assertThat(serving("prod")).containsExactly(1L);
    assertThat(member("staging-1").waits).containsExactly("BUNDLE-010", "BUNDLE-011");

    runFor(Duration.ofHours(6));
    assertThat(serving("staging")).containsExactly(2L);
    assertThat(serving("prod")).containsExactly(1L);
    assertThat(member("prod-1").waits).containsExactly("BUNDLE-011");

    runFor(Duration.ofHours(2));
    assertThat(serving("prod")).containsExactly(2L);
  }

  @Test
  void oneThatBreaksItsPreviewIsTakenBackInTheFirstRingAndReachesNoOther() {
    runFor(Duration.ofHours(1));
    channel = 2;
    runFor(STEP, 2L);
    runFor(Duration.ofHours(1), 2L);

    assertThat(member("dev-1").takenBack).containsExactly(Map.entry(2L, "BUNDLE-020"));
    for (int i = 0; i < 20; i++) {
      runFor(Duration.ofHours(3), 2L);
      assertThat(members).allMatch(each -> each.serving == 1);
    }
    assertThat(member("prod-1").waits).contains("BUNDLE-013");

    channel = 3;
    runFor(Duration.ofHours(15), 2L);
    assertThat(members).allMatch(each -> each.serving == 3);
  }

  /** One that claims it holds a bundle back, and takes none back; as many as are required do. */
  @Test
  void aClusterThatLiesTakesNothingBackAndSeveralDo() {
    runFor(Duration.ofHours(1));
    channel = 2;
    runFor(Duration.ofHours(7));
    assertThat(serving("staging")).containsExactly(2L);
    member("dev-1").serving = 1;
    member("dev-1").takenBack.put(2L, "a lie");

    runFor(Duration.ofHours(12));
    assertThat(serving("staging")).containsExactly(2L);
    assertThat(serving("prod")).containsExactly(1L);
    assertThat(member("prod-1").waits).contains("BUNDLE-013");

    member("dev-2").serving = 1;
    member("dev-2").takenBack.put(2L, "another");
    runFor(Duration.ofHours(1));
    assertThat(serving("staging")).containsExactly(1L);
    assertThat(member("staging-1").takenBack).containsExactly(Map.entry(2L, "BUNDLE-021"));
  }

  /** Whatever it says of itself: it is one of two that are required. */
  @Test
  void oneClusterAloneReleasesNothing() {
    runFor(Duration.ofHours(1));
    member("dev-2").follows = false;
    member("dev-3").follows = false;
    channel = 2;

    runFor(Duration.ofHours(24));

    assertThat(member("dev-1").serving).isEqualTo(2);
    assertThat(serving("staging")).containsExactly(1L);
    assertThat(serving("prod")).containsExactly(1L);
    assertThat(member("staging-1").waits).containsExactly("BUNDLE-010");
  }
}
