package dev.plumbline.cli.evaluate;

import dev.plumbline.cli.audit.AuditOptions;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.SnapshotOptions;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.record.Replay;
import dev.plumbline.source.Snapshot;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every explanation: which rules, which time, a snapshot or a log. */
final class ExplainOptions {

  /** After everything that is recorded; the log looks for what is later than it. */
  private static final Instant END = Instant.MAX.minusNanos(1);

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Overlay the shipped rules and data with this folder.")
  private @Nullable Path rules;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = {
        "Evaluate at this time (2026-12-01T08:00:00Z, or a day in UTC), not the snapshot's own;",
        "with --log: as it was recorded at this time."
      })
  private @Nullable String at;

  @Option(
      names = "--log",
      paramLabel = "LOCATION",
      description = {
        "Query a decision log, a folder or s3://bucket/prefix, in place of a snapshot: the rules"
            + " and",
        "facts at the time --at (default: its last entry)."
      })
  private @Nullable String log;

  record Ground(RuleSet rules, Collection<Fact> facts) {}

  Ground ground(
      SnapshotOptions.RuleLayers layers,
      SnapshotReader folders,
      @Nullable String path,
      String otherwise,
      Progress progress,
      CommandLine command) {
    var time = TimeOption.of(at, command);
    if (log != null) {
      if (path != null || rules != null) {
        throw new ParameterException(
            command,
            (path == null ? "--rules " + rules : path)
                + " and --log cannot go together: the log has rules and facts of its own.");
      }
      return recorded(log, time, progress, command.getErr());
    }
    progress.now("compiling rules");
    Evaluation evaluation = layers.with(rules);
    progress.now("reading");
    Snapshot snapshot;
    if (path == null) {
      SnapshotOptions.example(otherwise, command.getErr());
      snapshot = evaluation.read(SnapshotReader.EXAMPLES, otherwise, time);
    } else {
      snapshot = evaluation.read(folders, path, time);
    }
    return new Ground(evaluation.rules(), evaluation.facts(snapshot).values());
  }

  private static Ground recorded(
      String place, @Nullable Instant time, Progress progress, PrintWriter err) {
    try {
      progress.now("replaying the log");
      var replay = new Replay(AuditOptions.stored(place), progress::now);
      Replay.Moment moment = replay.moment(time == null ? END : time);
      err.println("plumbline: as of entry %d, %s".formatted(moment.sequence(), moment.at()));
      err.flush();
      return new Ground(moment.rules(), moment.facts());
    } catch (AlteredLogException e) {
      throw new InvalidInputException(e);
    } catch (InvalidLogException e) {
      throw new InvalidInputException(new InvalidLogException(place + ": " + e.getMessage()));
    }
  }
}
