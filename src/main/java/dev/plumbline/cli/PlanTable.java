package dev.plumbline.cli;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.Mode;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.host.Evaluated;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes a plan for people: each action with its diff and its reasons, then how many there are. */
final class PlanTable {

  private static final Set<String> KINDS =
      Arrays.stream(ActionKind.values()).map(ActionKind::wire).collect(Collectors.toSet());

  private final Paper paper;

  PlanTable(Paper paper) {
    this.paper = paper;
  }

  void write(Evaluated evaluated, List<Action> actions) {
    paper.line(0, paper.bold(evaluated.snapshot().path()) + "  at " + evaluated.snapshot().at());
    actions.stream().filter(action -> !well(action)).forEach(this::action);
    paper.blank();
    summary(actions);
    int well = (int) actions.stream().filter(PlanTable::well).count();
    if (well > 0) {
      paper.line(0, "nothing is amiss with " + Words.count(well, "object"));
    }
    var waiting = new TreeSet<String>();
    for (GateClosed gate : evaluated.settlement().of(GateClosed.class)) {
      if (KINDS.contains(gate.gate())) {
        waiting.add(gate.gate() + " of " + gate.blocks() + " waits for " + gate.waitsFor());
      }
    }
    waiting.forEach(line -> paper.wrappedDim(2, line));
  }

  private void action(Action action) {
    paper.blank();
    String mode = action.mode() == Mode.ENFORCE ? "enforce" : "observe";
    paper.line(
        0,
        paper.bold(action.object().key())
            + "  "
            + action.kind().wire()
            + "  "
            + (action.due() ? paper.green(mode) : paper.dim(mode))
            + (action.held() == null ? "" : paper.yellow("  held")));
    for (String line : Diff.lines(action.change())) {
      paper.line(2, painted(line));
    }
    String held = action.held();
    if (held != null) {
      paper.labelled(2, "held", paper.yellow("held"), held);
    }
    for (String reason : action.reasons()) {
      paper.labelled(2, "why", paper.dim("why"), reason);
    }
  }

  /** Whether it tells only that all is well, or what stands in the plan already. */
  private static boolean well(Action action) {
    return action.change() instanceof Change.Say say
        && say.findings().stream()
            .allMatch(found -> found.result().equals("pass") || found.result().equals("skip"));
  }

  private String painted(String line) {
    String mark = line.strip();
    return mark.startsWith("+") ? paper.green(line) : mark.startsWith("-") ? paper.red(line) : line;
  }

  private void summary(List<Action> actions) {
    List<Action> changes =
        actions.stream().filter(action -> !(action.change() instanceof Change.Say)).toList();
    if (changes.isEmpty()) {
      paper.line(0, "nothing to change");
      return;
    }
    int held = (int) changes.stream().filter(action -> action.held() != null).count();
    int due = (int) changes.stream().filter(Action::due).count();
    paper.line(
        0,
        Words.count(changes.size(), "change")
            + ": "
            + due
            + " to be made, "
            + (changes.size() - due - held)
            + " only shown (observe), "
            + held
            + " held");
  }
}
