package dev.plumbline.twin;

import dev.plumbline.conclusion.ActionAllowance;
import dev.plumbline.conclusion.ActionCap;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.fact.ActionWrites;
import dev.plumbline.fact.Gate;
import dev.plumbline.fact.Parameter;
import java.util.ArrayList;
import java.util.List;

/** The caps of action-modes.drl: how many objects may a kind of action change now? */
final class TwinCaps {

  private TwinCaps() {}

  /** Draws the allowances; the gates that the caps close. */
  static List<GateClosed> count(TwinFacts world, TwinConclusions out) {
    var closed = new ArrayList<GateClosed>();
    for (Gate gate : world.gates) {
      Parameter all = null;
      Parameter own = null;
      for (Parameter each : world.parameters("actions.maxObjects")) {
        all = each.item().equals("*") ? each : all;
        own = each.item().equals(gate.name()) ? each : own;
      }
      Parameter cap = own == null ? all : own;
      if (cap == null || !Character.isUpperCase(gate.name().charAt(0))) {
        continue;
      }
      ActionWrites writes = world.writes.get(gate.name());
      int left = Math.max(0, cap.whole() - (writes == null ? 0 : writes.objects()));
      out.add(new ActionCap(gate.name(), cap.whole()));
      out.add(new ActionAllowance(gate.name(), left));
      if (left == 0) {
        closed.addAll(close(world, gate.name(), writes));
      }
    }
    return closed;
  }

  private static List<GateClosed> close(TwinFacts world, String action, ActionWrites writes) {
    String cap = "actions.maxObjects";
    if (writes == null) {
      String message = cap + " lets " + action + " change nothing. Maybe raise it.";
      return List.of(new GateClosed(action, "Cluster", cap, "persistent", null, message));
    }
    return world.parameters("actions.interval").stream()
        .map(
            interval ->
                new GateClosed(
                    action,
                    "Cluster",
                    cap,
                    "transient",
                    writes.since(),
                    "objects changed since "
                        + writes.since()
                        + ": "
                        + writes.objects()
                        + ", as many as actions.maxObjects lets "
                        + action
                        + " change within "
                        + interval.value()
                        + "; it opens by itself, not before "
                        + interval.after(writes.since())))
        .toList();
  }
}
