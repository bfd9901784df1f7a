package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.serve.ReleaseCommand;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.peers.Peers;
import dev.plumbline.wiring.Release;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code plumbline release} against a real API server. */
class ReleaseCommandTest {

  private static final ObjectRef POOL =
      new ObjectRef("karpenter.sh/v1", "NodePool", null, "to-release");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void givesBackWhatIsOursOnce() {
    Peers.assumeThere();
    ObjectApi server = Cluster.server();
    var pool = Cluster.nodePool(POOL.name());
    pool.withObjectProperty("spec").put("weight", 70);
    JsonNode made = Cluster.make(server, pool);
    Release release = Release.of(server, ReleaseCommandTest::unweigh);

    assertThat(run(release, "--dry-run")).isZero();
    assertThat(out.toString())
        .isEqualTo("would revert  NodePool/to-release  SetNodePoolWeight\n    it was 5 before\n");
    assertThat(Cluster.now(server, POOL)).isEqualTo(made);

    out.getBuffer().setLength(0);
    assertThat(run(release, "--kind", "PinAmis")).isZero();
    assertThat(out.toString()).isEqualTo("nothing to revert\n");

    out.getBuffer().setLength(0);
    assertThat(run(release)).isZero();
    assertThat(out.toString())
        .isEqualTo("reverted  NodePool/to-release  SetNodePoolWeight\n    it was 5 before\n");
    assertThat(Cluster.now(server, POOL).at("/spec/weight").asInt()).isEqualTo(5);

    out.getBuffer().setLength(0);
    assertThat(run(release)).isZero();
    assertThat(out.toString()).isEqualTo("nothing to revert\n");
  }

  @Test
  void refusesAKindThatDoesNotExist() {
    assertThat(
            Program.configure(
                    new CommandLine(
                        new ReleaseCommand(
                            () -> {
                              throw new AssertionError("nothing is read");
                            })))
                .setErr(new PrintWriter(err, true))
                .execute("--kind", "PinAmi"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("--kind: unknown kind of action 'PinAmi'. Did you mean PinAmis?");
  }

  @Test
  void tellsWhatCouldNotBeGivenBack() {
    Peers.assumeThere();
    JsonNode gone = Cluster.nodePool("gone");
    Release release =
        Release.of(
            Cluster.server(),
            (objects, kinds) ->
                new Plan(
                    List.of(
                        action(
                            new ObjectRef("karpenter.sh/v1", "NodePool", null, "gone"), gone, 5))));

    assertThat(run(release)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "plumbline: NodePool/gone  SetNodePoolWeight could not be reverted:"
                + " NodePool/gone has gone\n");
  }

  @Test
  void tellsThatThereIsNoCluster() {
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl("http://127.0.0.1:1/").build())
            .build()) {
      var server = new ObjectApi(client, ObjectApi.TIMEOUT, () -> true);

      assertThat(run(Release.of(server, (objects, kinds) -> Plan.NOTHING))).isEqualTo(2);
    }
    assertThat(err.toString())
        .startsWith("plumbline: the cluster cannot be read: ServiceUnavailable: ")
        .contains("Try: set KUBECONFIG");
  }

  private static Plan unweigh(LiveObjects objects, Set<ActionKind> kinds) {
    if (!kinds.contains(ActionKind.SET_NODE_POOL_WEIGHT)) {
      return Plan.NOTHING;
    }
    JsonNode pool = objects.get(POOL);
    return pool == null || pool.at("/spec/weight").asInt() == 5
        ? Plan.NOTHING
        : new Plan(List.of(action(POOL, pool, 5)));
  }

  private static Action action(ObjectRef ref, JsonNode before, int weight) {
    return new Action(
        ActionKind.SET_NODE_POOL_WEIGHT,
        ref,
        Mode.ENFORCE,
        null,
        new Change.Patch(before, Cluster.yaml("{spec: {weight: %d}}".formatted(weight))),
        List.of("it was " + weight + " before"));
  }

  private int run(Release release, String... arguments) {
    return Program.configure(new CommandLine(new ReleaseCommand(() -> release)))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
