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

  /** The first that is not recorded yet: others that come must not keep it waiting for ever. */
  private @Nullable Order first;

  /** The last; the same as {@code first} when there is one alone. */
  private @Nullable Order newest;

  /** The last that was handed on. */
  private @Nullable Order handed;

  private boolean held;
  private long recorded = -1;

  /** Hands on to {@code next} what {@code recorder} has recorded. */
  RecordedActuator(Actuator next, Recorder recorder) {
    this.next = next;
    this.recorder = recorder;
    recorder.acting(this);
  }

  @Override
  public synchronized void apply(Plan plan, Consumer<Outcome> outcomes) {
    var order = new Order(plan, outcomes, recorder.newest());
    if (plan.actions().isEmpty()) {
      // To do nothing needs no record, and must not wait for one.
      handOver(order);
      return;
    }
    newest = order;
    first = first == null ? order : first;
    handOver();
  }

  /** That the settlement of this number is durable, and every one before. */
  synchronized void recorded(long settlement) {
    recorded = settlement;
    Order last = handed;
    if (held && first == null && last != null) {
      held = false;
      handOver(last);
    }
    held = false;
    handOver();
  }

  /** That nothing can be recorded: what is under way ends, and nothing else begins. */
  synchronized void hold() {
    if (!held) {
      held = true;
      next.apply(Plan.NOTHING, this::report);
    }
  }

  private void handOver() {
    Order one = first;
    Order other = newest;
    if (held || one == null || other == null || one.settlement() > recorded) {
      return;
    }
    if (other.settlement() <= recorded) {
      handOver(other);
    } else {
      handOver(one);
      first = other;
      newest = other;
    }
  }

  private void handOver(Order order) {
    handed = order;
    first = null;
    newest = null;
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
