package dev.plumbline.web.view;

import dev.plumbline.conclusion.PodConclusions.PodDestination;
import dev.plumbline.conclusion.PodConclusions.PodFurtherObstacle;
import dev.plumbline.conclusion.PodConclusions.PodIgnored;
import dev.plumbline.conclusion.PodConclusions.PodObstacle;
import dev.plumbline.conclusion.PoolConclusions.NodePoolObstacle;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.view.SettlementIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The pods that wait for a node, each with its verdict. */
@Schema(name = "PodsView")
public record PodsDocument(
    long sequence,
    @Schema(description = "The time of the evaluation.") Instant now,
    @Schema(description = "Those that wait the longest first.") List<PodRow> pods) {

  @Schema(name = "PodRow")
  record PodRow(
      @Schema(description = "Its namespace and name: shop/cart-0.") String pod,
      @Nullable Instant since,
      @Schema(description = "For how many seconds it has waited.") @Nullable Long seconds,
      @Schema(
              enumeration = {"launch", "none", "ignored"},
              description =
                  "launch: a pool launches a node for it; none: no pool can; ignored: Karpenter"
                      + " launches no node for it.")
          String verdict,
      @Schema(
              description =
                  "The pool that launches a node for it, else the one that comes closest.")
          @Nullable String nodePool,
      @Schema(description = "The instance type of that node.") @Nullable String instanceType,
      @Schema(description = "The rule behind the message.") @Nullable String rule,
      @Schema(description = "What is in the way.") @Nullable String message) {}

  private record Obstacle(String rule, String message) {
    private static final Comparator<Obstacle> ORDER =
        Comparator.comparing(Obstacle::rule).thenComparing(Obstacle::message);
  }

  private record PodVerdict(
      String verdict,
      @Nullable String nodePool,
      @Nullable String instanceType,
      @Nullable Obstacle obstacle) {}

  public static PodsDocument of(long sequence, SettlementIndex index) {
    Instant now = index.now();
    var verdicts = new PodVerdicts(index);
    return new PodsDocument(
        sequence,
        now,
        index.facts(Pod.class).stream()
            .map(pod -> row(pod, verdicts.of(pod), now))
            .sorted(
                Comparator.comparing(
                        PodRow::since, Comparator.nullsFirst(Comparator.naturalOrder()))
                    .thenComparing(PodRow::pod))
            .toList());
  }

  private static PodRow row(Pod pod, PodVerdict verdict, Instant now) {
    Instant since = pod.created();
    Obstacle obstacle = verdict.obstacle();
    return new PodRow(
        pod.path(),
        since,
        since == null ? null : Math.max(0, Duration.between(since, now).toSeconds()),
        verdict.verdict(),
        verdict.nodePool(),
        verdict.instanceType(),
        obstacle == null ? null : obstacle.rule(),
        obstacle == null ? null : obstacle.message());
  }

  /** What the rules concluded for pods, once for all with equal constraints. */
  private static final class PodVerdicts {

    private final List<String> pools;
    private final Map<String, Obstacle> ignored = new HashMap<>();
    private final Map<String, PodDestination> destinations = new HashMap<>();
    private final Map<String, List<Obstacle>> ofPool = new HashMap<>();
    private final Map<String, List<Obstacle>> ofShape = new HashMap<>();
    private final Map<String, List<String>> terms = new HashMap<>();
    private final Map<String, PodVerdict> byShape = new HashMap<>();

    PodVerdicts(SettlementIndex index) {
      pools = index.facts(NodePool.class).stream().map(NodePool::name).sorted().toList();
      for (PodIgnored each : index.of(PodIgnored.class)) {
        ignored.putIfAbsent(each.pod(), new Obstacle(each.rule(), each.message()));
      }
      for (PodDestination each : index.of(PodDestination.class)) {
        destinations.putIfAbsent(each.shape(), each);
      }
      for (NodePoolObstacle each : index.of(NodePoolObstacle.class)) {
        add(ofPool, each.nodePool(), each.rule(), each.message());
      }
      for (PodObstacle each : index.of(PodObstacle.class)) {
        add(ofShape, each.shape() + "\n" + each.nodePool(), each.rule(), each.message());
      }
      for (PodFurtherObstacle each : index.of(PodFurtherObstacle.class)) {
        add(ofShape, each.shape() + "\n" + each.nodePool(), each.rule(), each.message());
      }
      var pods = new HashMap<String, Pod>();
      index.facts(Pod.class).forEach(each -> pods.put(each.path(), each));
      for (NodeAffinityTerm each : index.facts(NodeAffinityTerm.class)) {
        Pod pod = ObjectKind.POD.is(each.kind()) ? pods.get(each.object()) : null;
        if (pod != null) {
          terms
              .computeIfAbsent(pod.path(), key -> new ArrayList<>())
              .add(pod.shapeWith(each.requirements()));
        }
      }
    }

    private static void add(
        Map<String, List<Obstacle>> to, String key, String rule, String message) {
      to.computeIfAbsent(key, none -> new ArrayList<>()).add(new Obstacle(rule, message));
    }

    PodVerdict of(Pod pod) {
      Obstacle skipped = ignored.get(pod.path());
      if (skipped != null) {
        return new PodVerdict("ignored", null, null, skipped);
      }
      PodVerdict first = byShape.computeIfAbsent(pod.shape(), this::ofShape);
      for (String other : terms.getOrDefault(pod.path(), List.of())) {
        PodVerdict verdict = byShape.computeIfAbsent(other, this::ofShape);
        if (first.verdict().equals("none") && verdict.verdict().equals("launch")) {
          return verdict;
        }
      }
      return first;
    }

    private PodVerdict ofShape(String shape) {
      PodDestination destination = destinations.get(shape);
      if (destination != null) {
        return new PodVerdict("launch", destination.nodePool(), destination.instanceType(), null);
      }
      String nearest = null;
      List<Obstacle> fewest = List.of();
      for (String pool : pools) {
        var obstacles = new ArrayList<>(ofPool.getOrDefault(pool, List.of()));
        obstacles.addAll(ofShape.getOrDefault(shape + "\n" + pool, List.of()));
        if (nearest == null || obstacles.size() < fewest.size()) {
          nearest = pool;
          fewest = obstacles;
        }
      }
      return new PodVerdict(
          "none", nearest, null, fewest.stream().min(Obstacle.ORDER).orElse(null));
    }
  }
}
