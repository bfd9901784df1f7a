package dev.plumbline.cli.serve;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSource;
import dev.plumbline.wiring.DocumentRecorder;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.HostEnvironment;
import dev.plumbline.wiring.SnapshotWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline snapshot}: what is live, as a folder that can be evaluated again. */
@Command(
    name = "snapshot",
    description = "Record EC2 and the cluster into a snapshot folder.",
    parameterListHeading = "%nFolder:%n",
    footer = {
      "  plumbline snapshot my-cluster",
      "      waits until every source is synced, then writes my-cluster/",
      "  plumbline snapshot clean --snapshot my-cluster",
      "      the same for a snapshot folder, without the fields that are not read",
      "",
      "Secrets, user data and the environments of pods are left out."
    },
    exitCodeList = {"0:written", "1:no source was synced in time, or an internal error"})
public final class SnapshotCommand extends Verb {

  private static final Duration QUIET = Duration.ofSeconds(1);

  @Parameters(
      paramLabel = "DIR",
      description = "The folder to write; it must not exist, or be empty.")
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Option(
      names = "--snapshot",
      paramLabel = "DIR",
      description = "Record this snapshot folder instead of EC2 and a cluster.")
  private @Nullable Path snapshot;

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description =
          "Overlay the shipped rules and data with this folder: they determine what is queried.")
  private @Nullable Path rules;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "2m",
      description = "How long to wait for sources (default 2m); then what is there is written.")
  private String timeout = "2m";

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration patience = Durations.parse(timeout);
    if (patience == null) {
      throw invalid("--timeout: invalid duration '" + timeout + "'. Try: 2m or 30s.");
    }
    refuseUnlessEmpty();
    HostAssembly parts = HostAssembly.current();
    HostSettings settings = parts.settings();
    Evaluation evaluation = Evaluation.with(rules);
    var published = new HostState();
    Clock clock = Clock.systemUTC();
    try (HostEnvironment around =
            snapshot == null
                ? parts.live(evaluation)
                : HostEnvironment.of(evaluation.watch(snapshot, settings, clock));
        var host =
            new Host(
                evaluation,
                published,
                ActionPipeline.DISABLED,
                settings.timings(clock),
                around.events())) {
      settings
          .parametersFile()
          .ifPresent(file -> host.publish(List.of(evaluation.parameters(file))));
      var recorder = new DocumentRecorder(host);
      host.start();
      around.start(recorder);
      List<String> missing = recorder.await(published, around::pending, QUIET, patience);
      List<String> pending = around.pending();
      around.sources().forEach(FactSource::close);
      HostSnapshot live = published.now();
      PrintWriter err = err();
      if (live == null || live.facts(SourceStatus.class).isEmpty()) {
        Errors.print("no source was synced within " + timeout + ". Nothing was written.", err);
        return ExitCodes.FAILED;
      }
      new SnapshotWriter(folder, evaluation.policy())
          .write(live, recorder.documents(), around.region());
      if (!missing.isEmpty()) {
        Errors.print(
            "not synced within "
                + timeout
                + ": "
                + String.join(", ", missing)
                + ". snapshot.yaml says so under sources.",
            err);
      }
      if (!pending.isEmpty()) {
        Errors.print(
            "still being queried after "
                + timeout
                + ": "
                + String.join(", ", pending)
                + ". Its answers are missing. Try: --timeout with more.",
            err);
      }
      err.println("plumbline: written to " + folder);
      err.flush();
    }
    return ExitCodes.ANSWERED;
  }

  private void refuseUnlessEmpty() throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> there = Files.list(folder)) {
        if (there.findAny().isPresent()) {
          throw invalid(folder + " is not empty. Try: a folder that does not exist yet.");
        }
      }
    } else if (Files.exists(folder)) {
      throw invalid(folder + " is a file. Try: a folder that does not exist yet.");
    }
  }
}
