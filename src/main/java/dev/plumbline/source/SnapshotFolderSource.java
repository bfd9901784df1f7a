package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import dev.plumbline.source.SnapshotFolder.ReadFile;
import dev.plumbline.source.SnapshotFolder.SnapshotUpdates;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot folder as a live source: an edit of its files is a change of facts. It is read whole
 * or not at all: while it is invalid, the last published facts stay, and a fault gives the reason.
 * If it sets no time, the clock is used.
 */
public final class SnapshotFolderSource implements FactSource {

  public static final String OWNER = "snapshot";

  private static final Logger LOG = Logger.getLogger(SnapshotFolderSource.class);

  /** How long a folder must be unchanged before it is read. */
  private static final Duration READ = Duration.ofMinutes(2);

  private static final Duration SETTLE_TIME = Duration.ofMillis(100);

  private final Path folder;
  private volatile PolicyData policy;
  private final InstantSource clock;
  private final Duration tick;
  private final FolderWatch news;
  private final Map<String, Known> known = new HashMap<>();
  private final Worker thread = Worker.of("plumbline-snapshot", this::run);

  private SnapshotStamp stamp;
  private volatile SnapshotUpdates first;

  /** As they were read last, by the only thread that reads them again. */
  private Map<String, ReadFile> files;

  private @Nullable String fault;
  private boolean timed;
  private long ticked;
  private @Nullable FactSink sink;

  /** What an owner published last; of its document only the hash. */
  private record Known(List<? extends Fact> facts, int document) {

    static Known of(FactUpdate update) {
      JsonNode document = update.document();
      return new Known(update.facts(), document == null ? 0 : document.hashCode());
    }
  }

  /** A folder as it was read at one moment. */
  public static final class Reading {

    private final Path folder;
    private final SnapshotStamp stamp;
    private final SnapshotUpdates updates;

    /**
     * Reads a folder.
     *
     * @throws InvalidSourceException when it cannot be read, or is not valid
     */
    public Reading(Path folder, PolicyData policy) {
      this.folder = folder;
      this.stamp = SnapshotStamp.of(folder);
      this.updates = SnapshotFolder.updates(folder, policy, stamp.files());
    }

    /** What a source that begins with it publishes; the time of {@code clock} if it sets none. */
    public List<FactUpdate> updates(InstantSource clock) {
      return updates.at() == null ? timed(updates.updates(), clock) : updates.updates();
    }

    private boolean isUpToDate(Path other) {
      return folder.equals(other) && stamp.equals(SnapshotStamp.of(other));
    }
  }

  /**
   * Reads the folder, then polls it.
   *
   * @param poll how often the folder is checked, beside the times when the system reports that it
   *     changed
   */
  public SnapshotFolderSource(
      Path folder, PolicyData policy, InstantSource clock, Duration tick, Duration poll) {
    this(folder, null, policy, clock, tick, poll);
  }

  /**
   * Reads the folder if it has changed since {@code early}, then polls it.
   *
   * @param early with the same policy data; null to read it now
   * @param poll how often the folder is checked, beside the times when the system reports that it
   *     changed
   */
  public SnapshotFolderSource(
      Path folder,
      @Nullable Reading early,
      PolicyData policy,
      InstantSource clock,
      Duration tick,
      Duration poll) {
    Reading read = early != null && early.isUpToDate(folder) ? early : new Reading(folder, policy);
    this.folder = folder;
    this.policy = policy;
    this.clock = clock;
    this.tick = tick;
    this.stamp = read.stamp;
    this.first = read.updates;
    this.files = first.files();
    this.news = new FolderWatch(folder, poll);
  }

  /**
   * The parameters that the folder sets, as other rules know them.
   *
   * @throws InvalidSourceException when they do not fit these rules, or the folder cannot be read
   */
  @SuppressWarnings("ReferenceEquality")
  public FactUpdate parameters(PolicyData other) {
    // At the start it is as it was just read.
    SnapshotUpdates known = first;
    SnapshotUpdates read =
        other == policy && known != SnapshotUpdates.NONE
            ? known
            : SnapshotFolder.updates(folder, other);
    return read.updates().stream()
        .filter(update -> update.owner().equals("parameters"))
        .findFirst()
        .orElse(new FactUpdate("parameters", other.parameters(), null));
  }

  public void serves(PolicyData other) {
    policy = other;
  }

  @Override
  public void start(FactSink sink) {
    this.sink = sink;
    sink.publish(changes(first));
    first = SnapshotUpdates.NONE;
    thread.start();
  }

  @Override
  public void close() {
    news.close();
    try {
      if (sink != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    FactSink to = Objects.requireNonNull(sink);
    while (news.await(timed ? tick : Duration.ofDays(1))) {
      Worker.at("read the snapshot", READ);
      List<FactUpdate> changes = look();
      if (timed && System.nanoTime() - ticked >= tick.toNanos()) {
        ticked = System.nanoTime();
        changes.add(EvaluationClock.now(clock));
      }
      if (!changes.isEmpty() && !news.closed()) {
        to.publish(changes);
      }
      Worker.idle();
    }
  }

  /** What has changed; nothing when the folder has not, or is still being written. */
  private List<FactUpdate> look() {
    SnapshotStamp now = SnapshotStamp.of(folder);
    if (now.equals(stamp)) {
      return new ArrayList<>();
    }
    if (!news.pause(SETTLE_TIME) || !SnapshotStamp.of(folder).equals(now)) {
      news.again();
      return new ArrayList<>();
    }
    try {
      SnapshotUpdates read = SnapshotFolder.updates(folder, policy, now.files(), files);
      if (!SnapshotStamp.of(folder).equals(now)) {
        news.again();
        return new ArrayList<>();
      }
      stamp = now;
      files = read.files();
      List<FactUpdate> changes = changes(read);
      if (fault != null) {
        LOG.infof("the snapshot can be read again: %s", folder);
        changes.add(FactUpdate.gone(OWNER));
        fault = null;
      }
      return changes;
    } catch (InvalidSourceException e) {
      stamp = now;
      return broken(String.valueOf(e.getMessage()));
    }
  }

  private List<FactUpdate> broken(String message) {
    var updates = new ArrayList<FactUpdate>();
    if (!message.equals(fault)) {
      fault = message;
      LOG.errorf("the snapshot before stays in use: %s", message);
      updates.add(
          new FactUpdate(OWNER, List.of(new ObjectFault(OWNER, folder.toString(), message)), null));
    }
    return updates;
  }

  private List<FactUpdate> changes(SnapshotUpdates read) {
    var changes = new ArrayList<FactUpdate>();
    var gone = new ArrayList<>(known.keySet());
    for (FactUpdate update : read.updates()) {
      gone.remove(update.owner());
      if (read.asBefore().contains(update.owner())) {
        continue;
      }
      Known now = Known.of(update);
      if (!now.equals(known.put(update.owner(), now))) {
        changes.add(update);
      }
    }
    for (String owner : gone) {
      known.remove(owner);
      changes.add(FactUpdate.gone(owner));
    }
    timed = read.at() == null;
    if (timed) {
      ticked = System.nanoTime();
      return timed(changes, clock);
    }
    return changes;
  }

  private static List<FactUpdate> timed(List<FactUpdate> updates, InstantSource clock) {
    var timed = new ArrayList<FactUpdate>(updates);
    timed.removeIf(EvaluationClock::isTime);
    timed.add(EvaluationClock.now(clock));
    return timed;
  }

  /**
   * A fingerprint that changes with the folder without reading file contents: names, sizes,
   * modification times and link targets.
   *
   * @param files by name; the fault by its text when the folder cannot be listed
   */
  record SnapshotStamp(Map<String, String> files) {

    static SnapshotStamp of(Path folder) {
      var files = new TreeMap<String, String>();
      try {
        for (String name : SnapshotFiles.in(folder).names()) {
          files.put(name, stamp(folder.resolve(name)));
        }
      } catch (InvalidSourceException e) {
        files.put("", String.valueOf(e.getMessage()));
      }
      return new SnapshotStamp(files);
    }

    private static String stamp(Path file) {
      try {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        return is.size() + " " + is.lastModifiedTime().toInstant() + " " + is.fileKey();
      } catch (IOException e) {
        return "gone";
      }
    }
  }

  /** Publishes the evaluation time at an interval, in whole seconds. Rules have no other clock. */
  public static final class EvaluationClock implements FactSource {

    private final InstantSource clock;
    private final Duration every;
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Worker.factory("plumbline-ticks"));

    /** Publishes the time of {@code clock} at once and then at the interval {@code every}. */
    public EvaluationClock(InstantSource clock, Duration every) {
      this.clock = clock;
      this.every = every;
    }

    @Override
    public void start(FactSink sink) {
      sink.publish(List.of(now(clock)));
      timer.scheduleAtFixedRate(
          () -> sink.publish(List.of(now(clock))),
          every.toMillis(),
          every.toMillis(),
          TimeUnit.MILLISECONDS);
    }

    /** The time of {@code clock} as a fact. */
    public static FactUpdate now(InstantSource clock) {
      return FactUpdate.of(new EvaluationTime(clock.instant().truncatedTo(ChronoUnit.SECONDS)));
    }

    public static boolean isTime(FactUpdate update) {
      return update.owner().equals(RecordType.name(EvaluationTime.class));
    }

    @Override
    public void close() {
      timer.shutdownNow();
      timer.close();
    }
  }
}
