package dev.plumbline.twin;

import dev.plumbline.conclusion.RevisionAllowed;
import dev.plumbline.conclusion.RevisionHold;
import dev.plumbline.conclusion.RevisionHoldLifted;
import dev.plumbline.conclusion.RevisionObjection;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.RevisionApproval;
import dev.plumbline.fact.RevisionImpact;
import dev.plumbline.fact.RuleRevision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** rule-revisions.drl: may a revision of the rules serve? */
final class TwinRevisions {

  /** A limit on what goes, or comes, in percent or in number. */
  private record Limit(String rule, String name, boolean share, boolean lost, String text) {}

  private static final Map<String, Limit> LIMITS =
      Map.ofEntries(
          share(
              "REV-010",
              "eligibleAmisLost",
              "AmisLost",
              true,
              "eligible AMIs would no longer be eligible"),
          share(
              "REV-011",
              "eligibleAmisGained",
              "AmisGained",
              false,
              "AMI(s) would be newly eligible beside %d"),
          share(
              "REV-012",
              "nodeClassesMoved",
              "NodeClassesMoved",
              true,
              "node classes would move to other AMIs"),
          count(
              "REV-013",
              "nodeClassesWithoutAmi",
              "NodeClassesWithoutAmi",
              true,
              "node classes would have no AMI"),
          count(
              "REV-014",
              "nodePoolsWithoutType",
              "NodePoolsWithoutType",
              true,
              "NodePools would have no usable instance type"),
          share(
              "REV-015",
              "usableTypesLost",
              "TypesLost",
              true,
              "usable instance types of NodePools would be lost"),
          share(
              "REV-016",
              "usableTypesGained",
              "TypesGained",
              false,
              "instance type(s) of NodePools would be newly usable beside %d"),
          share("REV-017", "nodesDrifting", "NodesDrifting", true, "nodes would newly drift"),
          share(
              "REV-018",
              "nodePoolsReordered",
              "NodePoolsReordered",
              true,
              "NodePools would come at another place in the order"),
          share(
              "REV-020",
              "objectionsLifted",
              "ObjectionsLifted",
              true,
              "subjects of %s would no longer have one"),
          count("REV-021", "gatesOpening", "GatesOpening", true, "closed gates would open"),
          count("REV-022", "gatesClosing", "GatesClosing", false, "gate(s) would close beside %d"),
          count(
              "REV-032", "deletionsDue", "DeletionsDue", false, "object(s) would newly be deleted"),
          count("REV-040", "rulesRemoved", "RulesRemoved", true, "rules would be gone"),
          count(
              "REV-041",
              "rulesWithoutScenario",
              "RulesWithoutScenario",
              false,
              "rule(s) would newly serve that no scenario needs"),
          count("REV-042", "scenariosRemoved", "ScenariosRemoved", true, "scenarios would be gone"),
          count(
              "REV-043",
              "limitsLoosened",
              "LimitsLoosened",
              true,
              "limits of revisions would be loosened"),
          count(
              "REV-044",
              "guardFilesChanged",
              "GuardFilesChanged",
              true,
              "files of rules that judge revisions would change"),
          share(
              "REV-051",
              "conclusions",
              "Growth",
              false,
              "more conclusion(s) would be drawn than the %d of now"));

  private final Map<String, String> parameters = new HashMap<>();
  private final TwinConclusions out;

  private TwinRevisions(TwinConclusions out) {
    this.out = out;
  }

  private static Map.Entry<String, Limit> share(
      String rule, String measure, String name, boolean lost, String text) {
    return Map.entry(measure, new Limit(rule, "revision.max" + name + "Percent", true, lost, text));
  }

  private static Map.Entry<String, Limit> count(
      String rule, String measure, String name, boolean lost, String text) {
    return Map.entry(measure, new Limit(rule, "revision.max" + name, false, lost, text));
  }

  static void judge(Collection<Fact> facts, TwinConclusions out) {
    var twin = new TwinRevisions(out);
    var revisions = new ArrayList<String>();
    var impacts = new HashMap<String, List<RevisionImpact>>();
    var approvals = new HashMap<String, String>();
    for (Fact fact : facts) {
      switch (fact) {
        case Parameter it -> twin.parameters.put(it.name() + "/" + it.item(), it.value());
        case RuleRevision it when List.of("candidate", "held").contains(it.state()) ->
            revisions.add(it.digest());
        case RevisionImpact it ->
            impacts.computeIfAbsent(it.digest(), digest -> new ArrayList<>()).add(it);
        case RevisionApproval it -> approvals.put(it.digest(), it.by());
        default -> {}
      }
    }
    for (String digest : revisions) {
      List<RevisionImpact> measured = impacts.getOrDefault(digest, List.of());
      twin.judge(digest, measured, approvals.get(digest));
    }
  }

  private void judge(String digest, List<RevisionImpact> measured, @Nullable String approval) {
    boolean free = !measured.isEmpty();
    for (RevisionImpact impact : measured) {
      RevisionObjection objection = objection(impact);
      if (objection == null) {
        continue;
      }
      out.add(objection);
      if (approval == null) {
        free = false;
        out.add(
            new RevisionHold(
                objection.rule(),
                digest,
                objection.message()
                    + ". Take it back, or approve it: plumbline rules approve "
                    + digest));
      } else {
        out.add(new RevisionHoldLifted(objection.rule(), digest, approval, objection.message()));
      }
    }
    if (free) {
      out.add(new RevisionAllowed("REV-000", digest));
    }
  }

  private @Nullable RevisionObjection objection(RevisionImpact it) {
    return switch (it.measure()) {
      case "actionsDue" -> due(it);
      case "conclusionsLost" -> conclusions(it);
      default -> {
        Limit limit = LIMITS.get(it.measure());
        yield limit == null ? null : limited(it, limit);
      }
    };
  }

  private @Nullable RevisionObjection limited(RevisionImpact it, Limit limit) {
    BigDecimal most = number(limit.name() + "/");
    long amount = limit.lost() ? it.before() - it.after() : it.after() - it.before();
    if (most == null || !over(Math.max(0, amount), it.before(), limit.share(), most)) {
      return null;
    }
    boolean kind = limit.text().contains("%s");
    String text =
        limit
            .text()
            .replace("(s)", amount == 1 ? "" : "s")
            .replace("%s", it.subject())
            .replace("%d", String.valueOf(it.before()));
    return new RevisionObjection(
        limit.rule(),
        it.digest(),
        it.measure() + (kind ? " of " + it.subject() : ""),
        Math.max(0, amount)
            + (limit.lost() ? " of " + it.before() : "")
            + " "
            + text
            + told(it)
            + ": "
            + limit.name()
            + " is "
            + parameters.get(limit.name() + "/"));
  }

  private @Nullable RevisionObjection due(RevisionImpact it) {
    boolean own = parameters.containsKey("revision.maxActionsDue/" + it.subject());
    String item = own ? it.subject() : "*";
    BigDecimal most = number("revision.maxActionsDue/" + item);
    long gained = Math.max(0, it.after() - it.before());
    if (most == null || !over(gained, 0, false, most)) {
      return null;
    }
    return new RevisionObjection(
        own ? "REV-030" : "REV-031",
        it.digest(),
        "actionsDue of " + it.subject(),
        "%d %s %s would be newly due%s: revision.maxActionsDue of %s is %s"
            .formatted(
                gained,
                gained == 1 ? "action" : "actions",
                it.subject(),
                told(it),
                item,
                parameters.get("revision.maxActionsDue/" + item)));
  }

  private @Nullable RevisionObjection conclusions(RevisionImpact it) {
    BigDecimal most = number("revision.maxConclusionsLostPercent/");
    BigDecimal few = number("revision.fewConclusions/");
    long lost = Math.max(0, it.before() - it.after());
    if (most == null
        || few == null
        || few.compareTo(BigDecimal.valueOf(it.before())) >= 0
        || !over(lost, it.before(), true, most)) {
      return null;
    }
    return new RevisionObjection(
        "REV-050",
        it.digest(),
        "conclusionsLost of " + it.subject(),
        "%d of %d conclusions %s would be gone or have other values%s: revision.maxConclusionsLostPercent is %s"
            .formatted(
                lost,
                it.before(),
                it.subject(),
                told(it),
                parameters.get("revision.maxConclusionsLostPercent/")));
  }

  private static boolean over(long amount, long all, boolean share, BigDecimal most) {
    BigDecimal left = share ? BigDecimal.valueOf(100 * amount) : BigDecimal.valueOf(amount);
    return left.compareTo(share ? most.multiply(BigDecimal.valueOf(all)) : most) > 0;
  }

  private @Nullable BigDecimal number(String parameter) {
    String value = parameters.get(parameter);
    return value == null ? null : new BigDecimal(value);
  }

  private static String told(RevisionImpact it) {
    if (it.examples().list().isEmpty()) {
      return "";
    }
    long more = Math.abs(it.before() - it.after()) - it.examples().size();
    return " ("
        + String.join(", ", it.examples().list())
        + (more > 0 ? " and " + more + " more)" : ")");
  }
}
