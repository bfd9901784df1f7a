package dev.plumbline.action.plan;

import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner.KindPlanner;
import dev.plumbline.conclusion.FindingConclusions.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reports what was found of each object, and which actions on it are held or only shown. The writer
 * knows what was reported already.
 */
final class Report implements KindPlanner {

  /** Of the message of an Event, with room for what stands before it. */
  private static final int MAX_LENGTH = 900;

  private final Map<String, List<Finding>> undone = new HashMap<>();

  /** Reports beside findings which of {@code actions} are only shown or held. */
  Report(List<Action> actions) {
    for (Action action : actions) {
      if (!action.due()) {
        undone.computeIfAbsent(action.object().key(), key -> new ArrayList<>()).add(undone(action));
      }
    }
  }

  private static Finding undone(Action action) {
    String kind = action.kind().wire();
    String subject = action.object().key();
    if (action.held() != null) {
      return new Finding(kind, subject, "warn", "low", "ActionSequencing" + kind, action.held());
    }
    List<String> lines =
        Diff.lines(action.change()).stream()
            .filter(line -> !line.contains("metadata.annotations"))
            .map(String::strip)
            .toList();
    String message = "enforced, it would change: " + String.join("; ", lines);
    return new Finding(
        kind,
        subject,
        "skip",
        "info",
        "Would" + kind,
        message.length() > MAX_LENGTH ? message.substring(0, MAX_LENGTH) + "…" : message);
  }

  @Override
  public void plan(DesiredState wanted, LiveObjects objects, Consumer<Action> plan) {
    wanted
        .by(Finding.class, Finding::subject)
        .forEach(
            (subject, found) -> {
              Mode mode = wanted.due(ActionKind.REPORT, subject);
              if (mode != null) {
                plan.accept(report(subject, mode, found));
              }
            });
  }

  private Action report(String subject, Mode mode, List<Finding> found) {
    var findings = new ArrayList<>(found);
    findings.addAll(undone.getOrDefault(subject, List.of()));
    return new Action(
        ActionKind.REPORT,
        ObjectRefs.of(subject),
        mode,
        null,
        new Change.PublishFindings(List.copyOf(findings)),
        findings.stream().map(f -> f.rule() + " " + f.message()).sorted().toList());
  }
}
