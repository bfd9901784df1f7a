package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.NodePoolTaint;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.PreferenceItem;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts out of a NodePool. */
final class NodePoolObjects {

  private static final String PREFER = "plumbline.dev/prefer";
  private static final String TOO_DEEP = "Maybe it is indented one level too deep.";

  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
  private static final String EFFECT = "Maybe one of " + String.join(", ", EFFECTS) + ".";

  private NodePoolObjects() {}

  static List<Fact> facts(Cursor root, String name) {
    Cursor spec = root.required("spec", ObjectParts.CUT);
    Cursor template = spec.required("template", TOO_DEEP);
    Cursor templateSpec = template.required("spec", TOO_DEEP);
    String nodeClass = ObjectParts.nodeClass(templateSpec);
    if (nodeClass == null) {
      return List.of();
    }
    List<Requirement> written =
        OwnEntries.without(RequirementList.read(templateSpec.at("requirements")), root);
    var requirements = new ArrayList<>(written);
    template
        .at("metadata")
        .at("labels")
        .scalars()
        .forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, value)));
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodePool(
            name,
            nodeClass,
            weight(spec.at("weight")),
            Requirements.of(requirements),
            ObjectParts.annotations(root),
            ObjectParts.labels(root),
            ObjectParts.deleting(root),
            spec.at("replicas").countOrNull(),
            Quantities.all(spec.at("limits")),
            Quantities.all(root.at("status").at("resources"))));
    facts.addAll(minValues(written, name));
    facts.addAll(Budgets.of(spec.at("disruption").at("budgets"), name, OwnEntries.budgets(root)));
    facts.addAll(taints(templateSpec.at("taints"), name, false));
    facts.addAll(taints(templateSpec.at("startupTaints"), name, true));
    facts.addAll(preferences(root, name));
    facts.addAll(ObjectParts.conditions(root.at("status"), "NodePool", name));
    return facts;
  }

  private static @Nullable Integer weight(Cursor weight) {
    Integer number = weight.wholeNumberOrNull();
    if (number != null && (number < 1 || number > 100)) {
      throw weight.wrong(
          "is " + number + ", not from 1 to 100", "Maybe leave it out for a pool that comes last.");
    }
    return number;
  }

  /** One for each label; where several requirements on it tell one, the greatest. */
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

  /** Each once: the API server admits no two of one key and effect. */
  private static List<Fact> taints(Cursor list, String pool, boolean startup) {
    var facts = new LinkedHashMap<String, Fact>();
    for (Cursor taint : list.items()) {
      String key = taint.required("key", "Maybe add the key of the taint.").text();
      Cursor effect = taint.required("effect", EFFECT);
      if (!EFFECTS.contains(effect.text())) {
        throw effect.wrong("is " + effect.shown() + ", which is no effect", EFFECT);
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
                "Maybe a comma is left over.");
      }
      facts.add(new PreferenceItem(pool, position, text, excluded));
    }
    return facts;
  }
}
