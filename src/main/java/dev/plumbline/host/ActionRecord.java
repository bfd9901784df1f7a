package dev.plumbline.host;

import dev.plumbline.action.Outcome;
import dev.plumbline.fact.Fact;
import java.util.List;

/**
 * What is remembered of actions, as facts for the rules. Called by the thread of the loop alone.
 */
public interface ActionRecord {

  /** Remembers nothing. */
  ActionRecord NONE =
      new ActionRecord() {
        @Override
        public void add(Outcome outcome) {
          // forgotten
        }

        @Override
        public List<Fact> facts(Live live) {
          return List.of();
        }
      };

  /** Takes note of an outcome. */
  void add(Outcome outcome);

  /**
   * The {@link dev.plumbline.fact.ActionFailure}s and {@link dev.plumbline.fact.ActionWrites} now.
   *
   * @param live what was published last, with the plan that outcomes are of: failures of anything
   *     else are over
   */
  List<? extends Fact> facts(Live live);
}
