package dev.plumbline.cli.serve;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HeadStart;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.record.RecordWiring;
import dev.plumbline.revision.RevisionContext;
import dev.plumbline.revision.RuleAssembly;
import dev.plumbline.revision.RuleService;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.SnapshotFolderSource;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.HostEnvironment;
import dev.plumbline.wiring.IdleMemory;
import dev.plumbline.work.WorkerWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The host with its sources, its rules and its log, as {@code serve} runs it. */
public final class ServedHost implements AutoCloseable {

  private static final Duration WATCH = Duration.ofSeconds(1);

  private final HeadStart start;
  private final RuleService revisions;
  private final HostEnvironment around;
  private final Host host;
  private final FactUpdate parameters;
  private final @Nullable IdleMemory idle = IdleMemory.ofNativeProgram();
  private volatile @Nullable WorkerWatch watch;

  /**
   * Makes all of it; nothing is decided before {@link #start}.
   *
   * @param snapshot the folder to watch; null for EC2 and the cluster
   */
  public ServedHost(
      HostAssembly parts, @Nullable Path snapshot, @Nullable Path rules, InstantSource clock) {
    this(parts, HeadStart.none(), snapshot, rules, clock);
  }

  /** The same that goes on from {@code start}, which it closes. */
  ServedHost(
      HostAssembly parts,
      HeadStart start,
      @Nullable Path snapshot,
      @Nullable Path rules,
      InstantSource clock) {
    this.start = start;
    HostSettings settings = parts.settings();
    var outside = new OutsideParameters(settings);
    revisions = RuleAssembly.current().open(rules, snapshot == null, outside, clock);
    try {
      Evaluation evaluation = revisions.evaluation();
      HostEnvironment bare =
          snapshot == null
              ? parts.live(evaluation)
              : HostEnvironment.of(outside.of(evaluation.watch(snapshot, start, settings, clock)));
      around = RecordWiring.current().recorded(bare, snapshot == null && parts.clustered(), clock);
      HostEvents changes = revisions.events(parts.published(), around.acting().planner());
      host =
          new Host(
              evaluation,
              parts.published(),
              around.acting().onlyWhile(revisions::decided),
              settings.timings(clock),
              HostEvents.all(
                  List.of(parts.events(around), changes, idle == null ? HostEvents.NONE : idle)));
      parameters = outside.read(evaluation);
      host.publish(List.of(parameters));
    } catch (RuntimeException e) {
      start.close();
      revisions.close();
      throw e;
    }
  }

  public void start() {
    watch = WorkerWatch.start(WATCH);
    if (idle != null) {
      idle.begin();
    }
    // A folder is whole at once: nothing is decided, or answered, without what is in it.
    around.start(host);
    // What it says of the rules is there at the first settlement, which is the only one then.
    revisions.start(host, around.acting().leader());
    host.begin(start);
    host.start();
  }

  Evaluation evaluation() {
    return revisions.evaluation();
  }

  FactUpdate parameters() {
    return parameters;
  }

  @Override
  public void close() {
    try (WorkerWatch ends = watch;
        IdleMemory closed = idle;
        revisions;
        around;
        host) {
      revisions.close();
      around.sources().forEach(FactSource::close);
    }
  }

  /** The parameters that are given beside the rules: by a file, or by a snapshot. */
  private static final class OutsideParameters implements RevisionContext.ParameterSettings {

    private final HostSettings settings;
    private volatile @Nullable SnapshotFolderSource snapshot;

    OutsideParameters(HostSettings settings) {
      this.settings = settings;
    }

    SnapshotFolderSource of(SnapshotFolderSource folder) {
      snapshot = folder;
      return folder;
    }

    @Override
    public FactUpdate read(Evaluation evaluation) {
      SnapshotFolderSource folder = snapshot;
      if (folder == null) {
        return settings
            .parametersFile()
            .map(evaluation::parameters)
            .orElse(RevisionContext.ParameterSettings.NONE.read(evaluation));
      }
      try {
        return folder.parameters(evaluation.policy());
      } catch (InvalidSourceException e) {
        throw new InvalidInputException(e);
      }
    }

    @Override
    public void serves(Evaluation evaluation) {
      SnapshotFolderSource folder = snapshot;
      if (folder != null) {
        folder.serves(evaluation.policy());
      }
    }
  }
}
