package dev.plumbline.flink;

import dev.plumbline.backtest.RuleChange;
import dev.plumbline.backtest.SegmentDifference;
import dev.plumbline.backtest.SegmentReplay;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.cli.audit.AuditOptions;
import dev.plumbline.log.store.StoredLog;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Decides a segment again. What keeps it from being decided is a part of the answer, so that no
 * segment is retried; only a task that is lost is.
 */
final class DecideAgain implements MapFunction<byte[], Tuple2<String, byte[]>> {

  private static final long serialVersionUID = 1;

  private static final Logger LOG = Logger.getLogger(DecideAgain.class);

  /** Segments of a log mostly follow each other. */
  private static final int MAX_OPEN = 4;

  private final String digest;
  private final byte[] rules;
  private final @Nullable Instant from;
  private final @Nullable Instant to;

  private transient @Nullable Map<String, StoredLog> open;

  DecideAgain(String digest, byte[] rules, TimeWindow window) {
    this.digest = digest;
    this.rules = rules;
    this.from = window.from();
    this.to = window.to();
  }

  @Override
  public Tuple2<String, byte[]> map(byte[] bytes) {
    Work work = Work.of(bytes);
    Part part =
        switch (work) {
          case Work.Known known -> known.part();
          case Work.OfSegment segment -> decided(segment);
        };
    if (Thread.currentThread().isInterrupted()) {
      // What it says may be that it was interrupted.
      throw new CancellationException("interrupted while " + work.id() + " was decided");
    }
    return Tuple2.of(work.key(), part.bytes());
  }

  private Part decided(Work.OfSegment work) {
    RuleChange change = change();
    SegmentDifference difference;
    try {
      difference =
          SegmentReplay.of(log(work.place()), work.segment(), change, new TimeWindow(from, to));
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) {
      difference = SegmentDifference.failed(work.segment().id(), e.toString());
    }
    return Part.of(difference, change);
  }

  /** What keeps the rules from being compiled is no fault of the segment, and ends the job. */
  private RuleChange change() {
    try {
      return ShippedRules.of(digest, rules);
    } catch (RuntimeException e) {
      throw new SuppressRestartsException(e);
    }
  }

  /** The log at a place: what does not answer for some time is waited for. */
  static StoredLog open(String place) {
    return new StoredLog(AuditOptions.files(place).patient(LOG::warn));
  }

  private StoredLog log(String place) {
    if (open == null) {
      open = new LinkedHashMap<>(MAX_OPEN, 1, true);
    }
    StoredLog log = open.computeIfAbsent(place, DecideAgain::open);
    if (open.size() > MAX_OPEN) {
      open.remove(open.keySet().iterator().next());
    }
    return log;
  }
}
