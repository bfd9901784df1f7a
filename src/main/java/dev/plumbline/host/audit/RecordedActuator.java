package dev.plumbline.host.audit;

import dev.plumbline.action.Actuator;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands plans on to another actuator, each only once the decision that it comes from is durable in
 * the log. While that fails, the other one has an empty plan.
 */
final class RecordedActuator implements Actuator {

  private final Actuator next;
  private final Recorder recorder;

  private @Nullable Order newest;
  private boolean handed;
  private boolean held;
  private long recorded = -1;

  /** Hands on to {@code next} what {@code recorder} has recorded. */
  RecordedActuator(Actuator next, Recorder recorder) {
    this.next = next;
    this.recorder = recorder;
    recorder.acting(this);
  }

  @Override
  public void apply(Plan plan, Consumer<Outcome> outcomes) {
    long settlement = recorder.newest();
    synchronized (this) {
      newest = new Order(plan, outcomes, settlement);
      handed = false;
      if (plan.actions().isEmpty()) {
        // To do nothing needs no record, and must not wait for one.
        handOver(newest);
      } else {
        handOver();
      }
    }
  }

  /** That the settlement of this number is durable, and every one before. */
  synchronized void recorded(long settlement) {
    recorded = settlement;
    held = false;
    handOver();
  }

  /** That nothing can be recorded: what is under way ends, and nothing else begins. */
  synchronized void hold() {
    if (!held) {
      held = true;
      handed = false;
      next.apply(Plan.NOTHING, this::report);
    }
  }

  private void handOver() {
    Order order = newest;
    if (order != null && !handed && !held && order.settlement() <= recorded) {
      handOver(order);
    }
  }

  private void handOver(Order order) {
    handed = true;
    next.apply(
        order.plan(),
        outcome -> {
          recorder.report(outcome);
          order.outcomes().accept(outcome);
        });
  }

  private void report(Outcome outcome) {
    recorder.report(outcome);
  }

  @Override
  public void close() {
    next.close();
    recorder.close();
  }
}
