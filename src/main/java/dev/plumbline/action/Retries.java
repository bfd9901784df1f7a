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

/** When what failed may be tried again: later and later, never all at once. */
final class Retries {

  /** Which action, whatever plan it stands in. */
  private record Key(ActionKind kind, ObjectRef object) {

    static Key of(Action action) {
      return new Key(action.kind(), action.object());
    }
  }

  /**
   * How long one waits.
   *
   * @param wanted what was to be written: something else is tried at once
   * @param failures how many there were in a row; 0 when the object was not as it was planned for
   */
  private record Pause(Object wanted, int failures, Instant until) {}

  private final WriteLimits pace;
  private final DoubleSupplier random;
  private final Map<Key, Pause> pauses = new HashMap<>();

  /**
   * None yet.
   *
   * @param random from 0 to 1
   */
  Retries(WriteLimits pace, DoubleSupplier random) {
    this.pace = pace;
    this.random = random;
  }

  /** When {@code action} may be tried again; null when it may at any time. */
  @Nullable Instant notBefore(Action action) {
    Pause pause = pauses.get(Key.of(action));
    return pause == null || !pause.wanted().equals(wanted(action)) ? null : pause.until();
  }

  /** After a failure with {@code code}: from half to the whole of the pause that is due. */
  void failed(Action action, String code, Instant now) {
    Pause before = pauses.get(Key.of(action));
    Object wanted = wanted(action);
    int failures = before == null || !before.wanted().equals(wanted) ? 1 : before.failures() + 1;
    Duration pause =
        pace.persistent().test(code)
            ? Backoff.jitter(pace.persistentRetry(), random)
            : pace.retry().pause(failures, random);
    pauses.put(Key.of(action), new Pause(wanted, failures, now.plus(pause)));
  }

  /** After it was found that the object is not as it was planned for: until the next plan. */
  void outdated(Action action, Instant now) {
    pauses.put(
        Key.of(action),
        new Pause(wanted(action), 0, now.plus(pace.retry().longest().dividedBy(2))));
  }

  /** After a success. */
  void succeeded(Action action) {
    pauses.remove(Key.of(action));
  }

  /** Forgets all but {@code actions}, the newest plan, and what only waited for that. */
  void retain(Collection<Action> actions) {
    var wanted = new HashSet<Key>();
    actions.forEach(action -> wanted.add(Key.of(action)));
    pauses.keySet().retainAll(wanted);
    pauses.values().removeIf(pause -> pause.failures() == 0);
  }

  private static Object wanted(Action action) {
    return switch (action.change()) {
      case Change.Apply apply -> apply.applied();
      case Change.Patch patch -> patch.patch();
      case Change.Delete delete -> delete.before().path("metadata").path("uid");
      case Change.TagImage tags -> List.of(tags.set(), tags.removed());
      case Change.Say say -> say.findings();
    };
  }
}
