package dev.plumbline.backtest;

import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verdict.Fault;
import dev.plumbline.log.verify.Verification;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What there is to decide again in a log that was verified first.
 *
 * @param clusters its name; none when it has no segment, or is not valid
 * @param listed how many segments it has in the time
 * @param segments those of the sample, in order
 * @param fault that the log is not valid: then there is nothing else; empty when it is
 */
public record ListedLog(
    SortedSet<String> clusters, long listed, List<LogSegment> segments, SegmentDifference fault) {

  public ListedLog {
    segments = List.copyOf(segments);
  }

  /** Verifies a log, and lists its segments: both in one pass. */
  public static ListedLog of(StoredLog log, TimeWindow window, double share) {
    try {
      var scan = new LogSegment.Scan();
      Verdict verdict = new Verification(log.files(), null, null).reading(scan::add).run();
      if (verdict.fault() != null) {
        throw new InvalidLogException(
            "the log was ALTERED: %s: %s. Nothing of it is used. Try: plumbline audit verify"
                .formatted(place(verdict.fault(), log.files()), verdict.fault().what()));
      }
      var clusters = new TreeSet<String>();
      var segments = new ArrayList<LogSegment>();
      long listed = 0;
      for (LogSegment each : scan.segments(Objects.requireNonNull(verdict.head()))) {
        clusters.add(each.cluster());
        if (each.isWithin(window.from(), window.to())) {
          listed++;
          if (each.isSampled(share)) {
            segments.add(each);
          }
        }
      }
      return new ListedLog(
          Collections.unmodifiableSortedSet(clusters), listed, segments, SegmentDifference.NONE);
    } catch (InvalidLogException e) {
      return new ListedLog(
          Collections.emptySortedSet(),
          0,
          List.of(),
          SegmentDifference.failed(log.files().place(), String.valueOf(e.getMessage())));
    }
  }

  /** Where a fault is, with the object that holds it where that is not the file itself. */
  private static String place(Fault fault, LogFiles files) {
    String holder = files.holder(fault.file());
    return holder.equals(fault.file()) ? fault.place() : holder + ": " + fault.place();
  }
}
