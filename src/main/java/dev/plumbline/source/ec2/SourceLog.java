package dev.plumbline.source.ec2;

import dev.plumbline.fact.SourceStatus;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** Says once when a source stops or begins to answer; the rest is in its status. */
final class SourceLog {

  private static final Logger LOG = Logger.getLogger("dev.plumbline.source.ec2");

  private SourceLog() {}

  static void failed(SourceStatus status, Throwable failure) {
    with(
        Map.of(
            "source", status.source(),
            "operation", status.operation(),
            "code", status.codeOrUnknown(),
            "message", String.valueOf(failure.getMessage())),
        () -> LOG.warn("source does not answer"));
  }

  static void healed(SourceStatus status) {
    with(Map.of("source", status.source()), () -> LOG.info("source answers again"));
  }

  static void with(Map<String, String> keys, Runnable log) {
    keys.forEach(MDC::put);
    try {
      log.run();
    } finally {
      keys.keySet().forEach(MDC::remove);
    }
  }
}
