package dev.plumbline.exchange;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.log.VerifierKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reports of one cluster, read in their order. One that cannot be verified is not used, nor any
 * after it: what was accepted before stays, with the reason. Not thread-safe.
 */
final class ClusterChain {

  /** How far the clock of another cluster may be ahead. */
  static final Duration MAX_AHEAD = Duration.ofMinutes(5);

  /** How many of the newest are read by a process that has read none: there may be thousands. */
  private static final int FIRST_READ = 3;

  /** How many are read at a time at most. */
  private static final int MAX_READ = 100;

  /** For how long after reports of two clusters have alternated that is said. */
  static final Duration ALTERNATED_FOR = Duration.ofDays(1);

  /** How many clusters that have published before are remembered. */
  private static final int MAX_FORMER = 8;

  private final String cluster;
  private final VerifierKey key;
  private @Nullable VerdictReport newest;
  private @Nullable String fault;

  /** The API server that the newest report is of; empty when none says so. */
  private String writer = "";

  /** Those that reports before were of. */
  private final Deque<String> former = new ArrayDeque<>();

  private @Nullable String alternating;
  private Instant alternated = Instant.MIN;

  /**
   * @param key with the name {@link VerdictReport#signer} of the cluster
   */
  ClusterChain(String cluster, VerifierKey key) {
    this.cluster = cluster;
    this.key = key;
  }

  String cluster() {
    return cluster;
  }

  /** Why later reports are not used; null when there is nothing to say. */
  @Nullable String fault() {
    return fault;
  }

  List<Fact> facts() {
    return newest == null
        ? List.of(new FleetMember(cluster, -1, "", null, null, fault, null))
        : newest.facts(fault, alternating);
  }

  /** That the cluster could not be read; what was accepted stays. */
  void failed(String why) {
    fault = why;
  }

  /**
   * Reads what has been added. A process that has read none begins with the newest that verifies.
   *
   * @throws IOException when the store does not answer; what was accepted before that stays
   */
  void read(ReportStore store, Instant now) throws IOException {
    boolean begins = newest == null;
    VerdictReport verified = null;
    String why = null;
    try {
      for (String object : added(store)) {
        try {
          accept(object, store, now);
          why = null;
        } catch (InvalidReportException e) {
          why = e.getMessage();
          if (!begins) {
            break;
          }
          verified = newest == null ? verified : newest;
          newest = null;
        }
      }
    } catch (InvalidReportException e) {
      why = e.getMessage();
    }
    newest = newest == null ? verified : newest;
    fault = why;
  }

  /** The keys of those that were not read, the oldest first. */
  private List<String> added(ReportStore store) throws IOException, InvalidReportException {
    String folder = VerdictReport.folder(cluster);
    VerdictReport last = newest;
    if (last == null) {
      List<String> all = store.keys(folder, "");
      return all.subList(Math.max(0, all.size() - FIRST_READ), all.size());
    }
    // From the last one on, to see that it is still there.
    String before = last.sequence() == 0 ? "" : VerdictReport.key(cluster, last.sequence() - 1);
    List<String> keys = store.keys(folder, before);
    if (keys.isEmpty() || !keys.getFirst().equals(VerdictReport.key(cluster, last.sequence()))) {
      throw new InvalidReportException(
          "report "
              + last.sequence()
              + ", which was read before, is gone: there are older ones alone, or a part was deleted");
    }
    return keys.subList(1, Math.min(keys.size(), 1 + MAX_READ));
  }

  private void accept(String object, ReportStore store, Instant now)
      throws IOException, InvalidReportException {
    try {
      check(object, store, now);
    } catch (InvalidReportException e) {
      throw new InvalidReportException(object + ": " + e.getMessage());
    }
  }

  private void check(String object, ReportStore store, Instant now)
      throws IOException, InvalidReportException {
    VerdictReport last = newest;
    if (last != null && !object.equals(VerdictReport.key(cluster, last.sequence() + 1))) {
      throw new InvalidReportException("report " + (last.sequence() + 1) + " is missing before it");
    }
    byte[] bytes = store.get(object, VerdictReport.MAX_BYTES);
    if (bytes == null) {
      throw new InvalidReportException("it is gone");
    }
    VerdictReport report = VerdictReport.read(cluster, key, bytes);
    if (!object.equals(VerdictReport.key(cluster, report.sequence()))) {
      throw new InvalidReportException("it holds report " + report.sequence());
    }
    if (report.at().isAfter(now.plus(MAX_AHEAD))) {
      throw new InvalidReportException(
          "it is of " + report.at() + ", which is later than now. Try: check the clocks");
    }
    if (last != null && !report.previous().equals(last.digest())) {
      throw new InvalidReportException("it follows another report than the one before it");
    }
    if (last != null && report.at().isBefore(last.at())) {
      throw new InvalidReportException("it is older than the one before it");
    }
    newest = report;
    wrote(report.apiServer(), report.at());
  }

  /**
   * One that publishes again after another one has: two clusters have this name and key. A cluster
   * that is replaced by another one, for good, is none.
   */
  private void wrote(String by, Instant at) {
    if (alternating != null && at.isAfter(alternated.plus(ALTERNATED_FOR))) {
      alternating = null;
      former.clear();
    }
    if (by.isEmpty() || by.equals(writer)) {
      return;
    }
    if (former.contains(by)) {
      alternating = Stream.of(by, writer).sorted().collect(Collectors.joining(" and "));
      alternated = at;
    }
    if (!writer.isEmpty() && !former.contains(writer)) {
      former.addLast(writer);
      if (former.size() > MAX_FORMER) {
        former.removeFirst();
      }
    }
    writer = by;
  }
}
