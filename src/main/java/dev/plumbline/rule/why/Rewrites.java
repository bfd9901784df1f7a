package dev.plumbline.rule.why;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.rule.why.Condition.Bind;
import dev.plumbline.rule.why.Condition.Group;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.why.Condition.Test;
import dev.plumbline.rule.why.Obstacle.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Facts that are there with another value, so that a test of a rule comes out otherwise. */
final class Rewrites {

  private static final int MOST_CANDIDATES = 200;

  /** So many values of others are tried for what names one of them. */
  private static final int MOST_NAMED = 20;

  private final World world;
  private final Proposed changes;
  private final Mutations mutations;

  Rewrites(World world, Proposed changes) {
    this.world = world;
    this.changes = changes;
    this.mutations = new Mutations(world);
  }

  /** Whether there are so few of what a pattern matches that each is worth a look. */
  boolean few(One one) {
    return world.of(one.type()).size() <= MOST_CANDIDATES;
  }

  // ---- tests

  /** Changes of the facts that a test names, after which it is {@code wanted}. */
  void test(Test test, RuleForm form, @Nullable Object[] frame, boolean wanted) {
    Collection<Object> context = Context.of(test, frame);
    for (Operand operand : test.operands()) {
      if (operand.fact() >= 0 && frame[operand.fact()] instanceof Fact fact) {
        for (Fact changed : mutations.all(fact, operand.property(), context)) {
          @Nullable Object[] copy = Recheck.with(form, frame, operand.fact(), changed, test);
          if (copy != null && Recheck.holds(test, copy) == wanted) {
            changes.set(fact, changed);
          }
        }
      }
    }
  }

  /** What is concluded is worked out from a fact that could be another. */
  void other(Obstacle.Other other) {
    Place place = other.place();
    for (RuleForm.Argument argument : place.form().arguments()) {
      if (argument.component().name().equals(other.field())) {
        for (Operand operand : argument.operands()) {
          if (operand.fact() >= 0 && place.frame()[operand.fact()] instanceof Fact fact) {
            for (Fact changed : mutations.all(fact, operand.property(), List.of(other.wanted()))) {
              @Nullable Object[] copy =
                  Recheck.with(place.form(), place.frame(), operand.fact(), changed, null);
              if (copy != null && Recheck.gives(argument, copy, other.wanted())) {
                changes.set(fact, changed);
              }
            }
          }
        }
      }
    }
  }

  // ---- what is missing

  /** What is looked for is named by a fact: it could name something that is there. */
  void otherSide(One one, Test test, Place place) {
    for (Operand operand : test.operands()) {
      String name = operand.property();
      if (operand.fact() >= 0
          && operand.fact() != one.slot()
          && name != null
          && place.frame()[operand.fact()] instanceof Fact fact) {
        RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
        for (Property component : type.components()) {
          if (component.name().equals(name)) {
            for (Object value : values(one.type(), Objects.requireNonNull(test.key()))) {
              Fact changed =
                  component.type().isInstance(value)
                      ? Mutations.with(fact, type, component, value)
                      : null;
              if (changed != null) {
                changes.set(fact, changed);
              }
            }
          }
        }
      }
    }
  }

  private Collection<Object> values(RecordType type, String property) {
    var values = new LinkedHashSet<Object>();
    for (Object each : world.of(type)) {
      Object value = Calls.read(each, property);
      if (value != null && values.size() < MOST_NAMED) {
        values.add(value);
      }
    }
    return values;
  }

  /** Facts of the type that fail one test alone. */
  void candidates(One one, Place place, SortedMap<String, String> wanted) {
    if (!Fact.class.isAssignableFrom(one.type().type())) {
      return;
    }
    for (Object each : near(one.type(), wanted)) {
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
        } else if (step instanceof Test test && !Recheck.holds(test, frame)) {
          failing = test;
          fails++;
        }
      }
      List<String> lacking = lacking(one, each, wanted);
      if (fails == 1 && failing != null && lacking.isEmpty()) {
        test(failing, place.form(), frame, true);
      } else if (fails <= 1 && !lacking.isEmpty() && lacking.size() <= 2) {
        lacking.forEach(name -> become((Fact) each, name, wanted.get(name)));
      }
    }
  }

  /** The facts of a type that have one of the values, or else the first ones. */
  private Collection<Object> near(RecordType type, SortedMap<String, String> wanted) {
    List<Object> all = world.of(type);
    if (all.size() <= MOST_CANDIDATES) {
      return all;
    }
    var near = new LinkedHashSet<Object>();
    wanted.forEach(
        (name, text) -> {
          Property property = Calls.property(type.type(), name);
          Object value = property == null ? null : Seeds.lookup(property, text);
          if (value != null) {
            world.where(type, name, value).stream().limit(MOST_CANDIDATES / 4).forEach(near::add);
          }
        });
    return near.isEmpty() ? all.subList(0, MOST_CANDIDATES / 4) : near;
  }

  /** The wanted values that no test asks for, since they come from the conclusion, and it lacks. */
  private static List<String> lacking(One one, Object fact, SortedMap<String, String> wanted) {
    var tested = new HashSet<String>();
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null) {
        tested.add(test.key());
      }
    }
    return wanted.keySet().stream()
        .filter(name -> !tested.contains(name))
        .filter(
            name -> !Wanted.fits(Calls.read(fact, name), Objects.requireNonNull(wanted.get(name))))
        .toList();
  }

  /** Changes of a fact after which a property of it is what {@code text} says. */
  private void become(Fact fact, String name, @Nullable String text) {
    Property property = Calls.property(fact.getClass(), name);
    if (property == null || text == null) {
      return;
    }
    var context = new ArrayList<Object>(List.of(text));
    Object value = Seeds.lookup(property, text);
    if (value != null) {
      context.add(value);
    }
    for (Fact changed : mutations.of(fact, name, context)) {
      if (Wanted.fits(property.reader().apply(changed), text)) {
        changes.set(fact, changed);
      }
    }
  }

  // ---- what is in the way

  /** A fact that stands in the way together with others: it could be otherwise. */
  void apart(Place place, Fact fact) {
    if (place.condition() instanceof Group group) {
      new Joins(world)
          .each(
              group.children(),
              place.frame().clone(),
              frame -> {
                for (Condition child : group.children()) {
                  if (child instanceof One one && fact.equals(frame[one.slot()])) {
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
}
