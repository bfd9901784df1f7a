package dev.plumbline.why;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.LaunchConclusions.LaunchLoop;
import dev.plumbline.conclusion.PodConclusions.PodAdmitted;
import dev.plumbline.conclusion.PodConclusions.PodDestination;
import dev.plumbline.conclusion.PodConclusions.PodFurtherObstacle;
import dev.plumbline.conclusion.PodConclusions.PodIgnored;
import dev.plumbline.conclusion.PodConclusions.PodObstacle;
import dev.plumbline.conclusion.PodConclusions.PodRoom;
import dev.plumbline.conclusion.PodConclusions.PodSpotDearer;
import dev.plumbline.conclusion.PoolConclusions.NodePoolObstacle;
import dev.plumbline.conclusion.PoolConclusions.NodePoolOrder;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod still waits: what {@code pending-pods.drl} concluded for what it asks, pool by pool.
 *
 * @param scheduled what the scheduler says of it; null when that is not told
 * @param ignored why Karpenter launches no node for it, in words; empty when it would
 * @param ways what it asks for, one a term of its node affinity; any of them will do
 * @param onTheWay the NodeClaims of the pools it would go to that have not joined yet
 */
public record PodExplanation(
    Pod pod,
    @Nullable StatusCondition scheduled,
    List<String> ignored,
    List<String> loops,
    List<Way> ways,
    List<String> onTheWay) {

  /**
   * One thing that the pod asks for.
   *
   * @param destination where a node would be launched; null when nowhere
   * @param prices what of it is dearer on the spot market than on demand; null where nothing is, or
   *     that is not known
   * @param nearest the pool with the fewest obstacles; null without pools, or with a destination
   * @param pools every pool, in the order of Karpenter
   */
  public record Way(
      String shape,
      Requirements requirements,
      @Nullable PodDestination destination,
      @Nullable PodSpotDearer prices,
      @Nullable String nearest,
      List<Pool> pools) {}

  /**
   * What a pool can do for it.
   *
   * @param position when Karpenter tries it, from 1; null when it does not
   * @param obstacles what is, in the order of Karpenter
   */
  public record Pool(
      String nodePool,
      @Nullable Integer position,
      @Nullable String instanceType,
      boolean admitted,
      List<PodObstacle> obstacles) {}

  /**
   * Why the pod {@code path} waits.
   *
   * @throws IllegalArgumentException when no such pod waits for a node; the message names those
   *     like it
   */
  public static PodExplanation of(Collection<Fact> facts, Conclusions settled, String path) {
    var pods = new HashMap<String, Pod>();
    facts.forEach(
        fact -> {
          if (fact instanceof Pod pod) {
            pods.put(pod.path(), pod);
          }
        });
    Pod pod = pods.get(path);
    if (pod == null) {
      throw new IllegalArgumentException(
          "no Pod "
              + path
              + " waits for a node: it has one, is done, or is not there. "
              + (pods.isEmpty()
                  ? "Try: another time; no pod waits at all."
                  : Nearest.suggestion(path, pods.keySet())));
    }
    return new Builder(facts, settled, pod).made();
  }

  private static final class Builder {

    private final Collection<Fact> facts;
    private final Conclusions settled;
    private final Pod pod;
    private final List<NodePool> pools = new ArrayList<>();
    private final Map<String, Integer> positions = new HashMap<>();

    Builder(Collection<Fact> facts, Conclusions settled, Pod pod) {
      this.facts = facts;
      this.settled = settled;
      this.pod = pod;
      settled.of(NodePoolOrder.class).forEach(it -> positions.put(it.nodePool(), it.position()));
    }

    PodExplanation made() {
      StatusCondition scheduled = null;
      var shapes = new LinkedHashMap<String, Requirements>();
      shapes.put(pod.shape(), pod.requirements());
      var claims = new ArrayList<NodeClaim>();
      for (Fact fact : facts) {
        switch (fact) {
          case NodePool it -> pools.add(it);
          case NodeAffinityTerm it
              when ObjectKind.POD.is(it.kind()) && it.object().equals(pod.path()) ->
              shapes.put(pod.shapeWith(it.requirements()), it.requirements());
          case StatusCondition it
              when ObjectKind.POD.is(it.kind()) && it.name().equals(pod.path()) ->
              scheduled = it;
          case NodeClaim it when it.initialized() == null && !it.deleting() -> claims.add(it);
          default -> {}
        }
      }
      // As Karpenter has them: those it tries, then the others, the greater weight first.
      pools.sort(
          Comparator.comparing(
                  (NodePool it) -> positions.getOrDefault(it.name(), Integer.MAX_VALUE))
              .thenComparing(it -> -it.ownWeight())
              .thenComparing(NodePool::name, Comparator.reverseOrder()));
      var ways = new ArrayList<Way>();
      shapes.forEach((shape, required) -> ways.add(way(shape, required)));
      return new PodExplanation(
          pod,
          scheduled,
          settled.of(PodIgnored.class).stream()
              .filter(it -> it.pod().equals(pod.path()))
              .map(PodIgnored::message)
              .toList(),
          settled.of(LaunchLoop.class).stream()
              .filter(it -> it.pod().equals(pod.path()))
              .map(LaunchLoop::message)
              .toList(),
          List.copyOf(ways),
          claims.stream()
              .filter(
                  claim ->
                      ways.stream()
                          .anyMatch(
                              way ->
                                  way.destination() != null
                                      && way.destination().nodePool().equals(claim.nodePool())))
              .map(NodeClaim::name)
              .sorted()
              .toList());
    }

    private Way way(String shape, Requirements required) {
      PodDestination destination =
          settled.of(PodDestination.class).stream()
              .filter(it -> it.shape().equals(shape))
              .findFirst()
              .orElse(null);
      List<Pool> judged = pools.stream().map(it -> pool(shape, it.name())).toList();
      String nearest =
          destination != null
              ? null
              : judged.stream()
                  .min(Comparator.comparingInt((Pool it) -> it.obstacles().size()))
                  .map(Pool::nodePool)
                  .orElse(null);
      PodSpotDearer prices =
          settled.of(PodSpotDearer.class).stream()
              .filter(it -> it.shape().equals(shape))
              .findFirst()
              .orElse(null);
      return new Way(shape, required, destination, prices, nearest, judged);
    }

    private Pool pool(String shape, String name) {
      var obstacles = new ArrayList<PodObstacle>();
      for (NodePoolObstacle it : settled.of(NodePoolObstacle.class)) {
        if (it.nodePool().equals(name)) {
          obstacles.add(new PodObstacle(it.rule(), shape, name, it.obstacle(), null, it.message()));
        }
      }
      for (PodObstacle it : settled.of(PodObstacle.class)) {
        if (it.nodePool().equals(name) && it.shape().equals(shape)) {
          obstacles.add(it);
        }
      }
      for (PodFurtherObstacle it : settled.of(PodFurtherObstacle.class)) {
        if (it.nodePool().equals(name) && it.shape().equals(shape)) {
          obstacles.add(new PodObstacle(it.rule(), shape, name, "types", null, it.message()));
        }
      }
      obstacles.sort(Comparator.comparing(PodObstacle::rule).thenComparing(PodObstacle::message));
      String type =
          settled.of(PodRoom.class).stream()
              .filter(it -> it.nodePool().equals(name) && it.shape().equals(shape))
              .flatMap(it -> Stream.ofNullable(it.smallest()))
              .findFirst()
              .orElse(null);
      boolean admitted =
          settled.of(PodAdmitted.class).stream()
              .anyMatch(it -> it.nodePool().equals(name) && it.shape().equals(shape));
      return new Pool(name, positions.get(name), type, admitted, List.copyOf(obstacles));
    }
  }

  // ---- as JSON

  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("pod", pod().path());
    StatusCondition scheduled = scheduled();
    if (scheduled != null) {
      json.writeObjectFieldStart("scheduled");
      json.writeStringField("status", scheduled.status());
      json.writeStringField("reason", scheduled.reason());
      json.writeStringField("message", scheduled.message());
      json.writeEndObject();
    }
    texts("ignored", ignored(), json);
    texts("launchLoops", loops(), json);
    texts("notJudged", pod().unjudged().list(), json);
    texts("onTheWay", onTheWay(), json);
    json.writeArrayFieldStart("ways");
    for (Way way : ways()) {
      way(way, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void way(Way way, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("shape", way.shape());
    var destination = way.destination();
    if (destination == null) {
      json.writeNullField("destination");
    } else {
      json.writeObjectFieldStart("destination");
      json.writeStringField("nodePool", destination.nodePool());
      json.writeStringField("instanceType", destination.instanceType());
      PodSpotDearer prices = way.prices();
      if (prices != null) {
        json.writeStringField("capacityType", prices.capacityType());
        json.writeStringField("spotDearer", prices.message());
      }
      json.writeEndObject();
    }
    if (way.nearest() != null) {
      json.writeStringField("nearest", way.nearest());
    }
    json.writeArrayFieldStart("pools");
    for (Pool pool : way.pools()) {
      pool(pool, json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void pool(Pool pool, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("nodePool", pool.nodePool());
    if (pool.position() != null) {
      json.writeNumberField("position", pool.position());
    }
    json.writeBooleanField("admitted", pool.admitted());
    if (pool.instanceType() != null) {
      json.writeStringField("instanceType", pool.instanceType());
    }
    json.writeArrayFieldStart("obstacles");
    for (PodObstacle obstacle : pool.obstacles()) {
      json.writeStartObject();
      json.writeStringField("rule", obstacle.rule());
      json.writeStringField("obstacle", obstacle.obstacle());
      if (obstacle.instanceType() != null) {
        json.writeStringField("instanceType", obstacle.instanceType());
      }
      json.writeStringField("message", obstacle.message());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(String name, List<String> texts, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
