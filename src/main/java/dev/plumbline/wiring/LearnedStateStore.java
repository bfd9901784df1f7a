package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.conclusion.CapacityConclusions.LearnedCapacity;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.LearnedStateFile;
import dev.plumbline.source.kubernetes.PastLaunches;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Learned state: published back to the rules as soon as it is concluded, so that it outlives the
 * nodes it was observed on, and stored in a file, so that it survives restarts.
 */
public final class LearnedStateStore implements FactSource, HostEvents {

  private static final Logger LOG = Logger.getLogger(LearnedStateStore.class);

  private static final Duration CONFIRMATION_INTERVAL = Duration.ofHours(1);

  private static final Duration WRITE = Duration.ofMinutes(1);

  private final @Nullable Path file;
  private final Duration writeInterval;
  private final List<Fact> read;
  private final YAMLMapper yaml = new YAMLMapper();
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(Worker.factory("plumbline-learned-state"));

  // Confined to the loop thread.
  private final SortedMap<String, RememberedCapacity> remembered = new TreeMap<>();
  private final List<PastLaunch> launches = new ArrayList<>();

  private volatile @Nullable FactSink sink;
  private volatile @Nullable ObjectNode latest;
  private @Nullable ObjectNode written;

  /**
   * Reads the file.
   *
   * @param file the state file; null to keep nothing; need not exist
   */
  public LearnedStateStore(@Nullable Path file, Duration writeInterval) {
    this.file = file;
    this.writeInterval = writeInterval;
    try {
      this.read = file != null && Files.exists(file) ? LearnedStateFile.read(file) : List.of();
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    }
    for (Fact fact : read) {
      if (fact instanceof RememberedCapacity capacity) {
        remembered.put(capacity.key(), capacity);
      } else if (fact instanceof PastLaunch launch) {
        launches.add(launch);
      }
    }
  }

  /** The launches that had failed when the file was written. */
  List<LaunchFailure> launchFailures() {
    return read.stream()
        .filter(LaunchFailure.class::isInstance)
        .map(LaunchFailure.class::cast)
        .toList();
  }

  @Override
  public void start(FactSink sink) {
    var updates = new ArrayList<FactUpdate>();
    updates.add(learned());
    for (Fact fact : read) {
      if (fact instanceof PastLaunch || fact instanceof UnavailableOffering) {
        updates.add(new FactUpdate(fact.key(), List.of(fact), null));
      }
    }
    sink.publish(updates);
    this.sink = sink;
    if (file != null) {
      writer.scheduleWithFixedDelay(
          Worker.stage("write the state file", WRITE, this::write),
          writeInterval.toMillis(),
          writeInterval.toMillis(),
          TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    FactSink to = sink;
    if (to == null) {
      return;
    }
    if (learn(live)) {
      to.publish(List.of(learned()));
    }
    forget(live, to);
    if (file != null) {
      latest = tree(live);
    }
  }

  @Override
  public void close() {
    writer.shutdown();
    writer.close();
    if (file != null) {
      write();
    }
  }

  /** Launches of before the start; those since are forgotten by the source that saw them. */
  private void forget(HostSnapshot live, FactSink to) {
    if (launches.isEmpty()) {
      return;
    }
    Duration kept = PastLaunches.kept(live.facts(Parameter.class));
    Instant at = at(live);
    var gone = new ArrayList<FactUpdate>();
    launches.removeIf(
        launch -> PastLaunches.isOver(launch, kept, at) && gone.add(FactUpdate.gone(launch.key())));
    if (!gone.isEmpty()) {
      to.publish(gone);
    }
  }

  private FactUpdate learned() {
    return new FactUpdate("learnedCapacity", List.copyOf(remembered.values()), null);
  }

  private boolean learn(HostSnapshot live) {
    Instant at = at(live);
    var concluded = new TreeMap<String, RememberedCapacity>();
    boolean changed = false;
    for (LearnedCapacity each : live.settlement().of(LearnedCapacity.class)) {
      Instant confirmed = each.confirmed() == null ? at : each.confirmed();
      var now = new RememberedCapacity(each.instanceType(), each.ami(), each.memory(), confirmed);
      concluded.put(now.key(), now);
      RememberedCapacity before = remembered.get(now.key());
      if (before == null
          || !before.memory().equals(now.memory())
          || !before.confirmed().plus(CONFIRMATION_INTERVAL).isAfter(confirmed)) {
        remembered.put(now.key(), now);
        changed = true;
      }
    }
    Duration kept = kept(live);
    return remembered
            .values()
            .removeIf(
                each ->
                    kept != null
                        && !concluded.containsKey(each.key())
                        && each.confirmed().plus(kept).isBefore(at))
        || changed;
  }

  private static Instant at(HostSnapshot live) {
    return live.facts(EvaluationTime.class).stream()
        .map(EvaluationTime::instant)
        .findFirst()
        .orElse(live.at());
  }

  private static @Nullable Duration kept(HostSnapshot live) {
    for (Fact fact : live.facts(Parameter.class)) {
      if (fact instanceof Parameter parameter && parameter.name().equals("capacity.learnedFor")) {
        return parameter.duration();
      }
    }
    return null;
  }

  private ObjectNode tree(HostSnapshot live) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode learned = root.putArray("learnedCapacity");
    for (RememberedCapacity each : remembered.values()) {
      SnapshotSettingsTree.learned(
          learned, each.instanceType(), each.ami(), each.memory(), each.confirmed());
    }
    SnapshotSettingsTree.memory(live, root);
    return root;
  }

  /**
   * Writes the latest state to a temporary file and renames it, so that readers never see a partial
   * file.
   */
  private synchronized void write() {
    ObjectNode now = latest;
    Path to = file;
    if (now == null || to == null || now.equals(written)) {
      return;
    }
    try {
      Path beside = to.resolveSibling(to.getFileName() + ".new");
      Files.writeString(beside, yaml.writeValueAsString(now));
      Files.move(beside, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      written = now;
    } catch (IOException e) {
      LOG.errorf("what was learned cannot be kept in %s: %s", to, e);
    }
  }
}
