package dev.plumbline.action;

import dev.plumbline.client.Backoff;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Schedules retries of failed actions: exponential backoff with jitter. */
final class Retries {

  private record Key(ActionKind kind, ObjectRef object) {

    static Key of(Action action) {
      return new Key(action.kind(), action.object());
    }
  }

  /**
   * The delay of one action.
   *
   * @param desired the content of the failed write; other content is written without delay
   * @param failures consecutive failures; 0 if the object was outdated
   */
  private record Delay(Object desired, int failures, Instant until) {}

  private final WriteLimits limits;
  private final DoubleSupplier random;
  private final Map<Key, Delay> delays = new HashMap<>();

  Retries(WriteLimits limits, DoubleSupplier random) {
    this.limits = limits;
    this.random = random;
  }

  /** The earliest time to retry {@code action}; null if there is no delay. */
  @Nullable Instant notBefore(Action action) {
    Delay delay = delays.get(Key.of(action));
    return delay == null || !delay.desired().equals(desired(action)) ? null : delay.until();
  }

  /** After a failure with {@code code}: delays by 50–100 % of the backoff. */
  void failed(Action action, String code, Instant now) {
    Delay previous = delays.get(Key.of(action));
    Object desired = desired(action);
    int failures =
        previous == null || !previous.desired().equals(desired) ? 1 : previous.failures() + 1;
    Duration delay =
        limits.persistent().test(code)
            ? Backoff.jitter(limits.persistentRetry(), random)
            : limits.retry().pause(failures, random);
    delays.put(Key.of(action), new Delay(desired, failures, now.plus(delay)));
  }

  /**
   * After the object was found outdated: delays until {@link #replanned}, or half the longest
   * backoff.
   */
  void outdated(Action action, Instant now) {
    delays.put(
        Key.of(action),
        new Delay(desired(action), 0, now.plus(limits.retry().longest().dividedBy(2))));
  }

  /** After a success: resets the backoff. */
  void succeeded(Action action) {
    delays.remove(Key.of(action));
  }

  /** Keeps only the delays of {@code actions}, the newest plan. */
  void retain(Collection<Action> actions) {
    var keys = new HashSet<Key>();
    actions.forEach(action -> keys.add(Key.of(action)));
    delays.keySet().retainAll(keys);
  }

  /** After {@code action} was planned from another version of its object: it is not outdated. */
  void replanned(Action action) {
    delays.computeIfPresent(Key.of(action), (key, delay) -> delay.failures() == 0 ? null : delay);
  }

  /** The content of an action: what is to be written. */
  static Object desired(Action action) {
    return switch (action.change()) {
      case Change.Apply apply -> apply.applied();
      case Change.Patch patch -> patch.patch();
      // Since when a state holds is the time of the plan until it is written.
      case Change.Status status -> status.status().deepCopy().without("since");
      case Change.Delete delete -> delete.before().path("metadata").path("uid");
      case Change.TagImage tags -> List.of(tags.set(), tags.removed());
      case Change.PublishFindings publish -> publish.findings();
      case Change.PublishReport publish -> publish.report();
    };
  }
}
