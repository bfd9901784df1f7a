package dev.plumbline.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.action.plan.GitOps;
import dev.plumbline.action.plan.GitOps.Document;
import dev.plumbline.action.plan.GitOps.Form;
import dev.plumbline.action.plan.MergePatch;
import dev.plumbline.action.plan.ProjectedState;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.conclusion.ActionConclusions.ActionDue;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.DisruptionConclusions.DisruptionHold;
import dev.plumbline.conclusion.NarrowingConclusions.NodePoolNarrowing;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.conclusion.PreferenceConclusions.TierNodePool;
import dev.plumbline.conclusion.PreferenceConclusions.TierRetired;
import dev.plumbline.conclusion.RolloutConclusions.AmiPin;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wanted one after the other: it is done once, and all of it can be given back. */
class PlanPropertiesTest {

  private static final List<String> POOLS = List.of("web", "web-c7i", "web-m7i", "api");

  private static final String POOL =
      """
      {"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
       "metadata": {"name": "%s", "uid": "u-%1$s"},
       "spec": {"weight": 7,
         "disruption": {"consolidateAfter": "0s", "consolidationPolicy": "Default", "budgets": [{"nodes": "10%%"}, {"nodes": "3"}]},
         "template": {"spec": {"expireAfter": "720h", "nodeClassRef": {"name": "default"},
           "requirements": [{"key": "kubernetes.io/os", "operator": "In", "values": ["linux"]}]}}}}
      """;

  private static final String NODE_CLASS =
      """
      {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "metadata": {"name": "default"},
       "spec": {"amiFamily": "AL2023", "amiSelectorTerms": [{"alias": "al2023@latest"}]}}
      """;

  static int[] seeds() {
    return new SplittableRandom(4).ints(300, 0, 1_000_000).toArray();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isDoneOnceAndGivenBackWhole(int seed) {
    var random = new SplittableRandom(seed);
    LiveObjects before = objects();
    var server = new ApiServer(before);

    for (int step = 0; step < 6; step++) {
      Conclusions wanted = wanted(random);
      LiveObjects foreseen = ProjectedState.of(new ClusterPlanner(), wanted, server.objects());
      carryOut(wanted, server);
      assertThat(patched(before, GitOps.desired(foreseen)).all())
          .as("seed %d, step %d: the base with the patches", seed, step)
          .isEqualTo(withoutOrder(existing(before, foreseen)).all());
      assertThat(patches(server.objects()))
          .as("seed %d, step %d: the patches once they are applied", seed, step)
          .isEqualTo(patches(foreseen));
      assertThat(new ClusterPlanner().plan(wanted, server.objects()).actions())
          .as("seed %d, step %d: what is left to do", seed, step)
          .isEmpty();
      assertThat(server.objects().all().keySet()).isEqualTo(foreseen.all().keySet());
    }

    var byKind = new ApiServer(server.objects());
    for (ActionKind kind : ActionKind.values()) {
      for (Action action :
          new ReleasePlanner().plan(byKind.objects(), EnumSet.of(kind)).actions()) {
        assertThat(action.kind()).isEqualTo(kind);
        byKind.write(action.object(), action.change());
      }
      assertThat(new ReleasePlanner().plan(byKind.objects(), EnumSet.of(kind)))
          .isEqualTo(Plan.NOTHING);
    }
    assertThat(byKind.objects().all())
        .as("seed %d: released one kind after the other", seed)
        .isEqualTo(before.all());
    for (Action action : new ReleasePlanner().plan(server.objects()).actions()) {
      server.write(action.object(), action.change());
    }
    assertThat(server.objects().all()).as("seed %d: released", seed).isEqualTo(before.all());
    assertThat(new ReleasePlanner().plan(server.objects())).isEqualTo(Plan.NOTHING);
  }

  private static List<Document> patches(LiveObjects objects) {
    return GitOps.desired(objects).stream().filter(each -> each.form() != Form.RESOURCE).toList();
  }

  /** The objects of {@code then} that were there before. */
  private static LiveObjects existing(LiveObjects before, LiveObjects then) {
    var objects = new TreeMap<>(then.all());
    objects.keySet().retainAll(before.all().keySet());
    return new LiveObjects(objects);
  }

  /** What kustomize makes of a base: merge patches and JSON patches in their order. */
  private static LiveObjects patched(LiveObjects base, List<Document> documents) {
    var objects = new TreeMap<>(base.all());
    for (Document document : documents) {
      switch (document.form()) {
        case PATCH ->
            objects.computeIfPresent(
                document.object(), (ref, now) -> MergePatch.apply(now, document.content()));
        case APPEND ->
            objects.computeIfPresent(
                document.object(), (ref, now) -> JsonPatch.apply(document.content(), now));
        case RESOURCE -> assertThat(base.all()).doesNotContainKey(document.object());
        case DELETE -> throw new AssertionError(document);
      }
    }
    return withoutOrder(new LiveObjects(objects));
  }

  /** Budgets and requirements mean the same in any order; no annotations are none. */
  private static LiveObjects withoutOrder(LiveObjects objects) {
    var sorted = new TreeMap<ObjectRef, JsonNode>();
    objects
        .all()
        .forEach(
            (ref, object) -> {
              JsonNode copy = object.deepCopy();
              for (String list :
                  List.of("/spec/disruption/budgets", "/spec/template/spec/requirements")) {
                if (copy.at(list) instanceof ArrayNode array) {
                  var entries = new ArrayList<JsonNode>();
                  array.forEach(entries::add);
                  entries.sort(Comparator.comparing(JsonNode::toString));
                  array.removeAll().addAll(entries);
                }
              }
              if (copy.at("/metadata/annotations").isEmpty()) {
                ((ObjectNode) copy.get("metadata")).remove("annotations");
              }
              sorted.put(ref, copy);
            });
    return new LiveObjects(sorted);
  }

  /** At most one write an object and round: the next is planned from what came of it. */
  private static void carryOut(Conclusions wanted, ApiServer server) {
    for (int round = 0; round < 8; round++) {
      var written = new ArrayList<ObjectRef>();
      for (Action action : new ClusterPlanner().plan(wanted, server.objects()).actions()) {
        if (action.due() && !written.contains(action.object())) {
          server.write(action.object(), action.change());
          written.add(action.object());
        }
      }
    }
  }

  private static Conclusions wanted(SplittableRandom random) {
    var list = new ArrayList<Conclusion>();
    for (ActionKind kind : ActionKind.values()) {
      for (String pool : POOLS) {
        if (random.nextInt(5) > 0) {
          list.add(new ActionDue(kind.wire(), "NodePool/" + pool, "enforce", ""));
        }
      }
      list.add(new ActionDue(kind.wire(), "EC2NodeClass/default", "enforce", ""));
    }
    if (random.nextBoolean()) {
      String alias = "al2023@v2026110" + random.nextInt(3);
      list.add(new AmiPin("PIN-001", "default", 1, alias, null, ""));
    }
    for (String pool : POOLS) {
      if (random.nextBoolean()) {
        list.add(new NodePoolWeight(pool, 5 + random.nextInt(4)));
      }
      if (random.nextBoolean()) {
        Values reasons = Values.of(random.nextBoolean() ? "Drifted" : "Empty");
        list.add(new DisruptionHold("HOLD-001", pool, reasons, ""));
      }
      for (String value : List.of("linux", "windows")) {
        if (random.nextBoolean()) {
          list.add(
              new NodePoolNarrowing(
                  "NARROW-001", pool, "kubernetes.io/os", "In", Values.of(value), null, ""));
        }
      }
    }
    tier(1, "web-c7i", "c7i", random, list);
    tier(2, "web-m7i", "m7i", random, list);
    tier(3, "web", "t3", random, list);
    return new Listed(list);
  }

  private static void tier(
      int tier, String name, String family, SplittableRandom random, List<Conclusion> list) {
    if (random.nextInt(3) > 0) {
      list.add(
          new TierNodePool(
              "web",
              tier,
              name,
              random.nextInt(10, 13),
              Requirements.of(
                  new Requirement("karpenter.k8s.aws/instance-family", Operator.IN, family))));
    } else {
      list.add(new TierRetired("NodePool", name, "web", random.nextBoolean(), ""));
    }
  }

  private record Listed(List<Conclusion> all) implements Conclusions {
    @Override
    public <T extends Conclusion> List<T> of(Class<T> type) {
      return all.stream().filter(type::isInstance).map(type::cast).toList();
    }
  }

  private static LiveObjects objects() {
    var objects = new TreeMap<ObjectRef, JsonNode>();
    for (String text : List.of(POOL.formatted("web"), POOL.formatted("api"), NODE_CLASS)) {
      try {
        JsonNode object = JsonMapper.builder().build().readTree(text);
        objects.put(
            new ObjectRef(
                object.get("apiVersion").asText(),
                object.get("kind").asText(),
                null,
                object.at("/metadata/name").asText()),
            object);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
    return new LiveObjects(objects);
  }
}
