package dev.plumbline.why;

import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Group;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.FailedCondition.Found;
import dev.plumbline.why.FailedCondition.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks for the match of a rule that gets furthest, and for what ends it. */
final class BestPartialMatch {

  /** After so many things looked at, the furthest so far must do. */
  private static final int MAX_LOOKED_AT = 200_000;

  private final CompiledRule form;
  private final GoalBindings bindings;
  private final World world;
  private final ConditionMatcher joins;
  private int looked;
  private int met = -1;
  private int steps = -1;
  private int others;
  private boolean holds;
  private @Nullable FailedCondition failed;

  BestPartialMatch(CompiledRule form, GoalBindings bindings, World world) {
    this.form = form;
    this.bindings = bindings;
    this.world = world;
    this.joins = new ConditionMatcher(world);
  }

  boolean search(Goal goal) {
    go(
        form.when(),
        0,
        0,
        new @Nullable Object[form.slots()],
        frame -> {
          FailedCondition other = other(goal, frame);
          if (other == null) {
            holds = true;
            return false;
          }
          reach(form.when().size(), 0, other);
          return true;
        });
    return holds;
  }

  int met() {
    return Math.max(met, 0);
  }

  @Nullable FailedCondition failed() {
    return failed instanceof FailedCondition.FailedTest fails
        ? new FailedCondition.FailedTest(
            fails.subject(), fails.test(), fails.found(), others, fails.place())
        : failed;
  }

  private @Nullable FailedCondition other(Goal goal, @Nullable Object[] frame) {
    for (CompiledRule.Argument argument : form.arguments()) {
      String text = goal.fields().get(argument.component().name());
      if (text != null) {
        Object value = argument.value().of(frame);
        if (!Goal.fits(value, text)) {
          return new FailedCondition.Other(
              argument.component().name(),
              DisplayText.brief(value),
              text,
              new Place(form, form.when().getLast(), null, frame.clone()));
        }
      }
    }
    return null;
  }

  private void reach(int conditions, int passed, FailedCondition by) {
    if (conditions > met || conditions == met && passed > steps) {
      met = conditions;
      steps = passed;
      failed = by;
      others = 0;
    } else if (conditions == met && passed == steps) {
      others++;
    }
  }

  private boolean go(
      List<Condition> conditions,
      int next,
      int depth,
      @Nullable Object[] frame,
      ConditionMatcher.Found found) {
    if (next == conditions.size()) {
      return found.goOn(frame);
    }
    return one(
        conditions.get(next), depth, frame, f -> go(conditions, next + 1, depth + 1, f, found));
  }

  private boolean one(
      Condition condition, int depth, @Nullable Object[] frame, ConditionMatcher.Found found) {
    if (++looked > MAX_LOOKED_AT) {
      return false;
    }
    return switch (condition) {
      case Pattern one -> pattern(one, depth, frame, found);
      case Group group -> group(group, depth, frame, found);
      case Accumulate accumulate -> {
        if (joins.accumulate(accumulate, frame) && bound(accumulate, frame)) {
          yield found.goOn(frame);
        }
        reach(depth, 0, counted(accumulate, frame));
        yield true;
      }
    };
  }

  private boolean group(
      Group group, int depth, @Nullable Object[] frame, ConditionMatcher.Found found) {
    switch (group.kind()) {
      case AND -> {
        return go(group.children(), 0, depth, frame, found);
      }
      case OR -> {
        for (Condition child : group.children()) {
          if (!one(child, depth, frame, found)) {
            return false;
          }
        }
        return true;
      }
      case NOT -> {
        var way = new ConditionMatcher(world);
        var blockers = new ArrayList<Object>();
        way.each(
            group.children(),
            frame,
            f -> {
              blockers.addAll(way.premises());
              return false;
            });
        if (blockers.isEmpty() && !joins.any(group.children(), frame)) {
          return found.goOn(frame);
        }
        reach(
            depth,
            0,
            new FailedCondition.Blocked(blockers, new Place(form, group, null, frame.clone())));
        return true;
      }
      case EXISTS -> {
        if (joins.any(group.children(), frame)) {
          return found.goOn(frame);
        }
        // What ends the furthest match of what must exist ends this one.
        go(group.children(), 0, depth, frame, f -> true);
        return true;
      }
      case FORALL -> {
        boolean all = joins.one(group, frame, f -> false);
        if (!all) {
          return found.goOn(frame);
        }
        reach(
            depth,
            0,
            new FailedCondition.Blocked(List.of(), new Place(form, group, null, frame.clone())));
        return true;
      }
    }
    return true;
  }

  private boolean bound(Accumulate accumulate, @Nullable Object[] frame) {
    return accumulate.folds().stream()
        .allMatch(
            fold -> {
              String text = bindings.of(fold.slot());
              return text == null || Goal.fits(frame[fold.slot()], text);
            });
  }

  private FailedCondition counted(Accumulate accumulate, @Nullable Object[] frame) {
    var found = new ArrayList<Found>();
    accumulate
        .folds()
        .forEach(
            fold ->
                found.add(
                    new Found(
                        "",
                        fold.function() + " " + fold.variable().substring(1),
                        DisplayText.brief(frame[fold.slot()]))));
    for (Test test : accumulate.tests()) {
      if (!test.holds(frame)) {
        return new FailedCondition.Counted(
            DisplayText.test(test, frame), found, new Place(form, accumulate, test, frame.clone()));
      }
    }
    return new FailedCondition.Counted("", found, new Place(form, accumulate, null, frame.clone()));
  }

  private boolean pattern(
      Pattern one, int depth, @Nullable Object[] frame, ConditionMatcher.Found found) {
    List<Object> candidates = candidates(one, frame);
    if (candidates.isEmpty()) {
      reach(depth, 0, missing(one, frame));
      return true;
    }
    for (Object candidate : candidates) {
      if (++looked > MAX_LOOKED_AT) {
        return false;
      }
      int passed = passes(one, candidate, frame);
      if (passed == one.steps().size()) {
        if (!found.goOn(frame)) {
          return false;
        }
      } else {
        reach(depth, passed + 1, fails(one, candidate, passed, frame));
      }
    }
    return true;
  }

  private List<Object> candidates(Pattern one, @Nullable Object[] frame) {
    List<Object> fewest = joins.candidates(one, frame);
    for (Step step : one.steps()) {
      if (fewest.size() > 1
          && step instanceof Bind bind
          && bind.property() != null
          && bindings.of(bind) != null) {
        Property property = ExpressionCompiler.property(one.type().type(), bind.property());
        Object value =
            property == null
                ? null
                : GoalBindings.lookup(property, Objects.requireNonNull(bindings.of(bind)));
        if (value != null) {
          List<Object> bound = world.where(one.type(), bind.property(), value);
          fewest = bound.size() < fewest.size() ? bound : fewest;
        }
      }
    }
    return fewest;
  }

  private int passes(Pattern one, Object candidate, @Nullable Object[] frame) {
    frame[one.slot()] = candidate;
    int passed = 0;
    for (Step step : one.steps()) {
      if (step instanceof Test test && !test.holds(frame)) {
        return passed;
      }
      if (step instanceof Bind bind) {
        Object value = bind.value().of(frame);
        frame[bind.slot()] = value;
        String text = bindings.of(bind);
        if (text != null && !Goal.fits(value, text)) {
          return passed;
        }
      }
      passed++;
    }
    return passed;
  }

  private FailedCondition fails(
      Pattern one, Object candidate, int passed, @Nullable Object[] frame) {
    Step step = one.steps().get(passed);
    if (!(step instanceof Test test)) {
      return missing(one, frame);
    }
    if (test.key() != null) {
      return missing(one, frame);
    }
    List<Found> found = Found.of(test, frame);
    return new FailedCondition.FailedTest(
        candidate,
        DisplayText.test(test, frame),
        found,
        0,
        new Place(form, one, test, frame.clone()));
  }

  private FailedCondition missing(Pattern one, @Nullable Object[] frame) {
    var required = new TreeMap<>(bindings.of(one));
    required.putAll(one.requiredValues(frame));
    return new FailedCondition.Missing(
        one.type(), required, one.text(), new Place(form, one, null, frame.clone()));
  }
}
