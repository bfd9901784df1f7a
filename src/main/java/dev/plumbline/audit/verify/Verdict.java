package dev.plumbline.audit.verify;

import dev.plumbline.audit.LogHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verification has found.
 *
 * @param head where the log stands by its newest checkpoint; null when that cannot be read
 * @param first the place of the first entry that is kept here, mostly 0
 * @param objects how much content was checked against its digest
 * @param warnings what does not make it invalid, yet should be known
 * @param fault what is wrong first; null when nothing is
 */
public record Verdict(
    @Nullable LogHead head,
    long first,
    long objects,
    List<String> warnings,
    @Nullable Fault fault) {

  /** Whether nothing is wrong. */
  public boolean valid() {
    return fault == null;
  }
}
