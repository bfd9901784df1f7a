package dev.plumbline.host;

import dev.plumbline.action.ActionOutcomes;
import dev.plumbline.action.Outcome;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Which actions fail now, and how much was written within the parameter actions.interval. */
final class Remembered implements ActionRecord {

  private static final String INTERVAL = "actions.interval";

  private final ActionOutcomes outcomes;

  /** Nothing was tried yet. */
  Remembered(InstantSource clock) {
    this.outcomes = new ActionOutcomes(clock);
  }

  @Override
  public void add(Outcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public List<? extends Fact> facts(Live live) {
    outcomes.retain(live.plan());
    var facts = new ArrayList<Fact>(outcomes.failures());
    facts.addAll(outcomes.writes(interval(live)));
    return facts;
  }

  private static Duration interval(Live live) {
    return live.facts().getOrDefault("Parameter", List.of()).stream()
        .map(Parameter.class::cast)
        .filter(parameter -> parameter.name().equals(INTERVAL))
        .map(Parameter::duration)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(Duration.ZERO);
  }
}
