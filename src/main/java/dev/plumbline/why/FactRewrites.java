package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.why.ChangeProposals.Collector;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Group;
import dev.plumbline.why.Condition.Operand;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.FailedCondition.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Facts that are there with another value, so that a test of a rule comes out otherwise. */
final class FactRewrites {

  private static final int MAX_CANDIDATES = 200;

  private static final int MAX_NAMED = 20;

  /** So many values are tried of a property whose effect cannot be predicted. */
  private static final int MAX_ALTERED = 6;

  private static final int MAX_DEPTH = 4;

  private final CompiledRules forms;
  private final World world;
  private final Collector changes;
  private final FactVariants mutations;

  FactRewrites(CompiledRules forms, World world, Collector changes) {
    this.forms = forms;
    this.world = world;
    this.changes = changes;
    this.mutations = new FactVariants(world);
  }

  boolean few(Pattern one) {
    return world.of(one.type()).size() <= MAX_CANDIDATES;
  }

  // ---- tests

  /** Changes of the facts that a test names, after which it is {@code required}. */
  void test(Test test, CompiledRule form, @Nullable Object[] frame, boolean required) {
    test(test, form, frame, required, List.of());
  }

  /**
   * The same.
   *
   * @param wanted what the conclusion is to say
   */
  void test(
      Test test,
      CompiledRule form,
      @Nullable Object[] frame,
      boolean required,
      Collection<String> wanted) {
    Collection<Object> context = FactVariants.context(test, frame);
    context.addAll(wanted);
    for (Operand operand : test.operands()) {
      if (operand.fact() >= 0 && frame[operand.fact()] instanceof Fact fact) {
        for (Fact changed : mutations.all(fact, operand.property(), context)) {
          if (changes.over()) {
            return;
          }
          @Nullable Object[] copy = form.replace(frame, operand.fact(), changed, test);
          if (copy != null && test.safelyHolds(copy) == required) {
            changes.set(fact, changed);
          }
        }
      }
    }
  }

  void other(FailedCondition.Other other) {
    Place place = other.place();
    for (CompiledRule.Argument argument : place.form().arguments()) {
      if (argument.component().name().equals(other.field())) {
        for (Operand operand : argument.operands()) {
          if (operand.fact() >= 0 && place.frame()[operand.fact()] instanceof Fact fact) {
            for (Fact changed :
                mutations.all(fact, operand.property(), List.of(other.required()))) {
              @Nullable Object[] copy =
                  place.form().replace(place.frame(), operand.fact(), changed, null);
              if (copy != null && argument.gives(copy, other.required())) {
                changes.set(fact, changed);
              }
            }
          }
        }
      }
    }
  }

  // ---- what is missing

  void otherSide(Pattern one, Test test, Place place) {
    for (Operand operand : test.operands()) {
      String name = operand.property();
      if (operand.fact() >= 0
          && operand.fact() != one.slot()
          && name != null
          && place.frame()[operand.fact()] instanceof Fact fact) {
        RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
        for (Property component : type.components()) {
          if (component.name().equals(name) && FeasibleChanges.isWritten(fact.getClass(), name)) {
            for (Object value : values(one.type(), Objects.requireNonNull(test.key()))) {
              Fact changed =
                  component.type().isInstance(value)
                      ? FactVariants.with(fact, type, component, value)
                      : null;
              if (changed != null) {
                changes.set(fact, changed);
              }
            }
          }
        }
      } else if (operand.fact() >= 0
          && operand.fact() != one.slot()
          && name != null
          && place.frame()[operand.fact()] instanceof Conclusion conclusion) {
        Property read = ExpressionCompiler.property(conclusion.getClass(), name);
        Collection<Object> values = values(one.type(), Objects.requireNonNull(test.key()));
        if (read != null) {
          worked(
              conclusion,
              name,
              values,
              MAX_DEPTH,
              changed -> values.contains(read.reader().apply(changed)));
        }
      }
    }
  }

  private Collection<Object> values(RecordType type, String property) {
    var values = new LinkedHashSet<Object>();
    Property read = Objects.requireNonNull(ExpressionCompiler.property(type.type(), property));
    for (Object each : world.of(type)) {
      Object value = read.reader().apply(each);
      if (value != null && values.size() < MAX_NAMED) {
        values.add(value);
      }
    }
    return values;
  }

  void candidates(Pattern one, Place place, SortedMap<String, String> required) {
    if (!Fact.class.isAssignableFrom(one.type().type())) {
      return;
    }
    for (Object each : near(one.type(), required)) {
      if (changes.over()) {
        return;
      }
      @Nullable Object[] frame = place.frame().clone();
      frame[one.slot()] = each;
      Test failing = null;
      int fails = 0;
      for (Step step : one.steps()) {
        if (step instanceof Bind bind) {
          try {
            frame[bind.slot()] = bind.value().of(frame);
          } catch (RuntimeException e) {
            fails++;
          }
        } else if (step instanceof Test test && !test.safelyHolds(frame)) {
          failing = test;
          fails++;
        }
      }
      List<String> lacking = lacking(one, each, required);
      if (fails == 1 && failing != null && lacking.isEmpty()) {
        test(failing, place.form(), frame, true);
      } else if (fails <= 1 && !lacking.isEmpty() && lacking.size() <= 2) {
        lacking.forEach(name -> rewrite((Fact) each, name, required.get(name)));
      }
    }
  }

  private Collection<Object> near(RecordType type, SortedMap<String, String> required) {
    List<Object> all = world.of(type);
    if (all.size() <= MAX_CANDIDATES) {
      return all;
    }
    var near = new LinkedHashSet<Object>();
    required.forEach(
        (name, text) -> {
          Property property = ExpressionCompiler.property(type.type(), name);
          Object value = property == null ? null : GoalBindings.lookup(property, text);
          if (value != null) {
            world.where(type, name, value).stream().limit(MAX_CANDIDATES / 4).forEach(near::add);
          }
        });
    return near.isEmpty() ? all.subList(0, MAX_CANDIDATES / 4) : near;
  }

  /**
   * The required values that no test asks for, since they come from the conclusion, and it lacks.
   */
  private static List<String> lacking(
      Pattern one, Object fact, SortedMap<String, String> required) {
    var tested = new HashSet<String>();
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null) {
        tested.add(test.key());
      }
    }
    return required.keySet().stream()
        .filter(name -> !tested.contains(name))
        .filter(
            name ->
                !Goal.fits(
                    Objects.requireNonNull(ExpressionCompiler.property(fact.getClass(), name))
                        .reader()
                        .apply(fact),
                    Objects.requireNonNull(required.get(name))))
        .toList();
  }

  /** Changes of a fact after which a property of it is what {@code text} says. */
  private void rewrite(Fact fact, String name, @Nullable String text) {
    Property property = ExpressionCompiler.property(fact.getClass(), name);
    if (property == null || text == null) {
      return;
    }
    var context = new ArrayList<Object>(List.of(text));
    Object value = GoalBindings.lookup(property, text);
    if (value != null) {
      context.add(value);
    }
    for (Fact changed : mutations.of(fact, name, context)) {
      if (Goal.fits(property.reader().apply(changed), text)) {
        changes.set(fact, changed);
      }
    }
  }

  // ---- what is in the way

  /** A fact that stands in the way together with others: it could be otherwise. */
  void apart(Place place, Fact fact) {
    if (place.condition() instanceof Group group) {
      new ConditionMatcher(world)
          .each(
              group.children(),
              place.frame().clone(),
              frame -> {
                for (Condition child : group.children()) {
                  if (child instanceof Pattern one && fact.equals(frame[one.slot()])) {
                    for (Step step : one.steps()) {
                      if (step instanceof Test test) {
                        test(test, place.form(), frame, false);
                      }
                    }
                  }
                }
                return false;
              });
    }
  }

  // ---- what conclusions were made from

  /** Changes of what the conclusions that a test names were made from, after which it holds. */
  void premises(Test test, CompiledRule form, @Nullable Object[] frame) {
    Collection<Object> context = FactVariants.context(test, frame);
    for (Operand operand : test.operands()) {
      if (operand.fact() >= 0 && frame[operand.fact()] instanceof Conclusion conclusion) {
        worked(
            conclusion,
            operand.property(),
            context,
            MAX_DEPTH,
            changed -> {
              @Nullable Object[] copy = form.replace(frame, operand.fact(), changed, test);
              return copy != null && test.safelyHolds(copy);
            });
      }
    }
  }

  private void worked(
      Conclusion conclusion,
      @Nullable String property,
      Collection<Object> context,
      int deep,
      Predicate<Object> passes) {
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      CompiledRule form = forms.of(derivation.rule());
      @Nullable Object[] frame =
          form == null ? null : ConditionMatcher.frameOf(form, derivation, world);
      if (form == null || frame == null || deep == 0) {
        continue;
      }
      for (CompiledRule.Argument argument : form.arguments()) {
        if (property == null || argument.component().name().equals(property)) {
          for (Operand operand : argument.operands()) {
            if (operand.fact() < 0) {
              continue;
            }
            Object from = frame[operand.fact()];
            if (from instanceof Fact fact) {
              for (Fact changed : mutations.all(fact, operand.property(), context)) {
                if (changes.over()) {
                  return;
                }
                @Nullable Object[] copy = form.replace(frame, operand.fact(), changed, null);
                if (copy != null && form.makes(copy, passes)) {
                  changes.set(fact, changed);
                }
              }
            } else if (from instanceof Conclusion premise) {
              worked(
                  premise,
                  operand.property(),
                  context,
                  deep - 1,
                  changed -> {
                    @Nullable Object[] copy = form.replace(frame, operand.fact(), changed, null);
                    return copy != null && form.makes(copy, passes);
                  });
            }
          }
        }
      }
    }
  }

  void alter(Conclusion conclusion, Collection<Object> context) {
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      CompiledRule form = forms.of(derivation.rule());
      for (String key : derivation.facts()) {
        Fact fact = world.fact(key);
        if (form != null && fact != null) {
          for (String name : form.reads(fact.getClass().getSimpleName())) {
            mutations.of(fact, name, context).stream()
                .limit(MAX_ALTERED)
                .forEach(changed -> changes.set(fact, changed));
          }
        }
      }
    }
  }
}
