package dev.plumbline.loop;

import dev.plumbline.action.Outcome;
import java.time.Duration;
import java.util.List;

/** What happens in the loop, for metrics and for who goes on from there. Must not wait. */
public interface HostEvents {

  /** Nobody listens. */
  HostEvents NONE = new HostEvents() {};

  /**
   * A settlement was published.
   *
   * @param live what was published
   * @param took how long settling took
   * @param changes how many facts had changed
   */
  default void settled(HostSnapshot live, Duration took, int changes) {}

  /**
   * A batch was taken.
   *
   * @param owners how many owners it is of
   */
  default void batch(int owners) {}

  /** An action was tried. */
  default void outcome(Outcome outcome) {}

  /** All of them, in this order. */
  static HostEvents all(List<? extends HostEvents> listeners) {
    List<HostEvents> all = List.copyOf(listeners);
    return new HostEvents() {
      @Override
      public void settled(HostSnapshot live, Duration took, int changes) {
        all.forEach(each -> each.settled(live, took, changes));
      }

      @Override
      public void batch(int owners) {
        all.forEach(each -> each.batch(owners));
      }

      @Override
      public void outcome(Outcome outcome) {
        all.forEach(each -> each.outcome(outcome));
      }
    };
  }
}
