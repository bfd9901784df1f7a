package dev.plumbline.view;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A plan, summarized.
 *
 * @param healthy the number of reports without findings
 */
public record PlanView(
    List<Action> actions, int changes, int due, int held, int healthy, SortedSet<String> waiting) {

  private static final Set<String> KINDS =
      Arrays.stream(ActionKind.values()).map(ActionKind::wire).collect(Collectors.toSet());

  public static PlanView of(List<Action> all, List<GateClosed> gates) {
    List<Action> shown = all.stream().filter(action -> !healthy(action)).toList();
    List<Action> changes =
        all.stream()
            .filter(action -> !(action.change() instanceof Change.PublishFindings))
            .toList();
    var waiting = new TreeSet<String>();
    for (GateClosed gate : gates) {
      if (KINDS.contains(gate.gate())) {
        waiting.add(gate.gate() + " of " + gate.blocks() + " waits for " + gate.waitsFor());
      }
    }
    return new PlanView(
        shown,
        changes.size(),
        (int) changes.stream().filter(Action::due).count(),
        (int) changes.stream().filter(action -> action.held() != null).count(),
        all.size() - shown.size(),
        waiting);
  }

  /** The number of changes that are only reported, since their mode is observe. */
  public int observed() {
    return changes - due - held;
  }

  /** Whether it is a report of pass and skip results only. */
  private static boolean healthy(Action action) {
    return action.change() instanceof Change.PublishFindings publish
        && publish.findings().stream()
            .allMatch(found -> found.result().equals("pass") || found.result().equals("skip"));
  }
}
