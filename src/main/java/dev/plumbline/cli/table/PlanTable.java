package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.action.Action;
import dev.plumbline.action.Mode;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.loop.EvaluationResult;
import dev.plumbline.view.PlanView;

/** Writes a plan for people: each action with its diff and its reasons, then how many there are. */
public final class PlanTable {

  private final TextOutput out;

  public PlanTable(TextOutput out) {
    this.out = out;
  }

  public void write(EvaluationResult evaluated, PlanView plan) {
    out.line(0, out.bold(evaluated.snapshot().path()) + "  at " + evaluated.snapshot().at());
    plan.actions().forEach(this::action);
    out.blank();
    out.line(
        0,
        plan.changes() == 0
            ? "nothing to change"
            : "%s: %d to be made, %d only shown (observe), %d held"
                .formatted(
                    count(plan.changes(), "change"), plan.due(), plan.observed(), plan.held()));
    if (plan.healthy() > 0) {
      out.line(0, "no findings for " + count(plan.healthy(), "object"));
    }
    plan.waiting().forEach(line -> out.wrappedDim(2, line));
  }

  private void action(Action action) {
    out.blank();
    String mode = action.mode() == Mode.ENFORCE ? "enforce" : "observe";
    String held = action.held();
    out.line(
        0,
        out.bold(action.object().key())
            + "  "
            + action.kind().wire()
            + "  "
            + (action.due() ? out.green(mode) : out.dim(mode))
            + (held == null ? "" : out.yellow("  held")));
    for (String line : Diff.lines(action.change())) {
      String mark = line.strip();
      out.line(
          2, mark.startsWith("+") ? out.green(line) : mark.startsWith("-") ? out.red(line) : line);
    }
    if (held != null) {
      out.labelled(2, out.yellow("held"), held);
    }
    action.reasons().forEach(reason -> out.labelled(2, out.dim("why"), reason));
  }
}
