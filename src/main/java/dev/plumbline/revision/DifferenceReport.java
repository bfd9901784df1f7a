package dev.plumbline.revision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Action;
import dev.plumbline.action.plan.PlanJson;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.revision.DifferenceCounts.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The JSON form of a difference: counts, then lists by type. */
final class DifferenceReport {

  private final int listed;
  private int leftOut;

  private DifferenceReport(int listed) {
    this.listed = listed;
  }

  static ObjectNode of(RevisionDifference difference, int listed) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode summary = json.putArray("summary");
    difference.summary().forEach(summary::add);
    ArrayNode impacts = json.putArray("impacts");
    difference.impacts("").forEach(impact -> impacts.add(of(impact)));
    ArrayNode conclusions = json.putArray("conclusions");
    difference.types().values().forEach(type -> conclusions.add(type.json(listed)));
    json.set("actions", new DifferenceReport(listed).actions(difference.actions()));
    return json;
  }

  static ObjectNode of(RevisionImpact impact) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("measure", impact.measure());
    json.put("subject", impact.subject());
    json.put("before", impact.before());
    json.put("after", impact.after());
    ArrayNode examples = json.putArray("examples");
    impact.examples().list().forEach(examples::add);
    return json;
  }

  private ObjectNode actions(RevisionDifference.ActionDifference actions) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("before", actions.before().actions().size());
    json.put("after", actions.after().actions().size());
    list(json, "added", actions.added(), DifferenceReport::action);
    list(json, "removed", actions.removed(), DifferenceReport::action);
    list(
        json,
        "changed",
        actions.changed(),
        each -> pair(action(each.before()), action(each.after())));
    return json.put("leftOut", leftOut);
  }

  private <T> void list(ObjectNode to, String name, List<T> all, Function<T, JsonNode> form) {
    to.put(name + "Count", all.size());
    ArrayNode list = to.putArray(name);
    all.stream().limit(listed).map(form).forEach(list::add);
    leftOut += all.size() - list.size();
  }

  private static JsonNode pair(JsonNode before, JsonNode after) {
    ObjectNode pair = JsonNodeFactory.instance.objectNode();
    pair.set("before", before);
    pair.set("after", after);
    return pair;
  }

  private static JsonNode action(Action action) {
    return PlanJson.of(action);
  }

  /** What a difference amounts to, in lines for people. */
  static final class Summary {

    private Summary() {}

    static List<String> of(RevisionDifference difference) {
      var lines = new ArrayList<>(of(difference.impacts("")));
      lines.addAll(counts(difference));
      return List.copyOf(lines);
    }

    static List<String> of(List<RevisionImpact> impacts) {
      var lines = new ArrayList<String>();
      for (ImpactMeasure measure : ImpactMeasure.values()) {
        for (RevisionImpact impact : impacts) {
          if (impact.measure().equals(measure.wire())) {
            lines.addAll(lines(measure, impact));
          }
        }
      }
      return lines;
    }

    private static List<String> lines(ImpactMeasure measure, RevisionImpact it) {
      return switch (measure) {
        case NODE_CLASSES_WITHOUT_AMI -> each(it, "node classes", "would have no AMI");
        case NODE_POOLS_WITHOUT_TYPE -> each(it, "NodePools", "would have no usable instance type");
        case DELETIONS_DUE -> more(it, "object", "would be deleted");
        case NODES_DRIFTING -> of(it, "nodes would newly drift");
        case NODE_CLASSES_MOVED -> of(it, "node classes would move to other AMIs");
        case ELIGIBLE_AMIS_LOST -> of(it, "eligible AMIs would no longer be eligible");
        case ELIGIBLE_AMIS_GAINED -> more(it, "AMI", "would be newly eligible");
        case USABLE_TYPES_LOST -> of(it, "usable instance types of NodePools would be lost");
        case USABLE_TYPES_GAINED -> more(it, "instance type", "would be newly usable");
        case NODE_POOLS_REORDERED -> of(it, "NodePools would change position in the order");
        case GATES_OPENING -> of(it, "closed gates would open");
        case GATES_CLOSING -> more(it, "gate", "would close");
        case OBJECTIONS_LIFTED ->
            of(it, "subjects of " + it.subject() + " would no longer have one");
        case ACTIONS_DUE -> more(it, "action", it.subject() + " would be newly due");
        case RULES_REMOVED -> of(it, "rules would be removed");
        case SCENARIOS_REMOVED -> of(it, "scenarios would be removed");
        case RULES_WITHOUT_SCENARIO -> more(it, "rule", "would be active that no scenario needs");
        case GUARDED_PARAMETERS_CHANGED -> of(it, "guarded parameters would change");
        case LIMITS_LOOSENED -> of(it, "limits of revisions would be loosened");
        case GUARD_FILES_CHANGED -> of(it, "files of rules that judge revisions would change");
        case CONCLUSIONS, CONCLUSIONS_LOST -> List.of();
      };
    }

    private static List<String> each(RevisionImpact it, String many, String what) {
      return it.lost() > it.examples().size()
          ? of(it, many + " " + what)
          : it.examples().list().stream()
              .map(object -> object.replaceFirst("/", " ") + " " + what)
              .toList();
    }

    private static List<String> of(RevisionImpact it, String what) {
      return List.of(it.lost() + " of " + it.before() + " " + what + it.told());
    }

    private static List<String> more(RevisionImpact it, String one, String what) {
      return List.of(it.counted(one) + " " + what + it.told());
    }

    private static List<String> counts(RevisionDifference difference) {
      var lines = new ArrayList<String>();
      var types = new ArrayList<String>();
      for (TypeDifference type : difference.types().values()) {
        types.add(
            type.type()
                + " "
                + new Count(type.added().size(), type.removed().size(), type.changed().size()));
      }
      DifferenceCounts counts = difference.counts();
      if (!types.isEmpty()) {
        lines.add("conclusions " + counts.conclusions() + ": " + String.join("; ", types));
      }
      if (!difference.actions().isEmpty()) {
        lines.add("actions " + counts.actions());
      }
      return lines;
    }
  }
}
