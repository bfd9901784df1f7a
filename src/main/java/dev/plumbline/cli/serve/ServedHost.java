package dev.plumbline.cli.serve;

import dev.plumbline.host.Evaluation;
import dev.plumbline.host.Host;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.HostSettings;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.LiveParts;
import dev.plumbline.host.Surroundings;
import dev.plumbline.host.audit.AuditParts;
import dev.plumbline.host.rules.RuleGround;
import dev.plumbline.host.rules.RuleParts;
import dev.plumbline.host.rules.RuleService;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.SnapshotWatch;
import dev.plumbline.source.Told;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The host with its sources, its rules and its log, as {@code serve} runs it. */
public final class ServedHost implements AutoCloseable {

  private final RuleService revisions;
  private final Surroundings around;
  private final Host host;
  private final Told parameters;

  /**
   * Makes all of it; nothing is decided before {@link #start}.
   *
   * @param snapshot the folder to watch; null for EC2 and the cluster
   * @param rules the folder that is laid over the shipped rules; null for none
   * @throws InvalidInputException when the rules or parameters cannot be used
   */
  public ServedHost(
      LiveParts parts, @Nullable Path snapshot, @Nullable Path rules, InstantSource clock) {
    HostSettings settings = parts.settings();
    var outside = new OutsideParameters(settings);
    revisions = RuleParts.current().open(rules, snapshot == null, outside, clock);
    try {
      Evaluation evaluation = revisions.evaluation();
      Surroundings bare =
          snapshot == null
              ? parts.live(evaluation)
              : Surroundings.of(outside.of(evaluation.watch(snapshot, settings, clock)));
      around = AuditParts.current().recorded(bare, snapshot == null && parts.clustered(), clock);
      HostEvents changes = revisions.events(parts.published(), around.acting().planner());
      host =
          new Host(
              evaluation,
              parts.published(),
              around.acting(),
              settings.pace(clock),
              HostEvents.all(List.of(parts.events(around), changes)));
      parameters = outside.told(evaluation);
      host.publish(List.of(parameters));
    } catch (RuntimeException e) {
      revisions.close();
      throw e;
    }
  }

  /** Decides from now on. */
  public void start() {
    host.start();
    around.start(host);
    revisions.start(host, around.acting().leader());
  }

  Evaluation evaluation() {
    return revisions.evaluation();
  }

  /** The parameters that it begins with. */
  Told parameters() {
    return parameters;
  }

  @Override
  public void close() {
    try (revisions;
        around;
        host) {
      revisions.close();
      around.sources().forEach(FactSource::close);
    }
  }

  /** The parameters that are given beside the rules: by a file, or by a snapshot. */
  private static final class OutsideParameters implements RuleGround.ParameterSettings {

    private final HostSettings settings;
    private volatile @Nullable SnapshotWatch snapshot;

    OutsideParameters(HostSettings settings) {
      this.settings = settings;
    }

    /** Those that this folder sets. */
    SnapshotWatch of(SnapshotWatch folder) {
      snapshot = folder;
      return folder;
    }

    @Override
    public Told told(Evaluation evaluation) {
      SnapshotWatch folder = snapshot;
      if (folder == null) {
        return settings
            .parametersFile()
            .map(evaluation::parameters)
            .orElse(RuleGround.ParameterSettings.NONE.told(evaluation));
      }
      try {
        return folder.parameters(evaluation.policy());
      } catch (InvalidSourceException e) {
        throw new InvalidInputException(e);
      }
    }

    @Override
    public void serves(Evaluation evaluation) {
      SnapshotWatch folder = snapshot;
      if (folder != null) {
        folder.serves(evaluation.policy());
      }
    }
  }
}
