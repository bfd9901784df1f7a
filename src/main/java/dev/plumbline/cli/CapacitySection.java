package dev.plumbline.cli;

import dev.plumbline.conclusion.CapacityMismatch;
import dev.plumbline.conclusion.CapacityObjection;
import dev.plumbline.conclusion.CapacityOverestimate;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.InstanceTypeCapacity;
import dev.plumbline.conclusion.InstanceTypeLeftOut;
import dev.plumbline.conclusion.LaunchLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Where nodes hold less than was promised, and what capacity rests on. */
final class CapacitySection extends Section {

  CapacitySection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  /** What goes wrong with nodes, the dearest first; nothing when all is well. */
  void write() {
    List<LaunchLoop> loops = answer.of(LaunchLoop.class);
    List<InstanceTypeLeftOut> leftOut = answer.of(InstanceTypeLeftOut.class);
    List<CapacityMismatch> mismatches = answer.of(CapacityMismatch.class);
    List<CapacityOverestimate> overestimates = answer.of(CapacityOverestimate.class);
    if (loops.isEmpty() && leftOut.isEmpty() && mismatches.isEmpty() && overestimates.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold(loops.isEmpty() ? paper.yellow("Capacity") : paper.red("Capacity")));
    list(2, loops, paper::red, LaunchLoop::rule, LaunchLoop::message);
    list(2, leftOut, paper::red, InstanceTypeLeftOut::rule, InstanceTypeLeftOut::message);
    list(
        2,
        mismatches,
        paper::yellow,
        CapacityMismatch::rule,
        each ->
            "Node/" + each.node() + " of NodeClaim/" + each.nodeClaim() + ": " + each.message());
    list(
        2, overestimates, paper::yellow, CapacityOverestimate::rule, CapacityOverestimate::message);
  }

  /** What a node class sets to no effect. */
  void write(String nodeClass) {
    list(
        2,
        answer.of(CapacityObjection.class, nodeClass),
        paper::yellow,
        CapacityObjection::rule,
        CapacityObjection::message);
  }

  /** What all sizes rest on, said once. */
  void basis() {
    List<InstanceTypeCapacity> sized = answer.of(InstanceTypeCapacity.class);
    if (sized.isEmpty()) {
      return;
    }
    var types = new TreeSet<String>();
    var learned = new TreeSet<String>();
    var unknown = new TreeSet<String>();
    for (InstanceTypeCapacity each : sized) {
      types.add(each.instanceType());
      unknown.addAll(each.unknown().list());
      if (each.basis().equals("learned")) {
        learned.add(each.instanceType());
      }
    }
    paper.blank();
    paper.wrappedDim(
        0,
        "capacity of "
            + Words.count(types.size(), "type")
            + (learned.isEmpty()
                ? ""
                : ", of " + Words.number(learned.size()) + " by what nodes have shown")
            + (unknown.isEmpty() ? "" : "; not known: " + String.join(", ", unknown))
            + " (--only InstanceTypeCapacity lists it)");
  }

  /** Each message once, under the rule that says so. */
  private <T extends Conclusion> void list(
      int indent,
      List<T> conclusions,
      UnaryOperator<String> paint,
      Function<T, String> rule,
      Function<T, String> message) {
    Map<String, T> byMessage = new LinkedHashMap<>();
    conclusions.forEach(each -> byMessage.putIfAbsent(message.apply(each), each));
    List<Map.Entry<String, T>> told = List.copyOf(byMessage.entrySet());
    List<Map.Entry<String, T>> shown =
        all ? told : told.subList(0, Math.min(ONE_BY_ONE, told.size()));
    for (Map.Entry<String, T> each : shown) {
      String id = rule.apply(each.getValue());
      paper.labelled(indent, id, paint.apply(id), each.getKey());
      because(indent + 2, each.getValue());
    }
    if (shown.size() < told.size()) {
      paper.line(
          indent + 2,
          "and " + Words.number(told.size() - shown.size()) + " more (--all lists them)");
    }
  }
}
