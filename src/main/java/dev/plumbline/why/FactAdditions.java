package dev.plumbline.why;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Operators;
import dev.plumbline.language.Tree;
import dev.plumbline.source.PolicyData;
import dev.plumbline.source.PolicyData.ParameterDeclaration;
import dev.plumbline.why.ChangeProposals.Collector;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts that are not there and are asked for, where the conditions tell enough of them. */
final class FactAdditions {

  private static final String OWNER = "who answers for it";
  private static final String REASON = "why";
  private static final Duration WAIVED_FOR = Duration.ofDays(30);

  private final PolicyData data;
  private final World world;
  private final Collector changes;

  FactAdditions(PolicyData data, World world, Collector changes) {
    this.data = data;
    this.world = world;
    this.changes = changes;
  }

  /** What a pattern asks for, as a fact that is not there yet. */
  void create(Pattern one, @Nullable Object[] frame, SortedMap<String, String> required) {
    create(one, frame, required, false);
  }

  private void create(
      Pattern one, @Nullable Object[] frame, SortedMap<String, String> required, boolean ahead) {
    for (Fact made : made(one, frame, required, ahead)) {
      if (world.fact(made.key()) == null) {
        changes.propose(FactChange.add(made));
      }
    }
  }

  /** What further conditions ask for by what is required alone: they would not be met either. */
  void ahead(CompiledRule form, GoalBindings bindings, int met) {
    @Nullable Object[] frame = bindings.frame(form);
    for (Condition condition :
        form.when().subList(Math.min(met, form.when().size()), form.when().size())) {
      if (condition instanceof Pattern one && Fact.class.isAssignableFrom(one.type().type())) {
        SortedMap<String, String> required = bindings.of(one);
        if (required.size() > 1 || !required.isEmpty() && one.type().type() == Parameter.class) {
          create(one, frame, required, true);
        }
      }
    }
  }

  private List<Fact> made(
      Pattern one, @Nullable Object[] frame, SortedMap<String, String> required, boolean ahead) {
    Map<String, Object> known = known(one, frame, required);
    if (one.type().type() == Waiver.class) {
      return waivers(known).stream().filter(each -> fits(one, frame, each, ahead)).toList();
    }
    var all = new ArrayList<Fact>();
    if (one.type().type() == Parameter.class && !known.containsKey("value")) {
      for (String value : values(one, String.valueOf(known.get("name")))) {
        var with = new TreeMap<>(known);
        with.put("value", value);
        with.putIfAbsent("item", "");
        add(one, frame, with, ahead, all);
      }
    } else if (one.type().type() == Parameter.class && !known.containsKey("item")) {
      for (String item : List.of("", nextItem(known.get("name")))) {
        var with = new TreeMap<>(known);
        with.put("item", item);
        add(one, frame, with, ahead, all);
      }
    } else {
      add(one, frame, known, ahead, all);
    }
    return all;
  }

  /** Values of the kind that a parameter has: of a text those that it has elsewhere. */
  private Collection<String> values(Pattern one, String parameter) {
    for (ParameterDeclaration each : data.declarations()) {
      if (each.name().equals(parameter)) {
        return switch (each.kind().element()) {
          case DURATION -> List.of("1h");
          case NUMBER -> List.of("1", "0");
          case BOOLEAN -> List.of("true", "false");
          case TEXT -> texts(one, each);
          case TIME, VERSION -> defaults(each);
        };
      }
    }
    return List.of();
  }

  private Collection<String> texts(Pattern one, ParameterDeclaration declaration) {
    var texts = new LinkedHashSet<String>();
    for (Step step : one.steps()) {
      if (step instanceof Test test
          && test.operands().stream().anyMatch(each -> "value".equals(each.property()))) {
        for (Object literal : FactVariants.literals(test)) {
          if (literal instanceof String text && !text.equals(declaration.name())) {
            texts.add(text);
          }
        }
      }
    }
    for (Object each : world.where(one.type(), "name", declaration.name())) {
      texts.add(((Parameter) each).value());
    }
    texts.addAll(defaults(declaration));
    return texts;
  }

  private static List<String> defaults(ParameterDeclaration declaration) {
    return declaration.defaults().stream().map(Parameter::value).distinct().toList();
  }

  /** The place of one more value in a list. */
  private String nextItem(@Nullable Object parameter) {
    int next = 0;
    while (world.fact(RecordType.key(Parameter.class, parameter + "/" + next)) != null) {
      next++;
    }
    return Integer.toString(next);
  }

  private void add(
      Pattern one,
      @Nullable Object[] frame,
      Map<String, Object> known,
      boolean ahead,
      List<Fact> all) {
    Fact made = made(one.type(), known);
    if (made != null && fits(one, frame, made, ahead)) {
      all.add(made);
    }
  }

  /**
   * What is known of the fact: from what is required, and from tests on what was matched before.
   */
  private static Map<String, Object> known(
      Pattern one, @Nullable Object[] frame, SortedMap<String, String> required) {
    var known = new TreeMap<String, Object>();
    for (String name : required.keySet()) {
      Property property = ExpressionCompiler.property(one.type().type(), name);
      String text = Objects.requireNonNull(required.get(name));
      Object value = property == null ? null : GoalBindings.lookup(property, text);
      if (value != null) {
        known.put(name, value);
      }
    }
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null && test.required() != null) {
        try {
          Object value = test.required().of(frame);
          if (value != null) {
            known.put(test.key(), value);
          }
        } catch (RuntimeException e) {
          // It is not known.
        }
      }
    }
    return known;
  }

  private @Nullable Fact made(RecordType type, Map<String, Object> known) {
    List<Object> others = world.of(type);
    List<Property> components = type.components();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Property each = components.get(i);
      Object value = known.get(each.name());
      if (value != null) {
        values[i] = Operators.convert(each.type(), value);
      } else if (!others.isEmpty()) {
        values[i] = each.reader().apply(others.getFirst());
      } else if (each.type() == String.class && !each.nullable()) {
        values[i] = "";
      } else if (!each.nullable()) {
        return null;
      }
    }
    return FactVariants.make(type, values);
  }

  private static boolean fits(Pattern one, @Nullable Object[] frame, Fact fact, boolean ahead) {
    @Nullable Object[] copy = frame.clone();
    copy[one.slot()] = fact;
    for (Step step : one.steps()) {
      if (step instanceof Test test && !(ahead && open(test, copy)) && !test.safelyHolds(copy)) {
        return false;
      }
      if (step instanceof Bind bind) {
        try {
          copy[bind.slot()] = bind.value().of(copy);
        } catch (RuntimeException e) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean open(Test test, @Nullable Object[] frame) {
    return test.operands().stream()
        .anyMatch(each -> each.name().startsWith("$") && each.value().of(frame) == null);
  }

  // ---- waivers

  private List<Fact> waivers(Map<String, Object> known) {
    Instant now = now();
    if (!(known.get("subject") instanceof String subject) || now == null) {
      return List.of();
    }
    var all = new ArrayList<Fact>();
    for (Instant until : List.of(now.plus(WAIVED_FOR), now)) {
      all.add(
          new Waiver(
              text(known, "id", "proposed"),
              text(known, "rule", "the rule it is for"),
              subject,
              text(known, "owner", OWNER),
              text(known, "reason", REASON),
              until));
    }
    return all;
  }

  private static String text(Map<String, Object> known, String name, String otherwise) {
    return known.get(name) instanceof String text ? text : otherwise;
  }

  void waiver(Pattern one, @Nullable Object[] frame) {
    String rule = null;
    String subject = null;
    for (Step step : one.steps()) {
      if (step instanceof Test test) {
        if ("rule".equals(test.key()) && test.required() != null) {
          rule = DisplayText.value(test.required().of(frame));
        } else if (test.tree() instanceof Tree.Invoke invoke
            && invoke.name().startsWith("covers")) {
          subject = subject(test, invoke, frame);
        }
      }
    }
    Instant now = now();
    if (rule != null && subject != null && now != null) {
      changes.propose(
          FactChange.add(
              new Waiver("proposed", rule, subject, OWNER, REASON, now.plus(WAIVED_FOR))));
    }
  }

  private static @Nullable String subject(Test test, Tree.Invoke invoke, @Nullable Object[] frame) {
    List<String> values =
        test.operands().stream()
            .filter(operand -> operand.name().startsWith("$"))
            .map(operand -> DisplayText.value(operand.value().of(frame)))
            .toList();
    if (invoke.name().equals("coversAmi") && values.size() == 2) {
      return ObjectKind.EC2_NODE_CLASS.key(values.get(0))
          + "/"
          + RecordType.key(Ami.class, values.get(1));
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
    return world.fact(RecordType.name(EvaluationTime.class)) instanceof EvaluationTime time
        ? time.instant()
        : null;
  }
}
