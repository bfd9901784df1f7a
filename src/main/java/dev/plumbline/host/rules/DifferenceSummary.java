package dev.plumbline.host.rules;

import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.host.rules.DifferenceCounts.Count;
import java.util.ArrayList;
import java.util.List;

/** What a difference amounts to, in lines for people. */
final class DifferenceSummary {

  /** The measures that are told, the gravest first. */
  private static final List<String> ORDER =
      List.of(
          "nodeClassesWithoutAmi",
          "nodePoolsWithoutType",
          "deletionsDue",
          "nodesDrifting",
          "nodeClassesMoved",
          "eligibleAmisLost",
          "eligibleAmisGained",
          "usableTypesLost",
          "usableTypesGained",
          "nodePoolsReordered",
          "gatesOpening",
          "gatesClosing",
          "objectionsLifted",
          "actionsDue",
          "rulesRemoved",
          "scenariosRemoved",
          "rulesWithoutScenario",
          "limitsLoosened",
          "guardFilesChanged");

  private DifferenceSummary() {}

  static List<String> of(RevisionDifference difference) {
    var lines = new ArrayList<>(of(difference.impacts("")));
    lines.addAll(counts(difference));
    return List.copyOf(lines);
  }

  /** The impacts that people are told, a line each. */
  static List<String> of(List<RevisionImpact> impacts) {
    var lines = new ArrayList<String>();
    for (String measure : ORDER) {
      for (RevisionImpact impact : impacts) {
        if (impact.measure().equals(measure)) {
          lines.addAll(lines(impact));
        }
      }
    }
    return lines;
  }

  private static List<String> lines(RevisionImpact it) {
    return switch (it.measure()) {
      case "nodeClassesWithoutAmi" -> each(it, "node classes", "would have no AMI");
      case "nodePoolsWithoutType" -> each(it, "NodePools", "would have no usable instance type");
      case "deletionsDue" -> more(it, "object", "would be deleted");
      case "nodesDrifting" -> of(it, "nodes would newly drift");
      case "nodeClassesMoved" -> of(it, "node classes would move to other AMIs");
      case "eligibleAmisLost" -> of(it, "eligible AMIs would no longer be");
      case "eligibleAmisGained" -> more(it, "AMI", "would be newly eligible");
      case "usableTypesLost" -> of(it, "usable instance types of NodePools would be lost");
      case "usableTypesGained" -> more(it, "instance type", "would be newly usable");
      case "nodePoolsReordered" -> of(it, "NodePools would come at another place in the order");
      case "gatesOpening" -> of(it, "closed gates would open");
      case "gatesClosing" -> more(it, "gate", "would close");
      case "objectionsLifted" ->
          of(it, "subjects of " + it.subject() + " would have none any more");
      case "actionsDue" -> more(it, "action", it.subject() + " would be newly due");
      case "rulesRemoved" -> of(it, "rules would be gone");
      case "scenariosRemoved" -> of(it, "scenarios would be gone");
      case "rulesWithoutScenario" -> more(it, "rule", "would serve that no scenario needs");
      case "limitsLoosened" -> of(it, "limits of revisions would be loosened");
      case "guardFilesChanged" -> of(it, "files of rules that judge revisions would change");
      default -> List.of();
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
    for (RevisionDifference.TypeDifference type : difference.types().values()) {
      types.add(
          type.type()
              + " "
              + new Count(type.added().size(), type.removed().size(), type.changed().size()));
    }
    DifferenceCounts counts = difference.counts();
    if (!types.isEmpty()) {
      lines.add("conclusions " + counts.conclusions() + ": " + String.join("; ", types));
    }
    if (!difference.actions().none()) {
      lines.add("actions " + counts.actions());
    }
    return lines;
  }
}
