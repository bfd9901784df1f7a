package dev.plumbline.query;

import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogReader;
import dev.plumbline.query.LogState.FactKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A log with its index and rule revisions, for queries. Thread-safe. */
public final class LogArchive {

  private final LogReader log;
  private final FactKeys keys;
  private final BodyReader bodies;
  private final LogQuery query;

  /**
   * Queries on {@code log}.
   *
   * @param index the folder of its index; null to make it in memory
   */
  public LogArchive(LogReader log, FactKeys keys, @Nullable Path index, LongConsumer progress) {
    this.log = log;
    this.keys = keys;
    this.bodies = new BodyReader(log);
    this.query = new LogQuery(log, new LogIndex(log, keys, index).onProgress(progress));
  }

  public LogReader log() {
    return log;
  }

  public FactKeys keys() {
    return keys;
  }

  public BodyReader bodies() {
    return bodies;
  }

  public LogQuery query() {
    return query;
  }

  public RuleBook rules() {
    return query.rules();
  }

  /** The facts and conclusions after the entry at {@code sequence}. */
  public LogState stateAt(long sequence) {
    List<Entry> last = query.before(EntryFilter.of(EntryKind.STATE), sequence + 1, 1);
    var state = new LogState(bodies, keys);
    log.read(
        last.isEmpty() ? 0 : last.getFirst().sequence(),
        Math.min(sequence + 1, log.head().size()),
        entry -> {
          state.add(entry);
          return true;
        });
    return state;
  }

  public static String decision(String origin, long sequence) {
    return origin.substring(origin.lastIndexOf('/') + 1) + "/" + sequence;
  }
}
