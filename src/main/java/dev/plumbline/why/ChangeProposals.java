package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.FailedCondition.Place;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.why.WhyNot.Absence.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes of facts that might make a conclusion hold, found where the rules for it end. Nothing is
 * promised: settling a copy tells.
 */
public final class ChangeProposals {

  private static final int MAX_DEPTH = 8;

  private final CompiledRules forms;
  private final Collector changes;
  private final FactRewrites rewrites;
  private final FactAdditions additions;
  private final BlockerRemovals stops;

  private ChangeProposals(CompiledRules forms, World world, long until) {
    this.forms = forms;
    this.changes = new Collector(until);
    this.rewrites = new FactRewrites(forms, world, changes);
    this.additions = new FactAdditions(forms.data(), world, changes);
    this.stops = new BlockerRemovals(forms, world, changes, this::absence);
  }

  /**
   * Changes that might do.
   *
   * @param until when to stop looking for more, as {@link System#nanoTime} has it
   */
  static Collector of(Absence absence, CompiledRules forms, World world, long until) {
    var proposals = new ChangeProposals(forms, world, until);
    proposals.absence(absence, MAX_DEPTH);
    return proposals.changes;
  }

  private void absence(Absence absence, int deep) {
    if (deep <= 0 || changes.over()) {
      return;
    }
    for (Attempt attempt : absence.attempts()) {
      failed(attempt.failed(), absence.goal(), deep);
      Absence deeper = attempt.deeper();
      if (deeper != null) {
        absence(deeper, deep - 1);
      }
      CompiledRule form = forms.of(attempt.rule());
      if (form != null) {
        additions.ahead(form, new GoalBindings(form, absence.goal()), attempt.met());
      }
    }
  }

  private void failed(FailedCondition failed, Goal goal, int deep) {
    Place place = failed.place();
    switch (failed) {
      case FailedCondition.Missing missing ->
          missing((Pattern) place.condition(), place, missing.required());
      case FailedCondition.FailedTest fails -> fails(fails, goal, deep);
      case FailedCondition.Blocked blocked -> {
        for (Object each : blocked.blockers()) {
          if (each instanceof Fact fact) {
            changes.remove(fact);
            rewrites.apart(place, fact);
          } else if (each instanceof Conclusion conclusion) {
            stops.stop(conclusion, deep - 1);
          }
        }
      }
      case FailedCondition.Counted counted -> counted(place);
      case FailedCondition.Other other -> {
        parameters(place);
        rewrites.other(other);
      }
    }
  }

  private void missing(Pattern one, Place place, SortedMap<String, String> required) {
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null) {
        rewrites.otherSide(one, test, place);
      }
    }
    if (Fact.class.isAssignableFrom(one.type().type())) {
      additions.create(one, place.frame(), required);
      rewrites.candidates(one, place, required);
    }
  }

  private void fails(FailedCondition.FailedTest fails, Goal goal, int deep) {
    Place place = fails.place();
    Test test = Objects.requireNonNull(place.test());
    rewrites.test(test, place.form(), place.frame(), true, goal.fields().values());
    rewrites.premises(test, place.form(), place.frame());
    if (fails.subject() instanceof Conclusion conclusion) {
      rewrites.alter(conclusion, FactVariants.context(test, place.frame()));
      stops.stop(conclusion, deep - 1);
    } else if (place.condition() instanceof Pattern one && rewrites.few(one)) {
      rewrites.candidates(one, place, new TreeMap<>());
    }
  }

  private void counted(Place place) {
    Test test = place.test();
    if (test != null) {
      rewrites.test(test, place.form(), place.frame(), true);
    }
    parameters(place);
    if (place.condition() instanceof Accumulate accumulate) {
      for (Condition each : accumulate.source()) {
        if (each instanceof Pattern one) {
          missing(one, place, one.requiredValues(place.frame()));
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

  /** Changes of facts that were proposed, each once. */
  static final class Collector {

    private final Map<List<@Nullable Fact>, FactChange> found = new LinkedHashMap<>();
    private final long until;
    private boolean cut;

    Collector(long until) {
      this.until = until;
    }

    /** Whether it is time to stop: what is found until then must do. */
    boolean over() {
      if (!cut && System.nanoTime() > until) {
        cut = true;
      }
      return cut;
    }

    /** Whether there may be more. */
    boolean cut() {
      return cut;
    }

    void propose(FactChange change) {
      var facts = new ArrayList<@Nullable Fact>();
      facts.add(change.before());
      facts.add(change.after());
      if (!(change.before() instanceof EvaluationTime)) {
        found.putIfAbsent(facts, change);
      }
    }

    void set(Fact before, Fact after) {
      if (after.key().equals(before.key()) && !after.equals(before)) {
        propose(FactChange.set(before, after));
      }
    }

    /** A parameter of one value may have a default, so that it cannot be taken away. */
    void remove(Fact fact) {
      if (!(fact instanceof Parameter parameter && parameter.item().isEmpty())) {
        propose(FactChange.remove(fact));
      }
    }

    List<FactChange> easiestFirst() {
      return found.values().stream().sorted(Comparator.comparing(FactChange::kind)).toList();
    }
  }
}
