package dev.plumbline.twin;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.NodePoolExcluded;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolObstacle;
import dev.plumbline.fact.NodePool;

/** pending-pods.drl: what keeps a pool from launching a node, whichever pod waits? */
final class TwinPoolObstacles {

  private final NodePool pool;
  private final TwinFacts world;
  private final TwinConclusions out;

  private TwinPoolObstacles(NodePool pool, TwinFacts world, TwinConclusions out) {
    this.pool = pool;
    this.world = world;
    this.out = out;
  }

  static void of(NodePool pool, TwinFacts world, TwinConclusions out) {
    new TwinPoolObstacles(pool, world, out).stopped();
  }

  private void stopped() {
    String nodeClass = "EC2NodeClass/" + pool.nodeClass();
    for (NodePoolExcluded each : out.of(NodePoolExcluded.class)) {
      if (each.nodePool().equals(pool.name())) {
        stop("PEND-020", "excluded", each.message());
      }
    }
    boolean imagesUnknown = false;
    for (GateClosed each : out.of(GateClosed.class)) {
      String gate = each.gate() + " " + each.blocks();
      if (gate.equals("node-pool-order Cluster")) {
        stop("PEND-021", "gate", "it cannot be told whether it is tried: " + each.message());
      } else if (gate.equals("node-pool-usability NodePool/" + pool.name())) {
        stop("PEND-022", "gate", "it cannot be told which types it can use: " + each.message());
      } else if (gate.equals("capacity " + nodeClass)) {
        stop(
            "PEND-023",
            "gate",
            "it cannot be told what its nodes have room for: " + each.message());
      } else if (gate.equals("ami-resolution " + nodeClass)) {
        imagesUnknown = true;
        stop("PEND-025", "gate", "it cannot be told which image its nodes run: " + each.message());
      }
    }
    TwinClass its = world.classes.get(pool.nodeClass());
    if (its != null && its.fact != null && its.serves.isEmpty() && !imagesUnknown) {
      stop(
          "PEND-024",
          "image",
          "its EC2NodeClass %1$s has no image that may be used. Maybe ask plumbline evaluate --for EC2NodeClass/%1$s why."
              .formatted(pool.nodeClass()));
    }
    for (NodePoolObjection each : out.of(NodePoolObjection.class)) {
      if (each.nodePool().equals(pool.name())) {
        switch (each.rule()) {
          case "POOL-014" -> stop("PEND-030", "types", each.message());
          case "LIMIT-001" -> stop("PEND-031", "limits", each.message());
          case "MINV-001" -> stop("PEND-032", "minValues", each.message());
          case "OFFER-030", "OFFER-031" -> stop("PEND-033", "offerings", each.message());
          default -> {}
        }
      }
    }
  }

  private void stop(String rule, String obstacle, String message) {
    out.add(new NodePoolObstacle(rule, pool.name(), obstacle, message));
  }
}
