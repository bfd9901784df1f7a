package dev.plumbline.action;

import dev.plumbline.log.Recorded;
import java.util.function.Consumer;

/** Executes plans, and only recorded ones: the only component that writes. */
public interface Actuator extends AutoCloseable {

  /**
   * Executes the due actions of the newest plan on its own thread, in place of older plans; does
   * not block.
   *
   * @param outcomes receives the outcome of each attempt, on that thread
   */
  void apply(Recorded<Plan> plan, Consumer<Outcome> outcomes);

  /** Finishes the action in progress and drops the rest of the plan; does not block. */
  void stop();

  /** Waits for the action in progress and starts no other. */
  @Override
  void close();
}
