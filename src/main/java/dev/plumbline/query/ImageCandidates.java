package dev.plumbline.query;

import static dev.plumbline.fact.RecordType.key;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.conclusion.FindingConclusions.ObjectionWaived;
import dev.plumbline.conclusion.ImageConclusions.AmiApproval;
import dev.plumbline.conclusion.ImageConclusions.AmiEligible;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.conclusion.ImageConclusions.AmiRefusal;
import dev.plumbline.conclusion.ImageConclusions.AmiRelease;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.ImageConclusions.AmiSuperseded;
import dev.plumbline.conclusion.ImageConclusions.AmiTrouble;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
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
  private static final List<Class<? extends dev.plumbline.conclusion.Conclusion>> FOR =
      List.of(
          InstanceTypeUsable.class,
          InstanceTypeAmi.class,
          AmiResolved.class,
          AmiEligible.class,
          AmiApproval.class,
          AmiRelease.class);

  private static final List<Class<? extends dev.plumbline.conclusion.Conclusion>> AGAINST =
      List.of(AmiObjection.class, AmiTrouble.class, AmiSuperseded.class, AmiRefusal.class);

  private final LogState state;
  private final Evidence evidence;
  private final Justification grounds;

  ImageCandidates(LogState state, Evidence evidence) {
    this.state = state;
    this.evidence = evidence;
    this.grounds = new Justification(state, evidence);
  }

  boolean allowed(NodeQuery query) {
    return state.conclusions(AmiEligible.class).stream()
        .anyMatch(
            c ->
                c.text("nodeClass").equals(query.nodeClass()) && c.text("ami").equals(query.ami()));
  }

  List<Line> approvals(NodeQuery query) {
    var lines = new ArrayList<Line>();
    for (var type : FOR) {
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
    for (var type : AGAINST) {
      for (Conclusion each : state.conclusions(type)) {
        if (each.text("ami").equals(ami) && each.text("nodeClass").equals(query.nodeClass())) {
          refused = true;
          if (type != AmiRefusal.class || reasons.isEmpty()) {
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
        each.is(AmiObjection.class)
            ? "objection: " + each.text("message")
            : each.is(AmiTrouble.class)
                ? "should not be running: " + each.text("message")
                : each.is(AmiSuperseded.class)
                    ? named(each.text("by")) + " replaces it"
                    : "refused";
    if (!each.text("rule").isEmpty() && waived(each)) {
      words += " (waived)";
    }
    return new Line(words, null, rule == null ? id : id + " " + rule.place(), below.below());
  }

  private boolean waived(Conclusion objection) {
    String subject =
        key(EC2NodeClass.class, objection.text("nodeClass"))
            + "/"
            + key(Ami.class, objection.text("ami"));
    return state.conclusions(ObjectionWaived.class).stream()
        .anyMatch(
            w ->
                w.text("rule").equals(objection.text("rule")) && w.text("subject").equals(subject));
  }

  private String served(String ami, NodeQuery query) {
    String given = "";
    long types = 0;
    for (Conclusion each : state.conclusions(InstanceTypeAmi.class)) {
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
    evidence.fact(key(Ami.class, ami), state);
    JsonNode fact = state.fact(key(Ami.class, ami));
    return fact == null ? ami : ami + " (" + BodyReader.text(fact, "name") + ")";
  }
}
