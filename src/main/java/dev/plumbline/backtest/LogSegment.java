package dev.plumbline.backtest;

import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.LogReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a log that can be decided again without any other: from an entry with all facts up to
 * the next one. It holds names and numbers alone, so that it can be handed to another machine.
 *
 * @param origin of the log: plumbline.dev/log/production
 * @param from the entry with all facts
 * @param to the entry after the last one
 * @param rules the entries with the rules that decide: first those that are active at {@code from},
 *     then those that become active within it; empty when the log does not hold the first
 * @param begin when {@code from} was recorded
 * @param end when {@code to} was recorded; null at the end of the log
 */
public record LogSegment(
    String origin, long from, long to, List<Long> rules, Instant begin, @Nullable Instant end) {

  public LogSegment {
    rules = List.copyOf(rules);
  }

  private static final BigInteger SPACE = BigInteger.ONE.shiftLeft(256);

  /** The segments of a log, in order: none when it holds no entry with all facts. */
  public static List<LogSegment> of(LogReader log, long first) {
    LogHead head = log.head();
    var scan = new Scan();
    log.read(
        first,
        head.size(),
        entry -> {
          scan.add(entry);
          return true;
        });
    return scan.segments(head);
  }

  /** Finds the segments among the entries of a log, given in order from its first one on. */
  static final class Scan {
    private final List<Found> segments = new ArrayList<>();
    private long active = -1;

    private record Found(long from, Instant begin, List<Long> rules) {}

    void add(Entry entry) {
      switch (entry.kind()) {
        case STATE -> state(entry.sequence(), entry.at());
        case RULES -> active = entry.sequence();
        case DECISION -> decision();
        case START, LEADER, OUTCOME, STOP -> {}
      }
    }

    /** Those of a log with this head, which has all entries that were added. */
    List<LogSegment> segments(LogHead log) {
      var found = new ArrayList<LogSegment>();
      for (int i = 0; i < segments.size(); i++) {
        Found each = segments.get(i);
        Found next = i + 1 < segments.size() ? segments.get(i + 1) : null;
        found.add(
            new LogSegment(
                log.origin(),
                each.from(),
                next == null ? log.size() : next.from(),
                each.rules(),
                each.begin(),
                next == null ? null : next.begin()));
      }
      return found;
    }

    private void state(long sequence, Instant at) {
      segments.add(new Found(sequence, at, new ArrayList<>()));
      decision();
    }

    /** The active rules decide. */
    private void decision() {
      if (active >= 0 && !segments.isEmpty() && !segments.getLast().rules().contains(active)) {
        segments.getLast().rules().add(active);
      }
    }
  }

  /** The name of the log, which is that of its cluster: production. */
  public String cluster() {
    return cluster(origin);
  }

  /** The name of the log of an origin, which is that of its cluster: production. */
  public static String cluster(String origin) {
    return origin.substring(origin.lastIndexOf('/') + 1);
  }

  /** As users see it: production/4711. */
  public String id() {
    return cluster() + "/" + from;
  }

  /** Whether some of its time is within [after, before); null means no limit. */
  public boolean isWithin(@Nullable Instant after, @Nullable Instant before) {
    return (before == null || begin.isBefore(before))
        && (after == null || end == null || !end.isBefore(after));
  }

  /**
   * Whether it belongs to a sample: by the hash of its identity, so that the same segments do
   * always, and a larger sample holds all of a smaller one.
   *
   * @param share of all segments, from 0 to 1
   */
  public boolean isSampled(double share) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((origin + "/" + from).getBytes(StandardCharsets.UTF_8));
      double place =
          new BigInteger(1, Arrays.copyOf(hash, hash.length)).doubleValue() / SPACE.doubleValue();
      return place < share || share >= 1;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
