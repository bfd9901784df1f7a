package dev.plumbline.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Virtual time: what is to happen when, in the order of time and then of scheduling. */
public final class Timeline implements InstantSource {

  private record Event(Instant at, long order, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparing(Event::order));
  private Instant now;
  private long order;

  public Timeline(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Schedules {@code what}; not before now. */
  public void at(Instant at, Runnable what) {
    events.add(new Event(at.isBefore(now) ? now : at, order++, what));
  }

  public void in(Duration delay, Runnable what) {
    at(now.plus(delay), what);
  }

  /** When the next event is due; null when nothing is scheduled. */
  public @Nullable Instant next() {
    Event event = events.peek();
    return event == null ? null : event.at();
  }

  /** Moves on to {@code to} and runs what is due until then, each event at its own time. */
  public void advance(Instant to) {
    for (Event event = events.peek();
        event != null && !event.at().isAfter(to);
        event = events.peek()) {
      events.remove();
      now = event.at();
      event.what().run();
    }
    now = to;
  }
}
