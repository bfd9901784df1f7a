package dev.plumbline.cli;

import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Host;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.Live;
import dev.plumbline.host.LiveParts;
import dev.plumbline.host.Surroundings;
import dev.plumbline.host.audit.AuditParts;
import dev.plumbline.host.rules.Revision;
import dev.plumbline.host.rules.RevisionState;
import dev.plumbline.host.rules.RuleParts;
import dev.plumbline.host.rules.RuleService;
import dev.plumbline.host.rules.RuleStanding;
import dev.plumbline.rule.RuleFiles;
import dev.plumbline.rule.RuleSet;
import dev.plumbline.source.FactSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The program as {@code plumbline serve --snapshot} runs it, over the folder of a story and by its
 * time. It is told nothing but what stands in that folder.
 */
final class StoryStage implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 20;

  private final LiveParts parts;
  private final RuleParts ruleParts;
  private final RuleService revisions;
  private final Surroundings around;
  private final Host host;

  /** Begins with what the folder holds. */
  StoryStage(StoryFolder folder, LiveParts parts, RuleParts ruleParts, AuditParts audit) {
    this.parts = parts;
    this.ruleParts = ruleParts;
    var parameters = new OutsideParameters(parts.settings());
    this.revisions = ruleParts.open(folder.path(StoryFolder.RULES), false, parameters, folder);
    var evaluation = revisions.evaluation();
    var watch = evaluation.watch(folder.path(StoryFolder.SNAPSHOT), parts.settings(), folder);
    this.around = audit.recorded(Surroundings.of(parameters.of(watch)), false, folder);
    HostEvents changes = revisions.events(parts.published(), around.acting().planner());
    this.host =
        new Host(
            evaluation,
            parts.published(),
            around.acting(),
            parts.settings().pace(folder),
            HostEvents.all(List.of(parts.events(around), changes)));
    host.publish(List.of(parameters.told(evaluation)));
    host.start();
    around.start(host);
    revisions.start(host, around.acting().leader());
  }

  /** What holds once a step has taken its effect. */
  Live after(Story.Step step, @Nullable Live before) {
    Instant at = step.at();
    if (at != null) {
      await(step, () -> reached(at));
    }
    if (step.rules() == Story.Rules.SERVES && before != null) {
      await(step, () -> !live().rules().digest().equals(before.rules().digest()));
    }
    if (step.rules() == Story.Rules.REJECTED) {
      await(step, () -> stopped(RevisionState.REJECTED) != null);
    }
    if (step.rules() == Story.Rules.HELD) {
      await(step, () -> stopped(RevisionState.HELD) != null);
    }
    await(step, () -> parts.published().log().waiting() == 0);
    return live();
  }

  private boolean reached(Instant at) {
    Live live = parts.published().now();
    List<Fact> times =
        live == null ? List.of() : live.facts().getOrDefault("EvaluationTime", List.of());
    return times.contains(new EvaluationTime(at));
  }

  private Live live() {
    Live live = parts.published().now();
    if (live == null) {
      throw new IllegalStateException("nothing has settled");
    }
    return live;
  }

  /** The rules of a folder: those that serve, if it holds these. */
  Evaluation rules(@Nullable Path folder) {
    RuleSet serving = live().rules();
    return folder != null && RuleFiles.in(folder).digest().equals(serving.digest())
        ? Evaluation.with(serving)
        : Evaluation.with(folder);
  }

  /** The rules that were offered last and do not serve; null when they do. */
  @Nullable Revision candidate() {
    return ruleParts.standing().candidate();
  }

  private @Nullable Revision stopped(RevisionState state) {
    Revision candidate = candidate();
    return candidate != null && candidate.state() == state ? candidate : null;
  }

  private void await(Story.Step step, BooleanSupplier so) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!so.getAsBoolean()) {
        if (System.nanoTime() > end) {
          RuleStanding standing = ruleParts.standing();
          throw new IllegalStateException(
              "the story does not go on after '%s': %s, rules %s %s"
                  .formatted(
                      step.title(), parts.published().log(), standing.word(), standing.reasons()));
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    revisions.close();
    around.sources().forEach(FactSource::close);
    host.close();
    around.close();
  }
}
