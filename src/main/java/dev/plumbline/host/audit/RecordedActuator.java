package dev.plumbline.host.audit;

import dev.plumbline.action.Actuator;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.host.Live;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands plans on to another actuator: those that are durable in the log, as part of the decision
 * they come from, and no others. While nothing can be recorded, the other one has an empty plan.
 */
final class RecordedActuator implements Actuator {

  private static final long NONE = Long.MAX_VALUE;

  private final Actuator next;
  private final Recorder recorder;

  private Consumer<Outcome> outcomes = outcome -> {};
  private @Nullable Live durable;
  private boolean wanted;
  private boolean held;

  /** The number of the first settlement whose plan waits; others that come do not make it wait. */
  private long first = NONE;

  /** The number of the last one. */
  private long newest = NONE;

  /** Hands on to {@code next} what {@code recorder} has recorded. */
  RecordedActuator(Actuator next, Recorder recorder) {
    this.next = next;
    this.recorder = recorder;
    recorder.acting(this);
  }

  @Override
  public synchronized void apply(Plan plan, Consumer<Outcome> told) {
    outcomes = told;
    wanted = !plan.actions().isEmpty();
    if (!wanted) {
      // To do nothing needs no record, and must not wait for one.
      first = NONE;
      newest = NONE;
      handOver(plan);
      return;
    }
    newest = recorder.newest();
    first = first == NONE ? newest : first;
    Live live = durable;
    if (live != null && !held) {
      handOver(live);
    }
  }

  /** That this, with its plan, is durable, and every settlement before. */
  synchronized void recorded(Live live) {
    boolean again = held && wanted && first == NONE;
    durable = live;
    held = false;
    if (again) {
      handOver(live.plan());
    } else {
      handOver(live);
    }
  }

  /** What is recorded may be other than what first waited for it: it is what is handed on. */
  private void handOver(Live live) {
    if (first <= live.sequence()) {
      first = newest <= live.sequence() ? NONE : newest;
      handOver(live.plan());
    }
  }

  /** That nothing can be recorded: what is under way ends, and nothing else begins. */
  synchronized void hold() {
    if (!held) {
      held = true;
      handOver(Plan.NOTHING);
    }
  }

  private void handOver(Plan plan) {
    Consumer<Outcome> told = outcomes;
    next.apply(
        plan,
        outcome -> {
          recorder.report(outcome);
          told.accept(outcome);
        });
  }

  @Override
  public void close() {
    next.close();
    recorder.close();
  }
}
