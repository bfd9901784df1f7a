package dev.plumbline.loop;

import dev.plumbline.action.ActionOutcomes;
import dev.plumbline.action.ActionOutcomes.Windows;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The history of actions as facts for the rules. Called only by the loop thread. */
public interface ActionHistory {

  ActionHistory NONE =
      new ActionHistory() {
        @Override
        public void add(Outcome outcome) {
          // not kept
        }

        @Override
        public List<Fact> facts(HostSnapshot live) {
          return List.of();
        }
      };

  void add(Outcome outcome);

  /** How long before now a write can still count for {@link #facts}; zero when none does. */
  default Duration remembers(HostSnapshot live) {
    return Duration.ZERO;
  }

  /**
   * The {@link dev.plumbline.fact.Policy.ActionFailure}s, {@link
   * dev.plumbline.fact.Policy.ActionWrites} and {@link dev.plumbline.fact.Policy.FieldWrites} now.
   *
   * @param live the latest snapshot; failures of actions that are not in its plan are dropped
   */
  List<? extends Fact> facts(HostSnapshot live);

  /**
   * The actions that currently fail, and how many writes were made within the parameters
   * actions.interval and flap.within. After a restart they go on from the decision log.
   */
  static final class InMemory implements ActionHistory {

    private final ActionOutcomes outcomes;

    public InMemory(InstantSource clock) {
      this.outcomes = new ActionOutcomes(clock);
    }

    @Override
    public void add(Outcome outcome) {
      outcomes.add(outcome);
    }

    @Override
    public Duration remembers(HostSnapshot live) {
      return windows(live).remembered();
    }

    @Override
    public List<? extends Fact> facts(HostSnapshot live) {
      outcomes.retain(live.plan());
      var facts = new ArrayList<Fact>(outcomes.failures());
      Windows windows = windows(live);
      facts.addAll(outcomes.writes(windows.cap()));
      facts.addAll(outcomes.fields(windows));
      return facts;
    }

    private static Windows windows(HostSnapshot live) {
      return new Windows(
          duration(live, "flap.within"),
          duration(live, "flap.calm"),
          duration(live, "actions.interval"));
    }

    private static Duration duration(HostSnapshot live, String name) {
      return live.facts(Parameter.class).stream()
          .filter(parameter -> parameter.name().equals(name))
          .map(Parameter::duration)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(Duration.ZERO);
    }
  }
}
