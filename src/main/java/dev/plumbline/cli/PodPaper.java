package dev.plumbline.cli;

import dev.plumbline.conclusion.PodObstacle;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.host.explain.PodExplanation;
import java.util.List;

/** Why a pod waits, for people. */
final class PodPaper {

  private final Paper paper;

  PodPaper(Paper paper) {
    this.paper = paper;
  }

  void write(PodExplanation explanation) {
    Pod pod = explanation.pod();
    paper.wrapped(0, "Pod " + pod.path() + " waits for a node and asks for " + pod.requests());
    if (!pod.tolerations().none()) {
      paper.labelled(2, "tolerates", "tolerates", pod.tolerations().toString());
    }
    StatusCondition scheduled = explanation.scheduled();
    if (scheduled != null) {
      paper.labelled(2, "scheduler", "scheduler", scheduled.told());
    }
    explanation.ignored().forEach(why -> head(paper.yellow("ignored"), "ignored", why));
    explanation.loops().forEach(loop -> head(paper.yellow("in vain"), "in vain", loop));
    for (PodExplanation.Way way : explanation.ways()) {
      paper.blank();
      way(way, explanation);
    }
    if (!pod.unjudged().none()) {
      paper.blank();
      paper.wrappedDim(0, "Not judged here: " + pod.unjudged() + ".");
    }
  }

  private void head(String painted, String label, String text) {
    paper.labelled(2, label, painted, text);
  }

  private void way(PodExplanation.Way way, PodExplanation explanation) {
    if (explanation.ways().size() > 1 || !way.requirements().none()) {
      paper.wrapped(
          0, "It requires " + (way.requirements().none() ? "nothing" : way.requirements()) + ":");
    }
    var destination = way.destination();
    if (destination != null) {
      paper.wrapped(
          0,
          "NodePool "
              + destination.nodePool()
              + " would launch a node for it; "
              + destination.instanceType()
              + " is the smallest of its types that holds it. "
              + missing(explanation));
    } else if (way.pools().isEmpty()) {
      paper.wrapped(0, "There is no NodePool.");
    } else {
      long obstacles =
          way.pools().stream()
              .filter(pool -> pool.nodePool().equals(way.nearest()))
              .mapToInt(pool -> pool.obstacles().size())
              .sum();
      paper.wrapped(
          0,
          "No NodePool would launch a node for it. "
              + (obstacles == 0
                  ? ""
                  : way.nearest()
                      + " comes nearest: "
                      + (obstacles == 1
                          ? "one thing is in the way."
                          : obstacles + " things are in the way.")));
    }
    paper.blank();
    int width = way.pools().stream().mapToInt(pool -> pool.nodePool().length()).max().orElse(0);
    for (PodExplanation.Pool pool : way.pools()) {
      pool(pool, width);
    }
  }

  private static String missing(PodExplanation explanation) {
    if (!explanation.ignored().isEmpty()) {
      return "It is not asked to, since the pod is ignored.";
    }
    List<String> onTheWay = explanation.onTheWay();
    return onTheWay.isEmpty()
        ? "Nothing known is missing. Maybe Karpenter has yet to see the pod, or says in its log why not."
        : "Not joined yet: " + String.join(", ", onTheWay) + ".";
  }

  private void pool(PodExplanation.Pool pool, int width) {
    String place = pool.position() == null ? "-" : pool.position().toString();
    String label = Paper.padLeft(place, 3) + "  " + Paper.pad(pool.nodePool(), width);
    if (pool.admitted()) {
      paper.labelled(0, label, paper.green(label), "fits, on " + pool.instanceType() + " at least");
      return;
    }
    if (pool.obstacles().isEmpty()) {
      paper.labelled(0, label, label, "is not judged: what it depends on is not known");
      return;
    }
    boolean first = true;
    for (PodObstacle obstacle : pool.obstacles()) {
      String head = first ? label : " ".repeat(label.length());
      paper.labelled(0, head, first ? paper.red(head) : head, obstacle.message());
      first = false;
    }
  }
}
