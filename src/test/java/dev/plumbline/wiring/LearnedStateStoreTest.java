package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conclusion.CapacityConclusions.LearnedCapacity;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Cluster.Account;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.LearnedStateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes have shown outlives them, and the process. */
class LearnedStateStoreTest {

  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final Evaluation EVALUATION = Evaluation.with((Path) null);

  @TempDir private Path folder;

  private HostState published = new HostState();

  @Test
  void whatNodesHaveShownOutlivesThemAndTheProcess() throws IOException {
    Path file = folder.resolve("memory.yaml");
    var first = new LearnedStateStore(file, Duration.ofHours(1));
    try (Host host = host(first)) {
      host.start();
      first.start(host);
      host.publish(List.of(time(), node(), instance()));
      Await.until("it is told back", () -> !facts("RememberedCapacity").isEmpty());
      assertThat(facts("RememberedCapacity"))
          .containsExactly(
              new RememberedCapacity("m5.large", "ami-1", Quantity.parse("7574Mi"), NOW));

      host.publish(List.of(FactUpdate.gone("Node/n")));
      Await.until("the node is gone", () -> facts("Node").isEmpty());

      assertThat(now().settlement().of(LearnedCapacity.class))
          .containsExactly(new LearnedCapacity("m5.large", "ami-1", Quantity.parse("7574Mi"), NOW));
      first.close();
    }
    assertThat(Files.readString(file)).contains("m5.large").contains("7574Mi");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }

    published = new HostState();
    var second = new LearnedStateStore(file, Duration.ofHours(1));
    try (Host host = host(second)) {
      host.start();
      second.start(host);
      host.publish(List.of(time()));
      Await.until("it has settled anew", () -> !facts("EvaluationTime").isEmpty());

      assertThat(facts("RememberedCapacity")).hasSize(1);
      second.close();
    }
  }

  @Test
  void launchesThatFailedBeforeTheStartAreRead() throws IOException {
    Path file = folder.resolve("memory.yaml");
    Files.writeString(
        file,
        """
        launchFailures:
          - nodePool: gpu
            capacityType: spot
            instanceType: "*"
            zone: us-east-1a
            code: UnfulfillableCapacity
            since: 2026-11-20T08:20:00Z
            last: 2026-11-20T08:30:00Z
        """);
    assertThat(new LearnedStateStore(file, Duration.ofHours(1)).launchFailures())
        .containsExactly(
            new LaunchFailure(
                "gpu",
                "spot",
                "*",
                "us-east-1a",
                "UnfulfillableCapacity",
                "",
                Instant.parse("2026-11-20T08:20:00Z"),
                Instant.parse("2026-11-20T08:30:00Z")));
  }

  @Test
  void launchOfBeforeTheStartIsKeptAsLongAsOthersAreAndThenForgotten() throws IOException {
    String launch =
        """
        pastLaunches:
          - nodeClaim: c
            nodePool: default
            instanceType: m5.large
            ami: ami-1
            launched: 2026-10-01T00:00:00Z
            promised: { cpu: "2" }
            nodeClass: default
            zone: us-east-1a
            registered: 2026-10-01T00:01:00Z
            initialized: 2026-10-01T00:02:00Z
            ready: "False"
            readySince: 2026-11-20T08:20:00Z
            deleted: 2026-11-20T08:30:00Z
            disruption: Drifted
            interrupted: 2026-11-20T08:29:00Z
            expires: 2026-10-31T00:00:00Z
        """;
    Path file = folder.resolve("memory.yaml");
    Files.writeString(file, launch);
    var store = new LearnedStateStore(file, Duration.ofHours(1));
    try (Host host = host(store)) {
      host.start();
      store.start(host);
      host.publish(List.of(time()));
      Await.until("it is there", () -> !facts("PastLaunch").isEmpty());
      assertThat(facts("PastLaunch"))
          .containsExactly(
              new PastLaunch(
                  "c",
                  "default",
                  "m5.large",
                  "ami-1",
                  Instant.parse("2026-10-01T00:00:00Z"),
                  Resources.of(Map.of("cpu", Quantity.ofWhole(2))),
                  null,
                  "default",
                  "us-east-1a",
                  Instant.parse("2026-10-01T00:01:00Z"),
                  Instant.parse("2026-10-01T00:02:00Z"),
                  "False",
                  Instant.parse("2026-11-20T08:20:00Z"),
                  Instant.parse("2026-11-20T08:30:00Z"),
                  "Drifted",
                  Instant.parse("2026-11-20T08:29:00Z"),
                  Instant.parse("2026-10-31T00:00:00Z"),
                  null,
                  null,
                  null));

      store.close();
      assertThat(LearnedStateFile.read(file)).containsAll(facts("PastLaunch"));

      host.publish(List.of(FactUpdate.of(new EvaluationTime(NOW.plus(Duration.ofDays(60))))));
      Await.until("it is forgotten", () -> facts("PastLaunch").isEmpty());
    }
  }

  @Test
  void aFileThatCannotBeReadIsRefused() throws IOException {
    Path file = folder.resolve("memory.yaml");
    Files.writeString(file, "learnedCapacities: []\n");

    assertThatThrownBy(() -> new LearnedStateStore(file, Duration.ofHours(1)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Did you mean learnedCapacity");
  }

  private Host host(LearnedStateStore memory) {
    return new Host(
        EVALUATION,
        published,
        ActionPipeline.DISABLED,
        new LoopTimings(
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            new SettleLimits(1_000_000, Duration.ofMinutes(5)),
            Duration.ofSeconds(1),
            InstantSource.fixed(NOW)),
        memory);
  }

  private HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  private List<Fact> facts(String type) {
    HostSnapshot live = published.now();
    return live == null ? List.of() : live.facts().getOrDefault(type, List.of());
  }

  private static FactUpdate time() {
    return told(new EvaluationTime(NOW), new Account(null));
  }

  private static FactUpdate instance() {
    return told(new Instance("i-1", "ami-1", "m5.large", null, "running", null, Values.NONE, null));
  }

  private static FactUpdate node() {
    Resources has =
        Resources.of(Map.of("memory", Objects.requireNonNull(Quantity.parse("7574Mi"))));
    return new FactUpdate(
        "Node/n",
        List.of(
            new Node(
                "n",
                "default",
                "m5.large",
                "us-east-1a",
                "aws:///us-east-1a/i-1",
                Tags.of(Map.of("karpenter.sh/registered", "true")),
                NOW,
                false,
                "True",
                NOW,
                has,
                has)),
        null);
  }

  private static FactUpdate told(Fact... facts) {
    return new FactUpdate(facts[0].key(), List.of(facts), null);
  }
}
