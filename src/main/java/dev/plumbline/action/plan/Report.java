package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Mode;
import dev.plumbline.conclusion.Finding;
import java.util.function.Consumer;

/** Says of each object what was found. Whether it has been said already is the writer's to know. */
final class Report implements KindPlanner {

  @Override
  public void plan(Wanted wanted, LiveObjects objects, Consumer<Action> plan) {
    wanted
        .by(Finding.class, Finding::subject)
        .forEach(
            (subject, findings) -> {
              Mode mode = wanted.due(ActionKind.REPORT, subject);
              if (mode != null) {
                plan.accept(
                    new Action(
                        ActionKind.REPORT,
                        Refs.of(subject),
                        mode,
                        null,
                        new Change.Say(findings),
                        findings.stream()
                            .map(f -> f.rule() + " " + f.message())
                            .sorted()
                            .toList()));
              }
            });
  }
}
