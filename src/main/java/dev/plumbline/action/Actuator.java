package dev.plumbline.action;

import dev.plumbline.log.Recorded;
import java.util.function.Consumer;

/** The only one who writes, and only what is recorded. */
public interface Actuator extends AutoCloseable {

  /**
   * Carries out what is due of the newest plan, on a thread of its own, and forgets older plans;
   * returns at once.
   *
   * @param outcomes receives the outcome of each action that was tried, on that thread
   */
  void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes);

  /** Finishes the action under way and forgets the rest of the plan; returns at once. */
  void stop();

  /** Finishes the action under way and begins no other. */
  @Override
  void close();
}
