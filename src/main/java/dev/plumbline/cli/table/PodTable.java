package dev.plumbline.cli.table;

import dev.plumbline.conclusion.PodConclusions.PodObstacle;
import dev.plumbline.conclusion.PodConclusions.PodSpotDearer;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.why.PodExplanation;
import java.util.List;
import java.util.Locale;

/** Why a pod waits, for people. */
public final class PodTable {

  private final TextOutput out;

  public PodTable(TextOutput out) {
    this.out = out;
  }

  public void write(PodExplanation explanation) {
    Pod pod = explanation.pod();
    out.wrapped(0, "Pod " + pod.path() + " is pending; it requests " + pod.requests());
    if (!pod.tolerations().none()) {
      out.labelled(2, "tolerates", pod.tolerations().toString());
    }
    StatusCondition scheduled = explanation.scheduled();
    if (scheduled != null) {
      out.labelled(2, "scheduler", scheduled.told());
    }
    explanation.ignored().forEach(why -> out.labelled(2, out.yellow("ignored"), why));
    explanation.loops().forEach(loop -> out.labelled(2, out.yellow("launch loop"), loop));
    for (PodExplanation.Way way : explanation.ways()) {
      out.blank();
      way(way, explanation);
    }
    if (!pod.unjudged().none()) {
      out.blank();
      out.wrappedDim(0, "Not evaluated: " + pod.unjudged() + ".");
    }
  }

  private void way(PodExplanation.Way way, PodExplanation explanation) {
    if (explanation.ways().size() > 1 || !way.requirements().none()) {
      out.wrapped(
          0, "It requires " + (way.requirements().none() ? "nothing" : way.requirements()) + ":");
    }
    var destination = way.destination();
    if (destination != null) {
      out.wrapped(
          0,
          "NodePool "
              + destination.nodePool()
              + " would launch a node for it; "
              + destination.instanceType()
              + " is the smallest of its types that holds it. "
              + missing(explanation));
      PodSpotDearer prices = way.prices();
      if (prices != null) {
        out.wrapped(0, sentence(prices.message()));
      }
    } else if (way.pools().isEmpty()) {
      out.wrapped(0, "The cluster has no NodePool.");
    } else {
      long obstacles =
          way.pools().stream()
              .filter(pool -> pool.nodePool().equals(way.nearest()))
              .mapToInt(pool -> pool.obstacles().size())
              .sum();
      out.wrapped(
          0,
          "No NodePool would launch a node for it. "
              + (obstacles == 0
                  ? ""
                  : way.nearest()
                      + " comes closest: "
                      + (obstacles == 1
                          ? "one reason against it."
                          : obstacles + " reasons against it.")));
    }
    out.blank();
    int width = way.pools().stream().mapToInt(pool -> pool.nodePool().length()).max().orElse(0);
    for (PodExplanation.Pool pool : way.pools()) {
      pool(pool, width);
    }
  }

  private static String sentence(String message) {
    return message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1) + ".";
  }

  private static String missing(PodExplanation explanation) {
    if (!explanation.ignored().isEmpty()) {
      return "Karpenter ignores the pod, so it launches nothing.";
    }
    List<String> onTheWay = explanation.onTheWay();
    return onTheWay.isEmpty()
        ? "No known reason against it. Karpenter may not have seen the pod yet; its log may say"
            + " more."
        : "Not joined yet: " + String.join(", ", onTheWay) + ".";
  }

  private void pool(PodExplanation.Pool pool, int width) {
    String place = pool.position() == null ? "-" : pool.position().toString();
    String label = TextOutput.padLeft(place, 3) + "  " + TextOutput.pad(pool.nodePool(), width);
    if (pool.admitted()) {
      out.labelled(0, out.green(label), "fits, on " + pool.instanceType() + " at least");
      return;
    }
    if (pool.obstacles().isEmpty()) {
      out.labelled(0, label, "not evaluated: data that it depends on is missing");
      return;
    }
    boolean first = true;
    for (PodObstacle obstacle : pool.obstacles()) {
      String head = first ? label : " ".repeat(label.length());
      out.labelled(0, first ? out.red(head) : head, obstacle.message());
      first = false;
    }
  }
}
