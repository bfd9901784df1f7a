package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.log.Entry;
import dev.plumbline.query.LogState.Conclusion;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a rule concluded that held after an entry. It says that the rule was applied and to what; it
 * does not judge: only a finding does.
 *
 * @param conclusions how many of each type rest on the rule directly or by a step of its file
 * @param steps how many it drew that are a step of its file and are not recorded themselves
 * @param objects what they are about, Kind/name; empty where they are about no object by name
 * @param sequence the entry after which they held
 */
public record RuleObservation(
    RuleHeader rule,
    SortedMap<String, Integer> conclusions,
    int steps,
    SortedSet<String> objects,
    long sequence) {

  /** One for each rule that concluded something which held in {@code state}, by id. */
  static List<RuleObservation> of(LogArchive archive, LogState state) {
    Entry serving = archive.rules().servingAt(state.sequence());
    if (serving == null) {
      return List.of();
    }
    SortedMap<String, RuleHeader> rules = archive.rules().rules(serving);
    var observed = new TreeMap<String, RuleObservation>();
    for (Conclusion each : state.conclusions().values()) {
      SortedSet<String> objects = EntryTerms.subjects(each.fields());
      for (String id : rulesOf(each)) {
        RuleHeader rule = rules.get(id);
        if (rule != null) {
          RuleObservation of =
              observed.computeIfAbsent(id, none -> new RuleObservation(rule, state));
          of.conclusions().merge(each.type(), 1, Integer::sum);
          of.objects().addAll(objects);
        }
      }
    }
    for (String id : state.steps().keySet()) {
      RuleHeader rule = rules.get(id);
      if (rule != null) {
        observed.computeIfAbsent(id, none -> new RuleObservation(rule, state));
      }
    }
    return List.copyOf(observed.values());
  }

  private RuleObservation(RuleHeader rule, LogState state) {
    this(
        rule,
        new TreeMap<>(),
        state.steps().getOrDefault(rule.id(), 0),
        new TreeSet<>(),
        state.sequence());
  }

  private static SortedSet<String> rulesOf(Conclusion conclusion) {
    var rules = new TreeSet<>(Set.of(conclusion.text("rule")));
    var left = new ArrayList<JsonNode>(List.of(conclusion.because()));
    while (!left.isEmpty()) {
      JsonNode next = left.removeLast();
      next.path("via").forEach(left::add);
      if (next.isArray()) {
        next.forEach(left::add);
      } else {
        rules.add(BodyReader.text(next, "rule"));
      }
    }
    return rules;
  }

  /** In words: {@code 3 AmiEligible, 1 AmiResolved about 2 objects}. */
  String text() {
    var counts = new ArrayList<String>();
    conclusions.forEach((type, count) -> counts.add(count + " " + type));
    if (conclusions.isEmpty()) {
      counts.add(steps + (steps == 1 ? " step" : " steps") + " of its file");
    }
    return String.join(", ", counts)
        + switch (objects.size()) {
          case 0 -> "";
          case 1 -> " about 1 object";
          default -> " about " + objects.size() + " objects";
        };
  }
}
