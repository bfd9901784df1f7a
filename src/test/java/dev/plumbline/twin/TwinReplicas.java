package dev.plumbline.twin;

import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.ReplicaDisagreement;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.ReplicaRevision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** replicas.drl: do all replicas serve the same rules? */
final class TwinReplicas {

  private TwinReplicas() {}

  /** Draws who disagrees; the gates that this closes. */
  static List<GateClosed> compare(TwinFacts world, TwinConclusions out) {
    var closed = new ArrayList<GateClosed>();
    for (ReplicaRevision ours : world.replicas) {
      for (ReplicaRevision theirs : world.replicas) {
        if (!ours.own() || theirs.own() || ours.digest().equals(theirs.digest())) {
          continue;
        }
        for (Parameter limit : world.parameters("revision.agreeWithin")) {
          Duration span = limit.duration();
          Instant since = ours.since().isAfter(theirs.since()) ? ours.since() : theirs.since();
          if (span != null
              && world.time != null
              && !since.plus(span).isAfter(world.time.instant())) {
            disagree(world, ours, theirs, since, limit, out, closed);
          }
        }
      }
    }
    return closed;
  }

  private static void disagree(
      TwinFacts world,
      ReplicaRevision ours,
      ReplicaRevision theirs,
      Instant since,
      Parameter limit,
      TwinConclusions out,
      List<GateClosed> closed) {
    String message =
        "replica %s serves rules %s and this one %s since %s, longer than revision.agreeWithin %s. Maybe a rollout of the pods is not finished, or one cannot take the revision: see its log."
            .formatted(theirs.replica(), theirs.brief(), ours.brief(), since, limit.value());
    out.add(new ReplicaDisagreement("REPL-001", theirs.replica(), theirs.digest(), since, message));
    for (Gate gate : world.gates) {
      if (Character.isUpperCase(gate.name().charAt(0)) && !gate.name().equals("Report")) {
        closed.add(new GateClosed(gate.name(), "Cluster", "replicas", "transient", since, message));
      }
    }
  }
}
