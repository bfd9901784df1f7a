package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.Operators;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Group;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.Condition.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds what the conditions of a rule match, in the order in which they are written. */
final class ConditionMatcher {

  interface Found {
    boolean goOn(@Nullable Object[] frame);
  }

  private final World world;
  private final Deque<Object> premises = new ArrayDeque<>();

  ConditionMatcher(World world) {
    this.world = world;
  }

  /** The facts and conclusions matched at this moment, in the order of the conditions. */
  List<Object> premises() {
    return List.copyOf(premises);
  }

  /** Tells of every match of all {@code conditions}; false when it was not to go on. */
  boolean each(List<Condition> conditions, @Nullable Object[] frame, Found found) {
    return each(conditions, 0, frame, found);
  }

  private boolean each(
      List<Condition> conditions, int next, @Nullable Object[] frame, Found found) {
    if (next == conditions.size()) {
      return found.goOn(frame);
    }
    return one(conditions.get(next), frame, f -> each(conditions, next + 1, f, found));
  }

  boolean one(Condition condition, @Nullable Object[] frame, Found found) {
    return switch (condition) {
      case Pattern one -> {
        for (Object each : candidates(one, frame)) {
          if (matches(one, each, frame)) {
            premises.addLast(each);
            boolean goOn = found.goOn(frame);
            premises.removeLast();
            if (!goOn) {
              yield false;
            }
          }
        }
        yield true;
      }
      case Group group ->
          switch (group.kind()) {
            case AND -> each(group.children(), frame, found);
            case OR -> {
              for (Condition child : group.children()) {
                if (!one(child, frame, found)) {
                  yield false;
                }
              }
              yield true;
            }
            case NOT -> any(group.children(), frame) || found.goOn(frame);
            case EXISTS -> !any(group.children(), frame) || found.goOn(frame);
            case FORALL -> !every(group.children(), frame) || found.goOn(frame);
          };
      case Accumulate accumulate -> !accumulate(accumulate, frame) || found.goOn(frame);
    };
  }

  boolean any(List<Condition> conditions, @Nullable Object[] frame) {
    var apart = new ConditionMatcher(world);
    return !apart.each(conditions, 0, frame, f -> false);
  }

  private boolean every(List<Condition> conditions, @Nullable Object[] frame) {
    var apart = new ConditionMatcher(world);
    if (conditions.size() == 1 && conditions.getFirst() instanceof Pattern one) {
      return world.of(one.type()).stream().allMatch(each -> matches(one, each, frame));
    }
    List<Condition> rest = conditions.subList(1, conditions.size());
    return apart.one(conditions.getFirst(), frame, f -> any(rest, f));
  }

  List<Object> candidates(Pattern one, @Nullable Object[] frame) {
    List<Object> fewest = null;
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null && test.required() != null) {
        List<Object> found = world.where(one.type(), test.key(), test.required().of(frame));
        if (fewest == null || found.size() < fewest.size()) {
          fewest = found;
        }
        if (fewest.size() <= 1) {
          return fewest;
        }
      }
    }
    return fewest == null ? world.of(one.type()) : fewest;
  }

  private static boolean matches(Pattern one, Object candidate, @Nullable Object[] frame) {
    frame[one.slot()] = candidate;
    for (Step step : one.steps()) {
      if (step instanceof Test test && !test.holds(frame)) {
        return false;
      }
      if (step instanceof Bind bind) {
        frame[bind.slot()] = bind.value().of(frame);
      }
    }
    return true;
  }

  /** Works out what is counted or collected; whether the tests of it hold. */
  boolean accumulate(Accumulate accumulate, @Nullable Object[] frame) {
    fold(accumulate, frame);
    if (accumulate.folds().size() == 1 && frame[accumulate.folds().getFirst().slot()] == null) {
      return false;
    }
    return accumulate.tests().stream().allMatch(test -> test.holds(frame));
  }

  private void fold(Accumulate accumulate, @Nullable Object[] frame) {
    int size = accumulate.folds().size();
    var all = new ArrayList<List<Object>>();
    var counts = new long[size];
    for (int i = 0; i < size; i++) {
      all.add(new ArrayList<>());
    }
    var apart = new ConditionMatcher(world);
    apart.each(
        accumulate.source(),
        frame,
        f -> {
          for (int i = 0; i < size; i++) {
            Value of = accumulate.folds().get(i).of();
            Object value = of == null ? null : of.of(f);
            counts[i]++;
            if (value != null) {
              all.get(i).add(value);
            }
          }
          return true;
        });
    for (int i = 0; i < size; i++) {
      var fold = accumulate.folds().get(i);
      frame[fold.slot()] = result(fold.function(), all.get(i), counts[i]);
    }
  }

  /** The result; null where it cannot be calculated. */
  private static @Nullable Object result(String function, List<Object> values, long count) {
    try {
      return calculated(function, values, count);
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static @Nullable Object calculated(String function, List<Object> values, long count) {
    return switch (function) {
      case "count" -> count;
      case "collectList" -> values;
      case "collectSet" -> new LinkedHashSet<>(values);
      case "min" -> values.stream().min(Operators::order).orElse(null);
      case "max" -> values.stream().max(Operators::order).orElse(null);
      case "average" ->
          values.isEmpty() ? null : ((Number) total(values)).doubleValue() / values.size();
      default -> total(values);
    };
  }

  private static Object total(Collection<Object> values) {
    Object total = 0L;
    for (Object each : values) {
      total = Objects.requireNonNull(Operators.calculate(total, "+", each));
    }
    return total;
  }

  // ---- what a derivation matched

  /** The frame of a derivation; null when it cannot be told which of several ways it went. */
  static @Nullable Object @Nullable [] frameOf(
      CompiledRule form, Derivation derivation, World world) {
    @Nullable Object[] frame = new @Nullable Object[form.slots()];
    return new DerivationReader(derivation, world).fill(form.when(), frame) ? frame : null;
  }

  private static final class DerivationReader {

    private final World world;
    private final Iterator<String> facts;
    private final Iterator<Conclusion> conclusions;

    DerivationReader(Derivation derivation, World world) {
      this.world = world;
      this.facts = derivation.facts().iterator();
      this.conclusions = derivation.conclusions().iterator();
    }

    private boolean fill(List<Condition> conditions, @Nullable Object[] frame) {
      for (Condition condition : conditions) {
        boolean filled =
            switch (condition) {
              case Pattern one -> fill(one, frame);
              case Group group ->
                  switch (group.kind()) {
                    case AND -> fill(group.children(), frame);
                    case OR -> false;
                    case NOT, EXISTS, FORALL -> true;
                  };
              case Accumulate accumulate ->
                  new ConditionMatcher(world).accumulate(accumulate, frame);
            };
        if (!filled) {
          return false;
        }
      }
      return true;
    }

    private boolean fill(Pattern one, @Nullable Object[] frame) {
      boolean fact = Fact.class.isAssignableFrom(one.type().type());
      if (!(fact ? facts.hasNext() : conclusions.hasNext())) {
        return false;
      }
      Object matched = fact ? world.fact(facts.next()) : conclusions.next();
      if (matched == null || matched.getClass() != one.type().type()) {
        return false;
      }
      frame[one.slot()] = matched;
      for (Step step : one.steps()) {
        if (step instanceof Bind bind) {
          frame[bind.slot()] = bind.value().of(frame);
        }
      }
      return true;
    }
  }
}
