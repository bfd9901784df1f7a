package dev.plumbline.loop;

import dev.plumbline.action.ActionOutcomes;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What is remembered of actions, as facts for the rules. Called by the thread of the loop alone.
 */
public interface ActionHistory {

  /** Remembers nothing. */
  ActionHistory NONE =
      new ActionHistory() {
        @Override
        public void add(Outcome outcome) {
          // forgotten
        }

        @Override
        public List<Fact> facts(HostSnapshot live) {
          return List.of();
        }
      };

  /** Takes note of an outcome. */
  void add(Outcome outcome);

  /**
   * The {@link dev.plumbline.fact.Policy.ActionFailure}s and {@link
   * dev.plumbline.fact.Policy.ActionWrites} now.
   *
   * @param live what was published last, with the plan that outcomes are of: failures of anything
   *     else are over
   */
  List<? extends Fact> facts(HostSnapshot live);

  /** Which actions fail now, and how much was written within the parameter actions.interval. */
  static final class InMemory implements ActionHistory {

    private static final String INTERVAL = "actions.interval";

    private final ActionOutcomes outcomes;

    /** Nothing was tried yet. */
    public InMemory(InstantSource clock) {
      this.outcomes = new ActionOutcomes(clock);
    }

    @Override
    public void add(Outcome outcome) {
      outcomes.add(outcome);
    }

    @Override
    public List<? extends Fact> facts(HostSnapshot live) {
      outcomes.retain(live.plan());
      var facts = new ArrayList<Fact>(outcomes.failures());
      facts.addAll(outcomes.writes(interval(live)));
      return facts;
    }

    private static Duration interval(HostSnapshot live) {
      return live.facts(Parameter.class).stream()
          .filter(parameter -> parameter.name().equals(INTERVAL))
          .map(Parameter::duration)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(Duration.ZERO);
    }
  }
}
