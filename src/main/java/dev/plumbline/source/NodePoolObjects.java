package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Disruption.NodePoolConsolidation;
import dev.plumbline.fact.Disruption.WrittenHold;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pools.ForeignNodePool;
import dev.plumbline.fact.Pools.MinValues;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Pools.NodePoolTaint;
import dev.plumbline.fact.Pools.PreferenceItem;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import dev.plumbline.source.KarpenterObjects.Quantities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

final class NodePoolObjects {

  private static final String PREFER = "plumbline.dev/prefer";
  private static final String TOO_DEEP = "Try: indent it one level less.";

  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final String EFFECT = "Try: one of " + String.join(", ", EFFECTS) + ".";

  private NodePoolObjects() {}

  static List<Fact> facts(Cursor root, String name) {
    Cursor spec = root.required("spec", ObjectParts.CUT);
    Cursor template = spec.required("template", TOO_DEEP);
    Cursor templateSpec = template.required("spec", TOO_DEEP);
    String nodeClass = ObjectParts.nodeClass(templateSpec);
    if (nodeClass == null) {
      Cursor reference = templateSpec.at("nodeClassRef");
      String kind = reference.at("kind").textOrNull();
      return List.of(
          new ForeignNodePool(name, reference.at("group").text(), kind == null ? "" : kind));
    }
    List<Requirement> standing = RequirementList.read(templateSpec.at("requirements"));
    List<Requirement> written = PlumblineEntries.without(standing, root);
    var all = new ArrayList<>(written);
    template
        .at("metadata")
        .at("labels")
        .scalars()
        .forEach((key, value) -> all.add(new Requirement(key, Operator.IN, value)));
    Requirements requirements = Requirements.of(all);
    Requirements ofSpec = Requirements.of(standing);
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodePool(
            name,
            nodeClass,
            weight(spec.at("weight")),
            requirements,
            ObjectParts.annotations(root),
            ObjectParts.labels(root),
            ObjectParts.deleting(root),
            spec.at("replicas").countOrNull(),
            Quantities.all(spec.at("limits")),
            Quantities.all(root.at("status").at("resources")),
            ofSpec.equals(requirements) ? null : ofSpec));
    facts.addAll(minValues(written, name));
    if ("Balanced".equals(spec.at("disruption").at("consolidationPolicy").textOrNull())) {
      facts.add(new NodePoolConsolidation(name, "Balanced"));
    }
    Cursor budgets = spec.at("disruption").at("budgets");
    List<JsonNode> owned = PlumblineEntries.budgets(root);
    facts.addAll(Budgets.of(budgets, name, owned));
    if (!owned.isEmpty()) {
      List<JsonNode> there = budgets.items().stream().map(Cursor::node).toList();
      facts.add(new WrittenHold(name, there.containsAll(owned)));
    }
    facts.addAll(taints(templateSpec.at("taints"), name, false));
    facts.addAll(taints(templateSpec.at("startupTaints"), name, true));
    facts.addAll(preferences(root, name));
    facts.addAll(ObjectParts.conditions(root.at("status"), ObjectKind.NODE_POOL, name));
    return facts;
  }

  private static @Nullable Integer weight(Cursor weight) {
    Integer number = weight.wholeNumberOrNull();
    if (number != null && (number < 1 || number > 100)) {
      throw weight.wrong(
          "is " + number + ", not from 1 to 100", "Try: leave it out for a pool that comes last.");
    }
    return number;
  }

  private static List<Fact> minValues(List<Requirement> requirements, String pool) {
    var byLabel = new TreeMap<String, Integer>();
    for (Requirement requirement : requirements) {
      Integer count = requirement.minValues();
      if (count != null) {
        byLabel.merge(Requirements.label(requirement.key()), count, Math::max);
      }
    }
    var facts = new ArrayList<Fact>();
    byLabel.forEach((label, count) -> facts.add(new MinValues(pool, label, count)));
    return facts;
  }

  /** The taints; the API server rejects duplicates of key and effect. */
  private static List<Fact> taints(Cursor list, String pool, boolean startup) {
    var facts = new LinkedHashMap<String, Fact>();
    for (Cursor taint : list.items()) {
      String key = taint.required("key", "Try: add the key of the taint.").text();
      Cursor effect = taint.required("effect", EFFECT);
      if (!EFFECTS.contains(effect.text())) {
        throw effect.wrong("is " + effect.shown() + ", which is not an effect", EFFECT);
      }
      String value = taint.at("value").scalarOrNull();
      var fact = new NodePoolTaint(pool, key, value == null ? "" : value, effect.text(), startup);
      facts.put(fact.key(), fact);
    }
    return List.copyOf(facts.values());
  }

  private static List<Fact> preferences(Cursor root, String pool) {
    Cursor annotation = root.at("metadata").at("annotations").at(PREFER);
    var facts = new ArrayList<Fact>();
    if (!annotation.present()) {
      return facts;
    }
    for (String part : annotation.scalar().split(",", -1)) {
      String item = part.strip();
      boolean excluded = item.startsWith("!");
      String text = excluded ? item.substring(1).strip() : item;
      int position = facts.size() + 1;
      if (text.isEmpty()) {
        throw root.origin()
            .fault(
                "metadata.annotations[\"" + PREFER + "\"]",
                "is " + annotation.shown() + ", whose item " + position + " is empty",
                "Try: remove the extra comma.");
      }
      facts.add(new PreferenceItem(pool, position, text, excluded));
    }
    return facts;
  }

  /** {@code spec.disruption.budgets} of a NodePool, checked as the API server checks it. */
  static final class Budgets {

    private static final String DEFAULT = "10%";
    private static final String NODES = "(100|[0-9]{1,2})%|[0-9]+";
    private static final String DURATION = "(([0-9]+[hm])|([0-9]+h[0-9]+m))(0s)?";
    private static final List<String> REASONS = List.of("Drifted", "Empty", "Underutilized");

    private Budgets() {}

    /**
     * The budgets of {@code list} without {@code owned}; the API server's default when it is
     * missing.
     */
    static List<DisruptionBudget> of(Cursor list, String pool, List<JsonNode> owned) {
      if (!list.present()) {
        return List.of(new DisruptionBudget(pool, 0, DEFAULT, Values.NONE, null, null, false));
      }
      var budgets = new ArrayList<DisruptionBudget>();
      for (Cursor item : list.items()) {
        if (owned.contains(item.node())) {
          continue;
        }
        Cursor reasons = item.at("reasons");
        String schedule = item.at("schedule").textOrNull();
        Duration duration = duration(item.at("duration"));
        if ((schedule == null) != (duration == null)) {
          throw item.at(schedule == null ? "schedule" : "duration")
              .wrong(
                  "is missing, but " + (schedule == null ? "duration" : "schedule") + " is set",
                  "Try: add it, they go together.");
        }
        budgets.add(
            new DisruptionBudget(
                pool,
                budgets.size(),
                nodes(item.at("nodes")),
                reasons(reasons),
                schedule,
                duration,
                reasons.present() && reasons.items().isEmpty()));
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
            "is " + nodes.shown() + ", not a number of nodes",
            "Try: write it as \"5\" or \"20%\".");
      }
      return text;
    }

    private static Values reasons(Cursor reasons) {
      for (Cursor reason : reasons.items()) {
        if (!REASONS.contains(reason.text())) {
          throw reason.wrong(
              "is " + reason.shown() + ", not one of " + String.join(", ", REASONS),
              Nearest.suggestion(reason.text(), REASONS));
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
            "is " + duration.shown() + ", which is not a time span",
            "Try: write it as 8h or 1h30m.");
      }
      return span;
    }
  }
}
