package dev.plumbline.source.kubernetes;

import dev.plumbline.client.ApiException;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.source.FactUpdate;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The status of a watched source. Its last success is part of it only while it fails: as long as it
 * is healthy, nothing changes.
 */
final class SourceHealth {

  static final String NO_SUCH_KIND = "NoSuchKind";

  /** The configuration says not to. */
  static final String NOT_WATCHED = "NotWatched";

  /** The history before a resource version is gone: everything must be listed again. */
  static final String EXPIRED = "Expired";

  private final String source;
  private final String operation;
  private final InstantSource clock;
  private @Nullable Instant lastSuccess;
  private SourceStatus now;

  SourceHealth(String source, String operation, InstantSource clock) {
    this.source = source;
    this.operation = operation;
    this.clock = clock;
    this.now = status("syncing", null, time(), null, 0, null);
  }

  FactUpdate update() {
    return FactUpdate.of(now);
  }

  FactUpdate synced(@Nullable Integer items) {
    answered();
    boolean still = now.state().equals("synced");
    now = status("synced", null, still ? now.since() : time(), null, 0, items);
    return update();
  }

  FactUpdate failed(ApiException e) {
    String code = code(e);
    boolean still = now.state().equals("failed");
    now =
        status(
            "failed",
            code,
            still ? now.since() : time(),
            lastSuccess,
            now.failures() + 1,
            now.items());
    return update();
  }

  /** The cluster does not serve the kind. */
  FactUpdate absent() {
    boolean still = now.state().equals("absent");
    now = status("absent", NO_SUCH_KIND, still ? now.since() : time(), null, 0, null);
    return update();
  }

  /** The code of a failure: of a list, 404 and 410 have names of their own. */
  static String code(ApiException e) {
    return switch (e.status()) {
      case 404 -> NO_SUCH_KIND;
      case 410 -> EXPIRED;
      default -> e.code();
    };
  }

  void answered() {
    lastSuccess = time();
  }

  boolean failing() {
    return now.state().equals("failed");
  }

  private SourceStatus status(
      String state,
      @Nullable String code,
      @Nullable Instant since,
      @Nullable Instant lastSuccess,
      int failures,
      @Nullable Integer items) {
    return new SourceStatus(source, state, operation, code, since, lastSuccess, failures, items, 0);
  }

  private Instant time() {
    return clock.instant().truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
  }
}
