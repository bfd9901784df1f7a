package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.DecisionLog;
import org.jspecify.annotations.Nullable;

/** Where a log is, and how it is opened to be written. */
public interface LogPlace {

  /**
   * Opens it, for one writer.
   *
   * @throws dev.plumbline.audit.LogFaultException when it cannot be opened now
   */
  Opened open();

  /** Where it is, for people: {@code folder /var/lib/plumbline/audit}. */
  String name();

  /**
   * A log that can be written.
   *
   * @param cut what a writer before has left behind torn, and was cut off: entries, bytes, reason;
   *     null when nothing was
   */
  record Opened(DecisionLog log, @Nullable ObjectNode cut) {}
}
