package dev.plumbline.loop;

import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The status of the decision log.
 *
 * @param fault why the log cannot be written, so that no action is carried out; null when it can
 * @param decision the id of the decision being carried out, {@code production/4711}; null before
 *     the first, and without a log
 * @param recorded when the last of them was written; null before the first
 * @param kept when each place outside of the log (lease, witness) last had the newest checkpoint
 */
public record LogStatus(
    @Nullable String place,
    @Nullable String fault,
    @Nullable String decision,
    long entries,
    @Nullable Instant recorded,
    int waiting,
    long faults,
    SortedMap<String, Instant> kept) {

  public static final LogStatus NONE =
      new LogStatus(null, null, null, 0, null, 0, 0, new TreeMap<>());

  /** The same with the places that keep checkpoints. */
  public LogStatus kept(SortedMap<String, Instant> places) {
    return new LogStatus(place, fault, decision, entries, recorded, waiting, faults, places);
  }

  public boolean writable() {
    return fault == null;
  }
}
