package dev.plumbline.view;

import dev.plumbline.conclusion.ImageConclusions.AmiBehind;
import dev.plumbline.conclusion.RolloutConclusions.ReplacementHeld;
import dev.plumbline.conclusion.RolloutConclusions.RolloutHealth;
import dev.plumbline.conclusion.RolloutConclusions.RolloutStage;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.view.NodeClassView.ImageView;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an AMI rollout in its EC2NodeClass.
 *
 * @param held the NodeClaims on hold, by reason, sorted
 */
public record RolloutView(
    RolloutStage stage,
    ImageView image,
    int behind,
    int running,
    @Nullable RolloutHealth health,
    List<HeldBack> held) {

  public record HeldBack(String rule, String message, int claims, ReplacementHeld conclusion) {}

  public long failed() {
    return health == null ? 0 : health.failed();
  }

  /** All rollouts, sorted by EC2NodeClass and AMI. */
  public static List<RolloutView> all(SettlementIndex index) {
    List<RolloutStage> stages = index.of(RolloutStage.class);
    if (stages.isEmpty()) {
      return List.of();
    }
    List<AmiBehind> behind = index.of(AmiBehind.class);
    Map<String, Integer> behindBy = counts(behind, each -> name(each.nodeClass(), each.ami()));
    Map<String, Integer> runningBy =
        counts(
            index.facts(NodeClaim.class).stream()
                .filter(each -> each.ami() != null && !each.deleting())
                .toList(),
            each -> name(each.nodeClass(), each.ami()));
    var health = new HashMap<String, RolloutHealth>();
    index
        .of(RolloutHealth.class)
        .forEach(each -> health.put(name(each.nodeClass(), each.ami()), each));
    var rolloutOf = new HashMap<String, String>();
    behind.forEach(each -> rolloutOf.put(each.nodeClaim(), name(each.nodeClass(), each.ami())));
    Map<String, List<ReplacementHeld>> heldBy =
        SettlementIndex.group(
            index.of(ReplacementHeld.class), each -> rolloutOf.getOrDefault(each.nodeClaim(), ""));
    return stages.stream()
        .map(
            stage -> {
              String name = name(stage.nodeClass(), stage.ami());
              return new RolloutView(
                  stage,
                  ImageView.of(index, stage.ami()),
                  behindBy.getOrDefault(name, 0),
                  runningBy.getOrDefault(name, 0),
                  health.get(name),
                  held(heldBy.getOrDefault(name, List.of())).stream()
                      .sorted(Comparator.comparing(each -> each.rule() + " " + each.message()))
                      .toList());
            })
        .toList();
  }

  /** NodeClaims on hold by reason, in the order in which each reason first occurs. */
  public static List<HeldBack> held(Collection<ReplacementHeld> claims) {
    var byReason = new LinkedHashMap<String, HeldBack>();
    for (ReplacementHeld each : claims) {
      byReason.merge(
          each.rule() + " " + each.message(),
          new HeldBack(each.rule(), each.message(), 1, each),
          (one, more) ->
              new HeldBack(one.rule(), one.message(), one.claims() + 1, one.conclusion()));
    }
    return List.copyOf(byReason.values());
  }

  private static <T> Map<String, Integer> counts(Collection<T> all, Function<T, String> name) {
    var counts = new HashMap<String, Integer>();
    all.forEach(each -> counts.merge(name.apply(each), 1, Integer::sum));
    return counts;
  }

  private static String name(String nodeClass, @Nullable String ami) {
    return nodeClass + "/" + ami;
  }
}
