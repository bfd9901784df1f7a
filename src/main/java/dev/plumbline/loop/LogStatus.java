package dev.plumbline.loop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How it stands with the decision log.
 *
 * @param place where it is, for people; null when there is none
 * @param fault why nothing can be recorded now, and therefore nothing is done; null when all is
 *     well
 * @param decision the id of the decision that is carried out, {@code production/4711}; null before
 *     the first, and where nothing is recorded
 * @param entries how many entries this process has written
 * @param recorded when the last of them was; null before the first
 * @param waiting how many settlements are not recorded yet
 * @param faults how many times writing has failed
 */
public record LogStatus(
    @Nullable String place,
    @Nullable String fault,
    @Nullable String decision,
    long entries,
    @Nullable Instant recorded,
    int waiting,
    long faults) {

  /** There is no log. */
  public static final LogStatus NONE = new LogStatus(null, null, null, 0, null, 0, 0);

  /** Whether what is decided can be recorded, or need not be. */
  public boolean writable() {
    return fault == null;
  }
}
