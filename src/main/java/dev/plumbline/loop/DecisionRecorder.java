package dev.plumbline.loop;

import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.log.Recorded;
import java.util.List;
import java.util.function.Consumer;

/**
 * The stage of the loop between planning and acting: makes decisions durable. No method blocks;
 * recording happens on another thread.
 */
public interface DecisionRecorder extends AutoCloseable {

  /** The name of the thread that records. */
  String THREAD = "plumbline-audit";

  /** Records nothing, so that no action is ever carried out. */
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

  /**
   * Passes on what was written before this process recorded anything, by an earlier process or
   * another replica, as far as the log tells. No plan is passed on before a decision that knows of
   * it is durable.
   *
   * @param to takes outcomes in the order of their times, on any thread
   */
  default void restoreTo(Consumer<List<Outcome>> to) {
    // nothing is kept
  }

  void append(HostSnapshot decision);

  /** Records the outcome of an action; any thread may call it. */
  void append(Outcome outcome);

  /**
   * Passes the plan of the newest decision to {@code act} once that decision and all earlier ones
   * are durable; a later decision may replace it in the meantime. After a log fault, the newest
   * durable plan is passed again.
   */
  void whenRecorded(Consumer<Recorded<Plan>> act);

  /** Cancels the pending plan: none is passed on until {@link #whenRecorded} is called again. */
  void cancel();

  /** Records what is pending, if possible without retrying, and closes. */
  @Override
  void close();
}
