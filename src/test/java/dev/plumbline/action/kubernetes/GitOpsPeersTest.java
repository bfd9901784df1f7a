package dev.plumbline.action.kubernetes;

import static dev.plumbline.action.kubernetes.Cluster.now;
import static dev.plumbline.action.kubernetes.Cluster.ref;
import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.DisruptionConclusions.DisruptionHold;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Values;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A GitOps tool and Plumbline write the same objects of a real API server, with and without the
 * settings of docs/gitops.md. The tools are played: which field manager applies what.
 */
class GitOpsPeersTest {

  private static final int ROUNDS = 4;

  private static final List<JsonNode> PINNED = List.of(yaml("{alias: bottlerocket@1.32.0}"));
  private static final JsonNode HOLD = yaml("{nodes: '0', reasons: [Drifted]}");

  /** The field manager of who names none. */
  private static final String CLIENT = "fabric8-kubernetes-client";

  private static ObjectApi server;
  private static ObjectWriter writer;

  private enum Tool {
    ARGO_CD("argocd-controller"),
    FLUX("kustomize-controller");

    private final String manager;

    Tool(String manager) {
      this.manager = manager;
    }

    /** The paths that its setting on the page ignores of a kind. */
    List<String> ignored(String kind) throws IOException {
      var paths = new ArrayList<String>();
      for (JsonNode block : blocks()) {
        JsonNode rules = block.at(this == ARGO_CD ? "/spec/ignoreDifferences" : "/spec/ignore");
        for (JsonNode rule : rules) {
          JsonNode of = this == ARGO_CD ? rule : rule.path("target");
          if (of.path("kind").asText().equals(kind)) {
            rule.path(this == ARGO_CD ? "jsonPointers" : "paths")
                .forEach(path -> paths.add(path.asText()));
          }
        }
      }
      return paths;
    }

    private static List<JsonNode> blocks() throws IOException {
      return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
          .matcher(Files.readString(Path.of("docs/gitops.md")))
          .results()
          .map(block -> (JsonNode) yaml(block.group(1)))
          .toList();
    }
  }

  @BeforeAll
  static void start() {
    Peers.assumeThere();
    server = Cluster.server();
    writer = new ObjectWriter(server);
  }

  @ParameterizedTest
  @EnumSource(Tool.class)
  void withTheSettingEachFieldIsWrittenOnceAndStays(Tool tool) throws IOException {
    String name = "ignored-" + tool.manager;
    ObjectNode nodeClass = Cluster.nodeClass(name);
    ObjectNode pool = pool(name);
    sync(tool, nodeClass, false);
    sync(tool, pool, false);
    var written = new ArrayList<String>();

    for (int round = 0; round < ROUNDS; round++) {
      written.addAll(plumbline(name));
      nodeClass.withObject("/spec/tags").put("round", String.valueOf(round));
      pool.withObject("/spec/limits").put("cpu", String.valueOf(100 + round));
      sync(tool, nodeClass, true);
      sync(tool, pool, true);
    }

    assertThat(written)
        .containsExactlyInAnyOrder("PinAmis DONE", "SetNodePoolWeight DONE", "HoldDisruption DONE");
    JsonNode nodeClassNow = now(server, ref(nodeClass));
    assertThat(nodeClassNow.at("/spec/amiSelectorTerms")).containsExactlyElementsOf(PINNED);
    assertThat(nodeClassNow.at("/spec/tags/round").asText()).as("of Git").isEqualTo("3");
    JsonNode poolNow = now(server, ref(pool));
    assertThat(poolNow.at("/spec/weight").asInt()).isEqualTo(70);
    assertThat(poolNow.at("/spec/disruption/budgets")).hasSize(2).contains(HOLD);
    assertThat(poolNow.at("/spec/limits/cpu").asText()).as("of Git").isEqualTo("103");
  }

  @ParameterizedTest
  @EnumSource(Tool.class)
  void withoutTheSettingGitsValueStaysAndThePlanSaysSo(Tool tool) throws IOException {
    String name = "restored-" + tool.manager;
    ObjectNode nodeClass = Cluster.nodeClass(name);
    ObjectNode pool = pool(name);
    sync(tool, nodeClass, false);
    sync(tool, pool, false);
    var written = new ArrayList<String>();

    for (int round = 0; round < ROUNDS; round++) {
      written.addAll(plumbline(name));
      sync(tool, nodeClass, false);
      sync(tool, pool, false);
    }

    assertThat(written)
        .as("each value is written once")
        .containsExactlyInAnyOrder("PinAmis DONE", "SetNodePoolWeight DONE", "HoldDisruption DONE");
    assertThat(now(server, ref(nodeClass)).at("/spec/amiSelectorTerms"))
        .isEqualTo(nodeClass.at("/spec/amiSelectorTerms"));
    assertThat(now(server, ref(pool)).at("/spec/weight").asInt()).isEqualTo(5);
    assertThat(plan(name))
        .hasSize(3)
        .allSatisfy(
            action ->
                assertThat(action.held())
                    .as("%s", action.kind())
                    .startsWith("somebody has ")
                    .contains("remove the annotation plumbline.dev/"));
  }

  @Test
  void whoReplacesTheWholeObjectIsNamedByEachWrite() throws IOException {
    ObjectNode nodeClass = Cluster.nodeClass("replaced");
    var managers = new ArrayList<String>();
    resource(nodeClass).create();

    for (int round = 0; round < 3; round++) {
      for (Action action : plan("replaced")) {
        Written written = write(action);
        assertThat(written.result()).isEqualTo(Result.DONE);
        managers.add(written.manager());
      }
      ObjectNode replacement = nodeClass.deepCopy();
      replacement
          .withObject("/metadata")
          .set("resourceVersion", now(server, ref(nodeClass)).at("/metadata/resourceVersion"));
      resource(replacement).update();
    }

    assertThat(managers)
        .as("what FLAP-001 says after three of them")
        .containsExactly(CLIENT, CLIENT, CLIENT);
  }

  @Test
  void applyWithoutForceNamesPlumbline() throws IOException {
    ObjectNode nodeClass = Cluster.nodeClass("unforced");
    sync(Tool.FLUX, nodeClass, false);
    plumbline("unforced");

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> resource(nodeClass).fieldManager("kubectl").serverSideApply())
        .satisfies(e -> assertThat(e.getCode()).isEqualTo(409))
        .withMessageContaining("conflict with \"plumbline\"")
        .withMessageContaining(".spec.amiSelectorTerms");
  }

  /** What the tool applies: with its setting, the live value in place of an ignored one. */
  private static void sync(Tool tool, ObjectNode manifest, boolean ignoring) throws IOException {
    ObjectNode applied = manifest.deepCopy();
    if (ignoring) {
      JsonNode live = now(server, ref(manifest));
      List<String> paths = tool.ignored(manifest.path("kind").asText());
      assertThat(paths).isNotEmpty();
      for (String path : paths) {
        JsonPointer pointer = JsonPointer.compile(path);
        if (applied.at(pointer.head()) instanceof ObjectNode parent) {
          parent.set(pointer.last().getMatchingProperty(), live.at(pointer));
        }
      }
    }
    resource(applied).fieldManager(tool.manager).forceConflicts().serverSideApply();
  }

  private static Resource<GenericKubernetesResource> resource(ObjectNode object) {
    return Peers.shared()
        .sharedClient()
        .genericKubernetesResources(
            object.path("apiVersion").asText(), object.path("kind").asText())
        .resource(Serialization.unmarshal(object.toString(), GenericKubernetesResource.class));
  }

  private static ObjectNode pool(String name) {
    ObjectNode pool = Cluster.nodePool(name);
    pool.withObject("/spec").put("weight", 5);
    pool.withObject("/spec/disruption")
        .put("consolidateAfter", "1m")
        .withArray("budgets")
        .addObject()
        .put("nodes", "3");
    return pool;
  }

  /** Plans and writes what is due, one write an object at a time; what became of each. */
  private static List<String> plumbline(String name) {
    var written = new ArrayList<String>();
    for (int turn = 0; turn < 3; turn++) {
      var objects = new ArrayList<ObjectRef>();
      for (Action action : plan(name)) {
        if (action.due() && !objects.contains(action.object())) {
          objects.add(action.object());
          written.add(action.kind().wire() + " " + write(action).result());
        }
      }
    }
    return written;
  }

  private static Written write(Action action) {
    return switch (action.change()) {
      case Change.Apply apply -> writer.write(action.object(), apply);
      case Change.Patch patch -> writer.write(action.object(), patch);
      default -> throw new AssertionError(action);
    };
  }

  private static List<Action> plan(String name) {
    var objects = new HashMap<ObjectRef, JsonNode>();
    var all = new ArrayList<Conclusion>();
    for (ObjectNode object : List.of(Cluster.nodeClass(name), Cluster.nodePool(name))) {
      JsonNode live = server.get(ref(object));
      if (live != null) {
        objects.put(ref(object), live);
      }
    }
    all.add(due(ActionKind.PIN_AMIS, "EC2NodeClass/" + name));
    all.add(due(ActionKind.SET_NODE_POOL_WEIGHT, "NodePool/" + name));
    all.add(due(ActionKind.HOLD_DISRUPTION, "NodePool/" + name));
    all.add(new AmiPin("PIN-001", name, 1, "bottlerocket@1.32.0", null, ""));
    all.add(new NodePoolWeight(name, 70));
    all.add(new DisruptionHold("HOLD-001", name, Values.of("Drifted"), ""));
    return new ClusterPlanner()
        .plan(new Listed(all), new LiveObjects(Map.copyOf(objects)))
        .actions();
  }

  private static ActionDue due(ActionKind kind, String object) {
    return new ActionDue(kind.wire(), object, "enforce", "");
  }

  private record Listed(List<Conclusion> all) implements Conclusions {
    @Override
    public <T extends Conclusion> List<T> of(Class<T> type) {
      return all.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }
}
