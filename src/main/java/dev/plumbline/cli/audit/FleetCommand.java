package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.fact.Durations;
import dev.plumbline.fleet.ClusterStatus.Status;
import dev.plumbline.fleet.Fleet;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.fleet.FleetJson;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline fleet}: many clusters, by the ends of their decision logs. */
@Command(
    name = "fleet",
    description = {
      "Show many clusters by their decision logs.",
      "Which rules and images serve where, which gates are closed, what is missing in the record."
          + " Reads a bucket or folder with one log for each cluster; needs no server."
    },
    parameterListHeading = "%nLogs:%n",
    footer = {
      "  plumbline fleet s3://logs",
      "      every cluster that records below this bucket",
      "  plumbline fleet s3://logs --clusters 'prod-*' --follow",
      "      each change of these clusters, until Ctrl-C",
      "  plumbline fleet s3://logs --verify --exit-code -o json",
      "      reads and verifies every log to its beginning, for a job at night"
    },
    exitCodeList = {"3:a log is broken or incomplete, or older than --max-age (--exit-code)"})
public final class FleetCommand extends Verb {

  /** Reading a bucket is waiting for it. */
  private static final int THREADS = 16;

  private static final Set<Status> UNHEALTHY = EnumSet.of(Status.BROKEN, Status.OLD);

  @Parameters(
      arity = "1..*",
      paramLabel = "LOCATION",
      description =
          "s3://bucket/prefix or folders, with one log or one for\neach cluster, at most three"
              + " levels below.")
  private List<String> locations = List.of();

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private LogLocations.Clusters clusters;

  @Option(
      names = "--max-age",
      paramLabel = "DURATION",
      defaultValue = "30m",
      description = "A log whose newest entry is older counts as old (default: 30m).")
  @SuppressWarnings("NullAway.Init")
  private String maxAge;

  @Option(
      names = "--verify",
      description = "Read and verify every log to its beginning, not only its end.")
  private boolean verify;

  @Option(
      names = "--follow",
      description = "Then read what is new at intervals, and print what changes, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "How often with --follow (default: 30s).")
  private @Nullable String interval;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat output;

  @Option(
      names = "--exit-code",
      description = "Exit with 3 when a log is broken, incomplete or old.")
  private boolean exitCode;

  @Override
  public Integer call() throws IOException {
    boolean json = output.json(command());
    Duration limit = duration("--max-age", maxAge);
    Duration pause = duration("--interval", interval == null ? "30s" : interval);
    if (interval != null && !follow) {
      throw invalid("--interval is how often with --follow. Try: --follow.");
    }
    if (exitCode && follow) {
      throw invalid(
          "--follow does not end by itself, so --exit-code has no use. Try: one of them.");
    }
    FleetStatus status;
    FleetFollow following;
    try (var progress = new Progress(err())) {
      var fleet =
          new Fleet(
              new LogLocations(locations)::find,
              new Settings(clusters::accept, verify, THREADS),
              Clock.systemUTC(),
              progress::now);
      status = fleet.read();
      if (status.clusters().isEmpty()) {
        throw clusters.matchNone(status.others(), command());
      }
      following = new FleetFollow(fleet, status, limit, json);
    }
    if (!json) {
      FleetWriter.table(status, limit, text());
    } else if (follow) {
      following.all(data());
    } else {
      data().print(FleetJson.of(status, limit).toPrettyString() + "\n");
    }
    data().flush();
    out().flush();
    while (follow && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(pause.toNanos());
      following.look(json ? data() : out(), err());
    }
    boolean unhealthy =
        status.clusters().stream()
            .anyMatch(each -> UNHEALTHY.contains(each.status(status.at(), limit)));
    return exitCode && unhealthy ? ExitCodes.SOMETHING : ExitCodes.ANSWERED;
  }

  private Duration duration(String option, String text) {
    Duration duration = Durations.parse(text);
    if (duration == null || duration.isZero()) {
      throw invalid(option + ": invalid duration '" + text + "'. Try: 30s, 15m or 2h.");
    }
    return duration;
  }
}
