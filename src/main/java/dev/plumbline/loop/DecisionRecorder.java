package dev.plumbline.loop;

import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.log.Recorded;
import java.util.function.Consumer;

/**
 * The stage of the loop between planning and acting: makes decisions durable. Every method returns
 * at once; recording happens on another thread.
 */
public interface DecisionRecorder extends AutoCloseable {

  /** Records nothing, so that nothing can be done. */
  DecisionRecorder NONE =
      new DecisionRecorder() {
        @Override
        public void append(HostSnapshot decision) {
          // not recorded
        }

        @Override
        public void append(Outcome outcome) {
          // not recorded
        }

        @Override
        public void whenRecorded(Consumer<Recorded<Plan>> act) {
          // it never is
        }

        @Override
        public void cancel() {
          // nothing is pending
        }

        @Override
        public void close() {
          // nothing to finish
        }
      };

  /** Records what has settled, with its plan. */
  void append(HostSnapshot decision);

  /** Records the outcome of an action; any thread may call it. */
  void append(Outcome outcome);

  /**
   * Passes the plan of the newest decision to {@code act} once that decision, and every one before
   * it, is durable; a decision that follows meanwhile may take its place. After a fault of the log
   * the newest durable plan is passed on again.
   */
  void whenRecorded(Consumer<Recorded<Plan>> act);

  /** Nothing is to be done any more: no plan is passed on until {@link #whenRecorded} is called. */
  void cancel();

  /** Records what is left, if that is possible at once, and ends. */
  @Override
  void close();
}
