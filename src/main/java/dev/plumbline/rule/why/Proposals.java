package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Waiver;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.lint.Tree;
import dev.plumbline.rule.why.Absence.Attempt;
import dev.plumbline.rule.why.Condition.Bind;
import dev.plumbline.rule.why.Condition.Gather;
import dev.plumbline.rule.why.Condition.Group;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.why.Condition.Test;
import dev.plumbline.rule.why.Obstacle.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes of facts that might make a conclusion hold, found where the rules for it end. Nothing is
 * promised: settling a copy tells.
 */
public final class Proposals {

  private static final int DEEPEST = 6;
  private static final int MOST_CANDIDATES = 200;

  /** So many values are tried of a property whose effect cannot be foretold. */
  private static final int ALTERED = 6;

  private static final String OWNER = "who answers for it";
  private static final String REASON = "why";
  private static final Duration WAIVED_FOR = Duration.ofDays(30);

  private final RuleForms forms;
  private final World world;
  private final Mutations mutations;
  private final Map<List<@Nullable Fact>, FactChange> found = new LinkedHashMap<>();
  private final Set<Object> seen = new HashSet<>();

  private Proposals(RuleForms forms, World world) {
    this.forms = forms;
    this.world = world;
    this.mutations = new Mutations(world);
  }

  /** What might make what is absent hold, the easier changes first. */
  public static List<FactChange> of(Absence absence, RuleForms forms, World world) {
    var proposals = new Proposals(forms, world);
    proposals.absence(absence, DEEPEST);
    return proposals.found.values().stream()
        .sorted(Comparator.comparing(FactChange::kind))
        .toList();
  }

  private void propose(FactChange change) {
    var facts = new ArrayList<@Nullable Fact>();
    facts.add(change.before());
    facts.add(change.after());
    if (!(change.before() instanceof EvaluationTime)) {
      found.putIfAbsent(facts, change);
    }
  }

  /** A parameter of one value may have a default, so that it cannot be taken away. */
  private void remove(Fact fact) {
    if (!(fact instanceof Parameter parameter && parameter.item().isEmpty())) {
      propose(ChangeWords.remove(fact));
    }
  }

  private void absence(Absence absence, int deep) {
    if (deep == 0) {
      return;
    }
    for (Attempt attempt : absence.attempts()) {
      obstacle(attempt.obstacle(), deep);
      Absence deeper = attempt.deeper();
      if (deeper != null) {
        absence(deeper, deep - 1);
      }
    }
  }

  private void obstacle(Obstacle obstacle, int deep) {
    Place place = obstacle.place();
    switch (obstacle) {
      case Obstacle.Missing missing ->
          missing((One) place.condition(), place, missing.wanted(), deep);
      case Obstacle.Fails fails -> {
        Test test = Objects.requireNonNull(place.test());
        change(test, place.form(), place.frame(), true, test);
        if (fails.subject() instanceof Conclusion conclusion) {
          alter(conclusion, context(test, place.frame()), ALTERED);
          stop(conclusion, deep - 1);
        } else if (place.condition() instanceof One one
            && world.of(one.type()).size() <= MOST_CANDIDATES) {
          candidates(one, place, new TreeMap<>());
        }
      }
      case Obstacle.InTheWay inTheWay -> {
        for (Object each : inTheWay.inTheWay()) {
          if (each instanceof Fact fact) {
            remove(fact);
            breakMatch(place, fact);
          } else if (each instanceof Conclusion conclusion) {
            stop(conclusion, deep - 1);
          }
        }
      }
      case Obstacle.Counted counted -> counted(place, deep);
      case Obstacle.Other other -> {
        parameters(place);
        other(other);
      }
    }
  }

  // ---- what is missing

  private void missing(One one, Place place, SortedMap<String, String> wanted, int deep) {
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null) {
        otherSide(one, test, place);
      }
    }
    if (Fact.class.isAssignableFrom(one.type().type())) {
      create(one, place, wanted);
      candidates(one, place, wanted);
    }
  }

  /** What is looked for is named by a fact: it could name something that is there. */
  private void otherSide(One one, Test test, Place place) {
    for (Operand operand : test.operands()) {
      if (operand.fact() >= 0
          && operand.fact() != one.slot()
          && operand.property() != null
          && place.frame()[operand.fact()] instanceof Fact fact) {
        RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
        Property component = component(type, operand.property());
        var values = new LinkedHashSet<Object>();
        for (Object each : world.of(one.type())) {
          Object value = Calls.read(each, Objects.requireNonNull(test.key()));
          if (value != null && values.size() < 20) {
            values.add(value);
          }
        }
        for (Object value : values) {
          if (component != null && component.type().isInstance(value)) {
            Fact changed = Mutations.with(fact, type, component, value);
            if (changed != null && changed.key().equals(fact.key()) && !changed.equals(fact)) {
              propose(ChangeWords.set(fact, changed));
            }
          }
        }
      }
    }
  }

  private static @Nullable Property component(RecordType type, String name) {
    return type.components().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Facts of the type that fail one test alone. */
  private void candidates(One one, Place place, SortedMap<String, String> wanted) {
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
      List<String> seeds = unseeded(one, each, wanted);
      if (fails == 1 && failing != null && seeds.isEmpty()) {
        change(failing, place.form(), frame, true, failing);
      } else if (fails <= 1 && !seeds.isEmpty() && seeds.size() <= 2) {
        seeds.forEach(seed -> become((Fact) each, seed, wanted.get(seed)));
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
  private static List<String> unseeded(One one, Object fact, SortedMap<String, String> wanted) {
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
    var context = new ArrayList<Object>();
    context.add(text);
    Object value = Seeds.lookup(property, text);
    if (value != null) {
      context.add(value);
    }
    for (Fact changed : mutations.of(fact, name, context)) {
      if (Wanted.fits(property.reader().apply(changed), text)) {
        propose(ChangeWords.set(fact, changed));
      }
    }
  }

  /** What is concluded is worked out from a fact that could be another. */
  private void other(Obstacle.Other other) {
    Place place = other.place();
    for (RuleForm.Argument argument : place.form().arguments()) {
      if (!argument.component().name().equals(other.field())) {
        continue;
      }
      var context = new ArrayList<Object>(List.of(other.wanted()));
      for (Operand operand : argument.operands()) {
        if (operand.fact() >= 0 && place.frame()[operand.fact()] instanceof Fact fact) {
          List<Fact> all =
              operand.property() == null
                  ? whole(fact, context)
                  : mutations.of(fact, operand.property(), context);
          for (Fact changed : all) {
            @Nullable Object[] copy =
                Recheck.with(place.form(), place.frame(), operand.fact(), changed, null);
            if (copy != null && Recheck.gives(argument, copy, other.wanted())) {
              propose(ChangeWords.set(fact, changed));
            }
          }
        }
      }
    }
  }

  /** What a conclusion was worked out from could be another, which settling alone can tell. */
  private void alter(Conclusion conclusion, Collection<Object> context, int most) {
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      RuleForm form = forms.of(derivation.rule());
      for (String key : derivation.facts()) {
        Fact fact = world.fact(key);
        if (form != null && fact != null) {
          for (String name : form.reads(fact.getClass().getSimpleName())) {
            mutations.of(fact, name, context).stream()
                .limit(most)
                .forEach(changed -> propose(ChangeWords.set(fact, changed)));
          }
        }
      }
    }
  }

  /** A fact of the type as it is asked for, where the conditions tell enough of it. */
  private void create(One one, Place place, SortedMap<String, String> wanted) {
    for (Fact made : made(one, place.frame(), wanted)) {
      if (world.fact(made.key()) == null) {
        propose(ChangeWords.add(made));
      }
    }
  }

  private List<Fact> made(One one, @Nullable Object[] frame, SortedMap<String, String> wanted) {
    if (one.type().type() != Parameter.class || wanted.containsKey("value")) {
      Fact made = made(one, frame, wanted, null);
      return made == null ? List.of() : List.of(made);
    }
    var all = new ArrayList<Fact>();
    for (String value : List.of("1h", "1", "0", "true", "false")) {
      Fact made = made(one, frame, wanted, value);
      if (made != null) {
        all.add(made);
      }
    }
    return all;
  }

  private @Nullable Fact made(
      One one,
      @Nullable Object[] frame,
      SortedMap<String, String> wanted,
      @Nullable String parameter) {
    var known = new TreeMap<String, Object>();
    if (parameter != null) {
      known.put("item", "");
      known.put("value", parameter);
    }
    for (String name : wanted.keySet()) {
      Property property = Calls.property(one.type().type(), name);
      Object value =
          property == null
              ? null
              : Seeds.lookup(property, Objects.requireNonNull(wanted.get(name)));
      if (value != null) {
        known.put(name, value);
      }
    }
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null && test.wanted() != null) {
        try {
          Object value = test.wanted().of(frame);
          if (value != null) {
            known.put(test.key(), value);
          }
        } catch (RuntimeException e) {
          return null;
        }
      }
    }
    RecordType type = one.type();
    if (type.type() == Waiver.class) {
      return waiver(known);
    }
    List<Object> others = world.of(type);
    List<Property> components = type.components();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Property each = components.get(i);
      Object value = known.get(each.name());
      if (value != null) {
        values[i] = Operators.as(each.type(), value);
      } else if (!others.isEmpty()) {
        values[i] = each.reader().apply(others.getFirst());
      } else if (each.type() == String.class && !each.nullable()) {
        values[i] = "";
      } else if (!each.nullable()) {
        return null;
      }
    }
    Fact fact = Mutations.make(type, values);
    if (fact == null) {
      return null;
    }
    @Nullable Object[] copy = frame.clone();
    copy[one.slot()] = fact;
    for (Step step : one.steps()) {
      if (step instanceof Test test && !Recheck.holds(test, copy)) {
        return null;
      }
    }
    return fact;
  }

  /** The waiver that is asked for, where it is told what it is for. */
  private @Nullable Fact waiver(Map<String, Object> known) {
    Instant now = now();
    return known.get("subject") instanceof String subject && now != null
        ? new Waiver(
            text(known, "id", "proposed"),
            text(known, "rule", "the rule it is for"),
            subject,
            text(known, "owner", OWNER),
            text(known, "reason", REASON),
            now.plus(WAIVED_FOR))
        : null;
  }

  private static String text(Map<String, Object> known, String name, String otherwise) {
    return known.get(name) instanceof String text ? text : otherwise;
  }

  // ---- tests

  /** Changes of the facts that a test names, after which it is {@code wanted}. */
  private void change(
      Test test, RuleForm form, @Nullable Object[] frame, boolean wanted, @Nullable Test but) {
    var context = context(test, frame);
    for (Operand operand : test.operands()) {
      if (operand.fact() < 0
          || operand.property() == null && !(operand.fact() >= 0)
          || !(frame[operand.fact()] instanceof Fact fact)) {
        continue;
      }
      String property = operand.property();
      List<Fact> all =
          property == null ? whole(fact, context) : mutations.of(fact, property, context);
      for (Fact changed : all) {
        @Nullable Object[] copy = Recheck.with(form, frame, operand.fact(), changed, but);
        if (copy != null && Recheck.holds(test, copy) == wanted) {
          propose(ChangeWords.set(fact, changed));
        }
      }
    }
  }

  private List<Fact> whole(Fact fact, Collection<Object> context) {
    var all = new ArrayList<Fact>();
    for (Property each : Objects.requireNonNull(FactTypes.of(fact.getClass())).components()) {
      all.addAll(mutations.of(fact, each.name(), context));
    }
    return all;
  }

  private Collection<Object> context(Test test, @Nullable Object[] frame) {
    var context = new LinkedHashSet<Object>();
    literals(test.tree(), context);
    for (Operand operand : test.operands()) {
      try {
        Object value = operand.value().of(frame);
        if (value instanceof EvaluationTime time) {
          context.add(time.instant());
        } else if (value != null) {
          context.add(value);
        }
      } catch (RuntimeException e) {
        // What cannot be read is no help.
      }
    }
    return context;
  }

  private static void literals(Tree.Expression expression, Collection<Object> literals) {
    switch (expression) {
      case Tree.Text text -> literals.add(text.value());
      case Tree.Number number -> {
        if (number.whole()) {
          literals.add(Long.valueOf(number.digits()));
        }
      }
      case Tree.Operation operation -> {
        literals(operation.left(), literals);
        literals(operation.right(), literals);
      }
      case Tree.Not not -> literals(not.of(), literals);
      case Tree.Member member -> literals(member.of(), literals);
      case Tree.OneOf oneOf -> oneOf.values().forEach(each -> literals(each, literals));
      case Tree.Invoke invoke -> {
        if (invoke.of() != null) {
          literals(invoke.of(), literals);
        }
        invoke.arguments().forEach(each -> literals(each, literals));
      }
      default -> {}
    }
  }

  // ---- what is in the way

  private void breakMatch(Place place, Fact fact) {
    var joins = new Joins(world);
    if (place.condition() instanceof Group group) {
      @Nullable Object[] frame = place.frame().clone();
      joins.each(
          group.children(),
          frame,
          f -> {
            for (Condition child : group.children()) {
              if (child instanceof One one && fact.equals(f[one.slot()])) {
                for (Step step : one.steps()) {
                  if (step instanceof Test test) {
                    change(test, place.form(), f, false, test);
                  }
                }
              }
            }
            return false;
          });
    }
  }

  /** Changes after which a conclusion might not hold any longer. */
  private void stop(Conclusion conclusion, int deep) {
    if (deep <= 0 || !seen.add(conclusion)) {
      return;
    }
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      RuleForm form = forms.of(derivation.rule());
      @Nullable Object[] frame = form == null ? null : Frames.of(form, derivation, world);
      if (form == null || frame == null) {
        continue;
      }
      for (Condition condition : form.when()) {
        stop(condition, form, frame, deep);
      }
    }
  }

  private void stop(Condition condition, RuleForm form, @Nullable Object[] frame, int deep) {
    switch (condition) {
      case One one -> {
        Object matched = frame[one.slot()];
        for (Step step : one.steps()) {
          if (step instanceof Test test) {
            change(test, form, frame, false, test);
          }
        }
        if (matched instanceof Fact fact) {
          remove(fact);
        } else if (matched instanceof Conclusion premise) {
          stop(premise, deep - 1);
        }
      }
      case Group group -> {
        if (group.kind() == Tree.Group.Kind.NOT
            && group.children().size() == 1
            && group.children().getFirst() instanceof One one) {
          provide(one, form, frame, deep);
        } else if (group.kind() == Tree.Group.Kind.EXISTS) {
          only(group, form, frame, deep);
        } else if (group.kind() == Tree.Group.Kind.AND) {
          group.children().forEach(child -> stop(child, form, frame, deep));
        }
      }
      case Gather gather -> gather.tests().forEach(test -> change(test, form, frame, false, test));
    }
  }

  /** What must not be there for a conclusion to hold: with it, it does not. */
  private void provide(One one, RuleForm form, @Nullable Object[] frame, int deep) {
    if (one.type().name().equals("WaiverInForce")) {
      waiver(one, frame);
    } else if (Fact.class.isAssignableFrom(one.type().type())) {
      var place = new Place(form, one, null, frame);
      create(one, place, new TreeMap<>());
      if (world.of(one.type()).size() <= MOST_CANDIDATES) {
        candidates(one, place, new TreeMap<>());
      }
    } else {
      var fields = new TreeMap<String, String>();
      for (Step step : one.steps()) {
        if (step instanceof Test test
            && test.key() != null
            && test.wanted() != null
            && component(one.type(), test.key()) != null) {
          fields.put(test.key(), Shown.value(test.wanted().of(frame)));
        }
      }
      var wanted = new Wanted(one.type(), fields);
      if (seen.add(wanted)) {
        absence(new WhyNot(forms, world).of(wanted), deep - 2);
      }
    }
  }

  /** The one thing that makes something exist. */
  private void only(Group group, RuleForm form, @Nullable Object[] frame, int deep) {
    var joins = new Joins(world);
    var matches = new ArrayList<List<Object>>();
    joins.each(
        group.children(),
        frame.clone(),
        f -> {
          matches.add(joins.premises());
          return matches.size() < 2;
        });
    if (matches.size() == 1) {
      for (Object each : matches.getFirst()) {
        if (each instanceof Fact fact) {
          remove(fact);
        } else if (each instanceof Conclusion premise) {
          stop(premise, deep - 1);
        }
      }
    }
  }

  private void waiver(One one, @Nullable Object[] frame) {
    String rule = null;
    String subject = null;
    for (Step step : one.steps()) {
      if (step instanceof Test test) {
        if ("rule".equals(test.key()) && test.wanted() != null) {
          rule = Shown.value(test.wanted().of(frame));
        } else if (test.tree() instanceof Tree.Invoke invoke
            && invoke.name().startsWith("covers")) {
          subject = subject(test, invoke, frame);
        }
      }
    }
    Instant now = now();
    if (rule != null && subject != null && now != null) {
      propose(
          ChangeWords.add(
              new Waiver("proposed", rule, subject, OWNER, REASON, now.plus(WAIVED_FOR))));
    }
  }

  private static @Nullable String subject(Test test, Tree.Invoke invoke, @Nullable Object[] frame) {
    List<String> values =
        test.operands().stream()
            .filter(operand -> operand.name().startsWith("$"))
            .map(operand -> Shown.value(operand.value().of(frame)))
            .toList();
    if (invoke.name().equals("coversAmi") && values.size() == 2) {
      return "EC2NodeClass/" + values.get(0) + "/Ami/" + values.get(1);
    }
    if (values.size() != 1) {
      return null;
    }
    return invoke.arguments().getFirst() instanceof Tree.Operation sum
            && sum.left() instanceof Tree.Text text
        ? text.value() + values.getFirst()
        : values.getFirst();
  }

  private @Nullable Instant now() {
    return world.fact("EvaluationTime") instanceof EvaluationTime time
        ? time.instant()
        : world.facts().values().stream()
            .filter(EvaluationTime.class::isInstance)
            .map(fact -> ((EvaluationTime) fact).instant())
            .findFirst()
            .orElse(null);
  }

  // ---- what is counted

  private void counted(Place place, int deep) {
    Test test = place.test();
    if (test != null) {
      change(test, place.form(), place.frame(), true, test);
    }
    parameters(place);
    if (place.condition() instanceof Gather gather) {
      for (Condition each : gather.source()) {
        if (each instanceof One one) {
          missing(one, place, Source.wanted(one, place.frame()), deep);
        }
      }
    }
  }

  private void parameters(Place place) {
    for (Object each : place.frame()) {
      if (each instanceof Parameter parameter) {
        remove(parameter);
      }
    }
  }
}
