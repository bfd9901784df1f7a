package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.DisruptionBudget;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code spec.disruption.budgets} of a NodePool, checked as the API server checks it. */
final class Budgets {

  private static final String DEFAULT = "10%";
  private static final String NODES = "(100|[0-9]{1,2})%|[0-9]+";
  private static final String DURATION = "(([0-9]+[hm])|([0-9]+h[0-9]+m))(0s)?";
  private static final List<String> REASONS = List.of("Drifted", "Empty", "Underutilized");

  private Budgets() {}

  /**
   * Those of {@code list} but for {@code ours}; when it is not there, the one that the API server
   * sets.
   */
  static List<DisruptionBudget> of(Cursor list, String pool, List<JsonNode> ours) {
    if (!list.present()) {
      return List.of(new DisruptionBudget(pool, 0, DEFAULT, Values.NONE, null, null));
    }
    var budgets = new ArrayList<DisruptionBudget>();
    for (Cursor item : list.items()) {
      if (ours.contains(item.node())) {
        continue;
      }
      String schedule = item.at("schedule").textOrNull();
      Duration duration = duration(item.at("duration"));
      if ((schedule == null) != (duration == null)) {
        throw item.at(schedule == null ? "schedule" : "duration")
            .wrong(
                "is missing, but " + (schedule == null ? "duration" : "schedule") + " is set",
                "Maybe add it: they go together.");
      }
      budgets.add(
          new DisruptionBudget(
              pool,
              budgets.size(),
              nodes(item.at("nodes")),
              reasons(item.at("reasons")),
              schedule,
              duration));
    }
    return budgets;
  }

  private static String nodes(Cursor nodes) {
    String text = nodes.scalarOrNull();
    if (text == null) {
      return DEFAULT;
    }
    if (!text.matches(NODES)) {
      throw nodes.wrong(
          "is " + nodes.shown() + ", no number of nodes", "Maybe write it as \"5\" or \"20%\".");
    }
    return text;
  }

  private static Values reasons(Cursor reasons) {
    for (Cursor reason : reasons.items()) {
      if (!REASONS.contains(reason.text())) {
        throw reason.wrong(
            "is " + reason.shown() + ", not one of " + String.join(", ", REASONS),
            Nearest.advice(reason.text(), REASONS));
      }
    }
    return Values.of(reasons.texts());
  }

  private static @Nullable Duration duration(Cursor duration) {
    String text = duration.textOrNull();
    if (text == null) {
      return null;
    }
    Duration span = text.matches(DURATION) ? Durations.parse(text) : null;
    if (span == null) {
      throw duration.wrong(
          "is " + duration.shown() + ", which is no time span", "Maybe write it as 8h or 1h30m.");
    }
    return span;
  }
}
