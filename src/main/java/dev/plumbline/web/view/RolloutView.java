package dev.plumbline.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.ReplacementHeld;
import dev.plumbline.host.Live;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Where each rollout stands, with how many nodes are old, new and failed; and how it came here. */
public final class RolloutView {

  private RolloutView() {}

  /**
   * How they stand in {@code live}.
   *
   * @param history the points before, the oldest first
   */
  public static JsonNode of(Live live, List<RolloutPoint> history) {
    Map<String, Map<String, Integer>> held = held(live);
    var known = new Known(live);
    ObjectNode json = Known.document(live);
    ArrayNode rollouts = json.putArray("rollouts");
    for (RolloutPoint each : RolloutPoint.of(live)) {
      ObjectNode one = rollouts.addObject().put("nodeClass", each.nodeClass());
      one.put("ami", each.ami());
      one.set("image", known.image(each.ami()));
      one.put("stage", each.stage()).put("message", each.message());
      one.put("since", RolloutPoint.since(each, history).toString());
      one.putObject("nodes")
          .put("old", each.old())
          .put("new", each.fresh())
          .put("failed", each.failed());
      ArrayNode waits = one.putArray("held");
      held.getOrDefault(each.name(), Map.of())
          .forEach(
              (reason, count) -> {
                int blank = reason.indexOf(' ');
                waits.add(
                    Known.reason(reason.substring(0, blank), reason.substring(blank + 1))
                        .put("count", count));
              });
    }
    ArrayNode points = json.putArray("history");
    history.forEach(each -> points.add(each.json()));
    return json;
  }

  /** How many claims wait, by rollout and by rule with message. */
  private static Map<String, Map<String, Integer>> held(Live live) {
    var rolloutOf = new HashMap<String, String>();
    for (AmiBehind each : live.settlement().of(AmiBehind.class)) {
      rolloutOf.put(each.nodeClaim(), RolloutPoint.name(each.nodeClass(), each.ami()));
    }
    var held = new TreeMap<String, Map<String, Integer>>();
    for (ReplacementHeld each : live.settlement().of(ReplacementHeld.class)) {
      String rollout = rolloutOf.get(each.nodeClaim());
      if (rollout != null) {
        held.computeIfAbsent(Objects.requireNonNull(rollout), none -> new TreeMap<>())
            .merge(each.rule() + " " + each.message(), 1, Integer::sum);
      }
    }
    return held;
  }
}
