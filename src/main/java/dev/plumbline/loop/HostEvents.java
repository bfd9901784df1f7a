package dev.plumbline.loop;

import dev.plumbline.action.Outcome;
import java.time.Duration;
import java.util.List;

/** Listener for the events of the loop. Methods must not block. */
public interface HostEvents {

  HostEvents NONE = new HostEvents() {};

  default void settled(HostSnapshot live, Duration took, int changes) {}

  default void batch(int owners) {}

  default void outcome(Outcome outcome) {}

  /** Notifies all listeners, in this order. */
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
