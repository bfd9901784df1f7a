package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.RolloutHealth;
import dev.plumbline.conclusion.RolloutStage;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.host.Live;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one rollout stood at one time.
 *
 * @param at the time that the rules judged by
 * @param nodeClass the node class
 * @param ami the image id
 * @param stage soaking, canary, held, rolling, complete
 * @param message why, in words
 * @param old how many node claims run another image; null when only the stage is known
 * @param fresh how many run the image; null when only the stage is known
 * @param failed how many of those do not work; null when only the stage is known
 */
public record RolloutPoint(
    Instant at,
    String nodeClass,
    String ami,
    String stage,
    String message,
    @Nullable Integer old,
    @Nullable Integer fresh,
    @Nullable Integer failed) {

  /** Where each stands in {@code live}, sorted by node class and image. */
  public static List<RolloutPoint> of(Live live) {
    List<RolloutStage> stages = live.settlement().of(RolloutStage.class);
    if (stages.isEmpty()) {
      return List.of();
    }
    var behind = new HashMap<String, Integer>();
    for (AmiBehind each : live.settlement().of(AmiBehind.class)) {
      behind.merge(name(each.nodeClass(), each.ami()), 1, Integer::sum);
    }
    var running = new HashMap<String, Integer>();
    for (NodeClaim each : Known.facts(live, NodeClaim.class)) {
      if (each.ami() != null && !each.deleting()) {
        running.merge(name(each.nodeClass(), each.ami()), 1, Integer::sum);
      }
    }
    var failed = new HashMap<String, Integer>();
    for (RolloutHealth each : live.settlement().of(RolloutHealth.class)) {
      failed.put(name(each.nodeClass(), each.ami()), Math.toIntExact(each.failed()));
    }
    Instant at = Known.now(live);
    return stages.stream()
        .map(
            stage -> {
              String name = name(stage.nodeClass(), stage.ami());
              return new RolloutPoint(
                  at,
                  stage.nodeClass(),
                  stage.ami(),
                  stage.stage(),
                  stage.message(),
                  behind.getOrDefault(name, 0),
                  running.getOrDefault(name, 0),
                  failed.getOrDefault(name, 0));
            })
        .toList();
  }

  /** Since when it has been in its stage, as far as {@code history} goes back. */
  static Instant since(RolloutPoint now, List<RolloutPoint> history) {
    Instant since = now.at();
    for (RolloutPoint each : history.reversed()) {
      if (each.name().equals(now.name())) {
        if (!each.stage().equals(now.stage())) {
          return since;
        }
        since = each.at();
      }
    }
    return since;
  }

  static String name(String nodeClass, String ami) {
    return nodeClass + "/" + ami;
  }

  /** Of which rollout it is. */
  public String name() {
    return name(nodeClass, ami);
  }

  /** Whether nothing but the time differs. */
  public boolean same(RolloutPoint other) {
    return name().equals(other.name())
        && stage.equals(other.stage())
        && Objects.equals(old, other.old)
        && Objects.equals(fresh, other.fresh)
        && Objects.equals(failed, other.failed);
  }

  ObjectNode json() {
    return Known.JSON
        .objectNode()
        .put("at", at.toString())
        .put("nodeClass", nodeClass)
        .put("ami", ami)
        .put("stage", stage)
        .put("old", old)
        .put("new", fresh)
        .put("failed", failed);
  }
}
