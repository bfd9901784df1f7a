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
 * What would be done.
 *
 * @param actions those that somebody should look at: changes, and reports of what is wrong
 * @param changes how many of them change an object or an image
 * @param due how many changes are to be made
 * @param held how many changes are held back
 * @param healthy of how many objects there is only good to report
 * @param waiting the kinds of action that wait for data, one line each
 */
public record PlanView(
    List<Action> actions, int changes, int due, int held, int healthy, SortedSet<String> waiting) {

  private static final Set<String> KINDS =
      Arrays.stream(ActionKind.values()).map(ActionKind::wire).collect(Collectors.toSet());

  /** The plan of these actions. */
  public static PlanView of(List<Action> all, List<GateClosed> gates) {
    List<Action> shown = all.stream().filter(action -> !healthy(action)).toList();
    List<Action> changes =
        all.stream().filter(action -> !(action.change() instanceof Change.Say)).toList();
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

  /** How many changes are only shown, since their kind observes. */
  public int observed() {
    return changes - due - held;
  }

  /** Whether it reports only that all is well, or what stands in the plan already. */
  private static boolean healthy(Action action) {
    return action.change() instanceof Change.Say say
        && say.findings().stream()
            .allMatch(found -> found.result().equals("pass") || found.result().equals("skip"));
  }
}
