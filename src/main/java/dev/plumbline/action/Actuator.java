package dev.plumbline.action;

import java.util.function.Consumer;

/** The only one who writes. */
public interface Actuator extends AutoCloseable {

  /**
   * Carries out what is due of the newest plan, on a thread of its own, and forgets older plans;
   * returns at once.
   *
   * @param outcomes told of each action that was tried, from that thread
   */
  void apply(Plan plan, Consumer<Outcome> outcomes);

  /** Finishes the action under way and begins no other. */
  @Override
  void close();
}
