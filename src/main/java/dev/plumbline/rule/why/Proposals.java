package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import dev.plumbline.rule.why.Absence.Attempt;
import dev.plumbline.rule.why.Condition.Gather;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.why.Condition.Test;
import dev.plumbline.rule.why.Obstacle.Place;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Changes of facts that might make a conclusion hold, found where the rules for it end. Nothing is
 * promised: settling a copy tells.
 */
public final class Proposals {

  private static final int DEEPEST = 6;

  private final RuleForms forms;
  private final Proposed changes = new Proposed();
  private final Rewrites rewrites;
  private final Origins origins;
  private final Additions additions;
  private final Stops stops;

  private Proposals(RuleForms forms, World world) {
    this.forms = forms;
    this.rewrites = new Rewrites(world, changes);
    this.origins = new Origins(forms, world, changes);
    this.additions = new Additions(world, changes);
    this.stops = new Stops(forms, world, changes, this::absence);
  }

  /** What might make what is absent hold, the easier changes first. */
  public static List<FactChange> of(Absence absence, RuleForms forms, World world) {
    var proposals = new Proposals(forms, world);
    proposals.absence(absence, DEEPEST);
    return proposals.changes.easiestFirst();
  }

  private void absence(Absence absence, int deep) {
    if (deep <= 0) {
      return;
    }
    for (Attempt attempt : absence.attempts()) {
      obstacle(attempt.obstacle(), deep);
      Absence deeper = attempt.deeper();
      if (deeper != null) {
        absence(deeper, deep - 1);
      }
      RuleForm form = forms.of(attempt.rule());
      if (form != null) {
        additions.ahead(form, new Seeds(form, absence.wanted()), attempt.met());
      }
    }
  }

  private void obstacle(Obstacle obstacle, int deep) {
    Place place = obstacle.place();
    switch (obstacle) {
      case Obstacle.Missing missing -> missing((One) place.condition(), place, missing.wanted());
      case Obstacle.Fails fails -> fails(fails, deep);
      case Obstacle.InTheWay inTheWay -> {
        for (Object each : inTheWay.inTheWay()) {
          if (each instanceof Fact fact) {
            changes.remove(fact);
            rewrites.apart(place, fact);
          } else if (each instanceof Conclusion conclusion) {
            stops.stop(conclusion, deep - 1);
          }
        }
      }
      case Obstacle.Counted counted -> counted(place);
      case Obstacle.Other other -> {
        parameters(place);
        rewrites.other(other);
      }
    }
  }

  private void missing(One one, Place place, SortedMap<String, String> wanted) {
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null) {
        rewrites.otherSide(one, test, place);
      }
    }
    if (Fact.class.isAssignableFrom(one.type().type())) {
      additions.create(one, place.frame(), wanted);
      rewrites.candidates(one, place, wanted);
    }
  }

  private void fails(Obstacle.Fails fails, int deep) {
    Place place = fails.place();
    Test test = Objects.requireNonNull(place.test());
    rewrites.test(test, place.form(), place.frame(), true);
    origins.premises(test, place.form(), place.frame());
    if (fails.subject() instanceof Conclusion conclusion) {
      origins.alter(conclusion, Context.of(test, place.frame()));
      stops.stop(conclusion, deep - 1);
    } else if (place.condition() instanceof One one && rewrites.few(one)) {
      rewrites.candidates(one, place, new TreeMap<>());
    }
  }

  private void counted(Place place) {
    Test test = place.test();
    if (test != null) {
      rewrites.test(test, place.form(), place.frame(), true);
    }
    parameters(place);
    if (place.condition() instanceof Gather gather) {
      for (Condition each : gather.source()) {
        if (each instanceof One one) {
          missing(one, place, Source.wanted(one, place.frame()));
        }
      }
    }
  }

  private void parameters(Place place) {
    for (Object each : place.frame()) {
      if (each instanceof Parameter parameter) {
        changes.remove(parameter);
      }
    }
  }
}
