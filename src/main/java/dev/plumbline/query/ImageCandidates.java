package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.query.LogState.Conclusion;
import dev.plumbline.query.NodeAnswer.Line;
import dev.plumbline.query.RuleBook.RuleHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Why an image may be used by a node class, and why others are not. */
final class ImageCandidates {

  /** Conclusions about an image and a node class, in the order they are shown. */
  private static final List<String> FOR =
      List.of(
          "InstanceTypeUsable",
          "InstanceTypeAmi",
          "AmiResolved",
          "AmiEligible",
          "AmiApproval",
          "AmiRelease");

  private static final List<String> AGAINST =
      List.of("AmiObjection", "AmiTrouble", "AmiSuperseded", "AmiRefusal");

  private final LogState state;
  private final Evidence evidence;
  private final Justification grounds;

  ImageCandidates(LogState state, Evidence evidence) {
    this.state = state;
    this.evidence = evidence;
    this.grounds = new Justification(state, evidence);
  }

  boolean allowed(NodeQuery query) {
    return state.conclusions("AmiEligible").stream()
        .anyMatch(
            c ->
                c.text("nodeClass").equals(query.nodeClass()) && c.text("ami").equals(query.ami()));
  }

  List<Line> approvals(NodeQuery query) {
    var lines = new ArrayList<Line>();
    for (String type : FOR) {
      state.conclusions(type).stream()
          .filter(c -> c.text("ami").equals(query.ami()))
          .filter(c -> fits(c, "nodeClass", query.nodeClass()))
          .filter(c -> fits(c, "nodePool", query.nodePool()))
          .filter(c -> fits(c, "instanceType", query.instanceType()))
          .forEach(c -> lines.add(grounds.of(c)));
    }
    return lines;
  }

  List<Line> objections(NodeQuery query) {
    return reasons(query.ami(), query);
  }

  private static boolean fits(Conclusion conclusion, String component, String value) {
    return !conclusion.fields().has(component) || conclusion.text(component).equals(value);
  }

  List<Line> others(NodeQuery query) {
    SortedMap<String, List<Line>> others = new TreeMap<>();
    for (Conclusion each : state.conclusions().values()) {
      String ami = each.text("ami");
      if (!ami.isEmpty()
          && !ami.equals(query.ami())
          && each.text("nodeClass").equals(query.nodeClass())) {
        others.computeIfAbsent(ami, none -> new ArrayList<>());
      }
    }
    others.replaceAll((ami, none) -> reasons(ami, query));
    return others.entrySet().stream()
        .map(other -> Line.of(named(other.getKey()), other.getValue()))
        .toList();
  }

  private List<Line> reasons(String ami, NodeQuery query) {
    var reasons = new ArrayList<Line>();
    boolean refused = false;
    for (String type : AGAINST) {
      for (Conclusion each : state.conclusions(type)) {
        if (each.text("ami").equals(ami) && each.text("nodeClass").equals(query.nodeClass())) {
          refused = true;
          if (!type.equals("AmiRefusal") || reasons.isEmpty()) {
            reasons.add(against(each));
          }
        }
      }
    }
    if (!refused && !ami.equals(query.ami())) {
      reasons.add(Line.of(served(ami, query)));
    }
    return reasons;
  }

  private Line against(Conclusion each) {
    Line below = grounds.of(each);
    String id = each.text("rule").isEmpty() ? String.join(", ", each.rules()) : each.text("rule");
    RuleHeader rule = evidence.rule(id, state.sequence());
    String words =
        switch (each.type()) {
          case "AmiObjection" -> "objection: " + each.text("message");
          case "AmiTrouble" -> "should not be running: " + each.text("message");
          case "AmiSuperseded" -> named(each.text("by")) + " replaces it";
          default -> "refused";
        };
    if (!each.text("rule").isEmpty() && waived(each)) {
      words += " (waived)";
    }
    return new Line(words, null, rule == null ? id : id + " " + rule.place(), below.below());
  }

  private boolean waived(Conclusion objection) {
    String subject =
        "EC2NodeClass/" + objection.text("nodeClass") + "/Ami/" + objection.text("ami");
    return state.conclusions("ObjectionWaived").stream()
        .anyMatch(
            w ->
                w.text("rule").equals(objection.text("rule")) && w.text("subject").equals(subject));
  }

  private String served(String ami, NodeQuery query) {
    String given = "";
    long types = 0;
    for (Conclusion each : state.conclusions("InstanceTypeAmi")) {
      if (each.text("nodeClass").equals(query.nodeClass())) {
        types += each.text("ami").equals(ami) ? 1 : 0;
        if (each.text("instanceType").equals(query.instanceType())) {
          given = each.text("ami");
          evidence.conclusion(each, state);
        }
      }
    }
    if (given.equals(ami)) {
      return "a node of %s would have been given it; this one was launched earlier"
          .formatted(query.instanceType());
    }
    return types == 0
        ? "no objection, but no instance type uses it"
        : "also allowed, for %d other instance types; %s uses %s"
            .formatted(types, query.instanceType(), given.isEmpty() ? "none" : given);
  }

  String named(String ami) {
    evidence.fact("Ami/" + ami, state);
    JsonNode fact = state.fact("Ami/" + ami);
    return fact == null ? ami : ami + " (" + BodyReader.text(fact, "name") + ")";
  }
}
