package dev.plumbline.log.verify;

import dev.plumbline.log.DecisionLog.LogHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification.
 *
 * @param head the head of the newest checkpoint; null when that cannot be read
 * @param fault the first fault; null when the log is valid
 */
public record Verdict(
    @Nullable LogHead head,
    long first,
    long objects,
    List<String> warnings,
    @Nullable Fault fault) {

  public boolean valid() {
    return fault == null;
  }

  /**
   * The first fault.
   *
   * @param to that of the last one; the same when it is known exactly
   * @param file where: {@code segments/….jsonl}
   */
  public record Fault(long from, long to, String file, long line, String what) {

    static final long NO_ENTRY = Long.MAX_VALUE;

    static Fault ofFile(String file, String what) {
      return new Fault(NO_ENTRY, NO_ENTRY, file, 0, what);
    }

    public boolean ofEntries() {
      return from != NO_ENTRY;
    }

    public String place() {
      if (!ofEntries()) {
        return file;
      }
      String entries = from == to ? "entry " + from : "entries " + from + " to " + to;
      return entries + " (" + file + (line > 0 ? ", line " + line : "") + ")";
    }
  }
}
