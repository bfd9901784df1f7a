package dev.plumbline.source.ec2;

import dev.plumbline.fact.SourceStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How one source is doing, attempt by attempt. */
final class Health {

  private final String source;
  private final String operation;
  private final boolean neverEmpty;
  private SourceStatus status;

  Health(String source, String operation, boolean neverEmpty, Instant now) {
    this.source = source;
    this.operation = operation;
    this.neverEmpty = neverEmpty;
    this.status = new SourceStatus(source, "syncing", operation, null, now, null, 0, null, 0);
  }

  SourceStatus status() {
    return status;
  }

  /** Whether an answer of {@code items} is not to be used in place of what there was. */
  boolean holds(int items) {
    return neverEmpty && items == 0 && had() > 0;
  }

  void answered(int items, Instant now) {
    int held = holds(items) ? had() : 0;
    boolean before = status.state().equals("synced") && status.held() > 0 == held > 0;
    Instant since = before ? status.since() : now;
    status = new SourceStatus(source, "synced", operation, null, since, now, 0, items, held);
  }

  void failed(@Nullable String otherOperation, String code, Instant now) {
    Instant since = status.state().equals("failed") ? status.since() : now;
    status =
        new SourceStatus(
            source,
            "failed",
            otherOperation == null ? operation : otherOperation,
            code,
            since,
            status.lastSuccess(),
            status.failures() + 1,
            status.items(),
            status.held());
  }

  private int had() {
    return status.held() > 0 ? status.held() : status.items() == null ? 0 : status.items();
  }
}
