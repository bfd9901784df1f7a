package dev.plumbline.fleet;

import dev.plumbline.fleet.LogProblem.Kind;
import dev.plumbline.fleet.LogProblem.ProblemException;
import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Many clusters, by their decision logs alone. Each read finds the logs, and of each reads what is
 * new since the read before. What is wrong with one log is said of its cluster; the others are read
 * all the same.
 */
public final class Fleet {

  private final Finder finder;
  private final Settings settings;
  private final InstantSource clock;
  private final Consumer<String> progress;
  private final Map<String, Reader> readers = new TreeMap<>();

  /** Finds the logs. */
  @FunctionalInterface
  public interface Finder {

    /**
     * The logs that there are now.
     *
     * @param known places of logs, which need not be looked into again
     * @throws IOException when they cannot be listed
     */
    List<LogFiles> find(Set<String> known) throws IOException;
  }

  /**
   * How logs are read.
   *
   * @param clusters which ones, by the names of their logs
   * @param verify whether all of a log is read and verified when it is first seen
   * @param threads how many logs are read at the same time
   */
  public record Settings(Predicate<String> clusters, boolean verify, int threads) {}

  /**
   * The clusters at one moment.
   *
   * @param at by the clock of the reader
   * @param clusters by name, then by place
   * @param others the names of the logs that were not chosen
   */
  public record FleetStatus(Instant at, List<ClusterStatus> clusters, Set<String> others) {}

  public Fleet(Finder finder, Settings settings, InstantSource clock, Consumer<String> progress) {
    this.finder = finder;
    this.settings = settings;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Reads what is new.
   *
   * @throws IOException when the logs cannot be listed
   */
  public synchronized FleetStatus read() throws IOException {
    List<LogFiles> found = finder.find(Set.copyOf(readers.keySet()));
    Set<String> places = found.stream().map(LogFiles::place).collect(Collectors.toSet());
    readers.keySet().retainAll(places);
    found.forEach(log -> readers.computeIfAbsent(log.place(), place -> new Reader(log)));
    List<Reader> work = List.copyOf(readers.values());
    readAll(work);
    var others = new TreeSet<String>();
    var clusters = new ArrayList<ClusterStatus>();
    for (Reader each : work) {
      if (each.status == null) {
        others.add(each.name());
      } else {
        clusters.add(each.status);
      }
    }
    clusters.sort(Comparator.comparing(ClusterStatus::cluster).thenComparing(ClusterStatus::place));
    return new FleetStatus(
        clock.instant(), sameOrigin(clusters), Collections.unmodifiableSet(others));
  }

  private void readAll(List<Reader> work) {
    var next = new AtomicInteger();
    var done = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < work.size(); i = next.getAndIncrement()) {
            work.get(i).read();
            progress.accept("read %d of %d logs".formatted(done.incrementAndGet(), work.size()));
          }
        };
    var threads = new ArrayList<Thread>();
    for (int i = 1; i < Math.min(settings.threads(), work.size()); i++) {
      threads.add(Thread.ofPlatform().daemon().name("fleet-" + i).start(worker));
    }
    worker.run();
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  /** Two logs of one name are two writers: which of them speaks for the cluster is not known. */
  private static List<ClusterStatus> sameOrigin(List<ClusterStatus> clusters) {
    var places = new HashMap<String, List<ClusterStatus>>();
    for (ClusterStatus each : clusters) {
      if (each.origin() != null) {
        places.computeIfAbsent(each.origin(), origin -> new ArrayList<>()).add(each);
      }
    }
    return clusters.stream()
        .map(
            each -> {
              ClusterStatus other = other(each, places);
              return other == null
                  ? each
                  : each.with(
                      new LogProblem(
                          Kind.TWO_WRITERS,
                          StoredLog.CHECKPOINT,
                          "%s has a log of the same name%s. Try: another plumbline.audit.name for"
                                  .formatted(other.place(), keys(each.key(), other.key()))
                              + " one of them, unless it is a copy"));
            })
        .toList();
  }

  private static String keys(@Nullable String one, @Nullable String other) {
    return one == null || other == null
        ? ""
        : one.equals(other) ? ", signed by the same key" : ", signed by another key";
  }

  private static @Nullable ClusterStatus other(
      ClusterStatus of, Map<String, List<ClusterStatus>> places) {
    return of.origin() == null
        ? null
        : places.getOrDefault(of.origin(), List.of()).stream()
            .filter(each -> !each.place().equals(of.place()))
            .findFirst()
            .orElse(null);
  }

  /** One log, and what was read of it. Used by one thread at a time. */
  private final class Reader {

    private final LogFiles files;
    private final LogTail tail;
    private final List<LogProblem> lasting = new ArrayList<>();
    private boolean begun;
    private boolean verified;
    private @Nullable Long first;
    private volatile @Nullable ClusterStatus status;

    Reader(LogFiles files) {
      this.files = files;
      this.tail = new LogTail(files, ClusterStatus.CONCLUSIONS);
    }

    String name() {
      Checkpoint head = tail.head();
      return ClusterStatus.name(head == null ? files.place() : head.head().origin());
    }

    void read() {
      var problems = new ArrayList<LogProblem>();
      try {
        Checkpoint head = tail.readHead();
        if (!settings.clusters().test(name())) {
          status = null;
          return;
        }
        if (head != null) {
          if (!begun) {
            begin();
            begun = true;
          }
          tail.read(head);
        }
      } catch (ProblemException e) {
        problems.add(e.problem());
      } catch (RuntimeException e) { // what a log holds must not hide the others
        problems.add(new LogProblem(Kind.UNREADABLE, Segment.FOLDER, "internal error (bug): " + e));
      }
      lasting.stream().filter(each -> !problems.contains(each)).forEach(problems::add);
      status =
          settings.clusters().test(name())
              ? ClusterStatus.of(files.place(), tail, first, problems, verified)
              : null;
    }

    /** Of a folder, whether its segments follow each other: a few bytes of each are read. */
    private void whole() throws IOException {
      List<Segment> all = files.segments(0);
      for (int i = 0; i + 1 < all.size(); i++) {
        try {
          LogTail.ends(files, all.get(i), all.get(i + 1));
        } catch (ProblemException e) {
          lasting.add(e.problem());
          return;
        }
      }
    }

    /** Where the log begins; with {@code verify} whether all of it is unaltered. */
    private void begin() throws ProblemException {
      lasting.clear();
      try {
        Segment kept = files.firstSegment();
        first = kept == null ? null : kept.first();
        if (files instanceof LogFolder) {
          whole();
        }
        if (settings.verify()) {
          var verification = new Verification(files, null, null);
          Verdict verdict = (kept == null ? verification : verification.from(kept.first())).run();
          Verdict.Fault fault = verdict.fault();
          verified = fault == null;
          if (fault != null) {
            lasting.add(
                new LogProblem(
                    Kind.ALTERED, files.holder(fault.file()), fault.place() + ": " + fault.what()));
          }
        }
      } catch (IOException | InvalidLogException e) {
        throw new ProblemException(Kind.UNREADABLE, Segment.FOLDER, String.valueOf(e.getMessage()));
      }
    }
  }
}
