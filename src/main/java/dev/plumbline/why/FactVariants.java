package dev.plumbline.why;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Images.AliasFamily;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.language.Operators;
import dev.plumbline.language.Tree;
import dev.plumbline.why.Condition.Operand;
import dev.plumbline.why.Condition.Test;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Other values that a component of a fact could have, given what it is compared with; of those that
 * people write.
 */
final class FactVariants {

  private static final int MAX_KNOWN = 24;
  private static final int MAX_KEYS = 24;
  private static final int MAX_TEXTS = 4;

  private static final List<String> OURS =
      List.of(
          "plumbline.dev/canary",
          "plumbline.dev/mode",
          "plumbline.dev/prefer-form",
          "plumbline.dev/ring",
          "plumbline.dev/train",
          "plumbline.dev/variant",
          "plumbline.dev/weight");

  private final World world;

  FactVariants(World world) {
    this.world = world;
  }

  List<Fact> of(Fact fact, String property, Collection<Object> context) {
    RecordType type = Objects.requireNonNull(FactTypes.of(fact.getClass()));
    var facts = new ArrayList<Fact>();
    for (Property component : type.components()) {
      if (!FeasibleChanges.isWritten(fact.getClass(), component.name())) {
        continue;
      }
      boolean same = component.name().equals(property);
      boolean behind =
          type.components().stream().noneMatch(each -> each.name().equals(property))
              && !property.equals("key");
      if (same || behind) {
        Object now = component.reader().apply(fact);
        for (Object value : values(type, component, now, fact, context)) {
          add(fact, with(fact, type, component, value), facts);
        }
        if (component.nullable() && now != null) {
          add(fact, with(fact, type, component, null), facts);
        }
      }
    }
    return facts;
  }

  List<Fact> all(Fact fact, @Nullable String property, Collection<Object> context) {
    if (property != null) {
      return of(fact, property, context);
    }
    var all = new ArrayList<Fact>();
    for (Property each : Objects.requireNonNull(FactTypes.of(fact.getClass())).components()) {
      all.addAll(of(fact, each.name(), context));
    }
    return all;
  }

  /**
   * Terms in place of one: for the images that {@code texts} name and some others, and for each
   * alias.
   */
  List<Fact> terms(AmiSelectorTerm now, Collection<String> texts) {
    List<String> named =
        texts.stream().flatMap(text -> Arrays.stream(text.split("[, ]+"))).distinct().toList();
    var images = new LinkedHashSet<String>(named);
    world.of(Objects.requireNonNull(FactTypes.of(Ami.class))).stream()
        .limit(MAX_KNOWN)
        .forEach(each -> images.add(((Ami) each).id()));
    var terms = new LinkedHashSet<Fact>();
    for (String each : images) {
      if (each.startsWith("ami-")) {
        terms.add(
            new AmiSelectorTerm(
                now.nodeClass(), now.index(), null, each, null, null, null, Tags.NONE));
      }
    }
    var aliases = new LinkedHashSet<String>();
    for (String each : named) {
      if (each.indexOf('@') > 0) {
        aliases.add(each);
      }
    }
    for (Object each : world.of(Objects.requireNonNull(FactTypes.of(AliasFamily.class)))) {
      String family = ((AliasFamily) each).family();
      named.stream().filter(FactVariants::version).forEach(it -> aliases.add(family + "@" + it));
      aliases.add(family + "@latest");
    }
    for (String alias : aliases) {
      terms.add(
          new AmiSelectorTerm(
              now.nodeClass(), now.index(), alias, null, null, null, null, Tags.NONE));
    }
    return List.copyOf(terms);
  }

  private static boolean version(String text) {
    return text.matches("v?[0-9][0-9.]*");
  }

  private static void add(Fact fact, @Nullable Fact changed, List<Fact> facts) {
    if (changed != null && !changed.equals(fact) && changed.key().equals(fact.key())) {
      facts.add(changed);
    }
  }

  static @Nullable Fact with(
      Fact fact, RecordType type, Property component, @Nullable Object value) {
    List<Property> components = type.components();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          components.get(i).name().equals(component.name())
              ? Operators.convert(component.type(), value)
              : components.get(i).reader().apply(fact);
    }
    return make(type, values);
  }

  static @Nullable Fact make(RecordType type, @Nullable Object[] values) {
    try {
      return (Fact) type.maker().apply(values);
    } catch (IllegalArgumentException | NullPointerException | ClassCastException e) {
      return null;
    }
  }

  private Collection<Object> values(
      RecordType type,
      Property component,
      @Nullable Object now,
      Fact fact,
      Collection<Object> context) {
    var values = new LinkedHashSet<Object>();
    Class<?> wanted = component.type();
    if (wanted == boolean.class || wanted == Boolean.class) {
      values.add(!Boolean.TRUE.equals(now));
      values.add(Boolean.TRUE.equals(now));
    } else if (wanted == int.class
        || wanted == Integer.class
        || wanted == long.class
        || wanted == Long.class) {
      boolean below = now instanceof Number number && number.longValue() < 0;
      var compared = new ArrayList<Object>(context);
      if (context.stream().noneMatch(Number.class::isInstance)) {
        type.components().forEach(each -> compared.add(each.reader().apply(fact)));
      }
      numbers(compared).stream().filter(n -> n >= 0 || below).forEach(values::add);
    } else if (wanted == String.class) {
      if (fact instanceof Parameter parameter && !words(parameter)) {
        parameter(parameter, context, values);
      } else {
        context.stream().filter(String.class::isInstance).forEach(values::add);
        values.addAll(component.words());
        known(type, component, values);
      }
    } else if (wanted == Instant.class) {
      for (Object each : context) {
        if (each instanceof Instant instant) {
          values.addAll(List.of(instant, instant.plusSeconds(1), instant.minusSeconds(1)));
        }
      }
      known(type, component, values);
    } else if (now instanceof Requirements requirements) {
      read(Requirements.class, context, values);
      CompositeVariants.requirements(requirements, context, values);
      known(type, component, values);
    } else if (now instanceof Tags tags) {
      CompositeVariants.tags(tags, context, values);
      keyed(type, component, tags, context, values);
      known(type, component, values);
    } else if (now instanceof Values list) {
      read(Values.class, context, values);
      CompositeVariants.list(list, context, values);
      known(type, component, values);
    } else if (now instanceof Resources resources) {
      read(Resources.class, context, values);
      values.addAll(CompositeVariants.resources(resources, context));
      known(type, component, values);
    } else if (!(now instanceof Labels)) {
      known(type, component, values);
    }
    return values;
  }

  private static void read(Class<?> type, Collection<Object> context, Collection<Object> values) {
    CompositeVariants.texts(context).stream()
        .filter(text -> text.indexOf(' ') > 0)
        .forEach(text -> values.addAll(CompositeVariants.read(type, text)));
  }

  private void known(RecordType type, Property component, Collection<Object> values) {
    int before = values.size();
    for (Object each : world.of(type)) {
      Object value = component.reader().apply(each);
      if (value != null) {
        values.add(value);
      }
      if (values.size() - before >= MAX_KNOWN) {
        return;
      }
    }
  }

  private static Collection<Long> numbers(Collection<Object> context) {
    var numbers = new TreeSet<Long>();
    for (Object each : context) {
      if (each instanceof Number number) {
        long n = number.longValue();
        numbers.addAll(List.of(n, n + 1, n - 1));
      }
    }
    numbers.addAll(List.of(0L, 1L));
    return numbers;
  }

  private static boolean words(Parameter parameter) {
    return parameter.duration() == null
        && parameter.number() == null
        && !parameter.value().equals("true")
        && !parameter.value().equals("false");
  }

  private static void parameter(
      Parameter parameter, Collection<Object> context, Collection<Object> values) {
    if (parameter.value().equals("true") || parameter.value().equals("false")) {
      values.add(String.valueOf(parameter.value().equals("false")));
    } else if (parameter.duration() != null) {
      List<Instant> times =
          context.stream().filter(Instant.class::isInstance).map(Instant.class::cast).toList();
      for (Instant from : times) {
        for (Instant to : times) {
          long hours = Duration.between(from, to).toHours();
          if (hours > 0) {
            values.add(Durations.text(Duration.ofHours(hours)));
            values.add(Durations.text(Duration.ofHours(hours + 1)));
          }
        }
      }
      values.add("0s");
    } else if (parameter.number() != null) {
      numbers(context).stream().filter(n -> n >= 0).forEach(n -> values.add(n.toString()));
    }
  }

  private void keyed(
      RecordType type,
      Property component,
      Tags now,
      Collection<Object> context,
      Collection<Object> values) {
    var keys = new TreeSet<>(OURS);
    var seen = new HashSet<Map.Entry<String, String>>();
    for (Object each : world.of(type)) {
      if (keys.size() < MAX_KEYS && component.reader().apply(each) instanceof Tags tags) {
        keys.addAll(tags.map().keySet());
        for (Map.Entry<String, String> tag : tags.map().entrySet()) {
          if (seen.add(tag)) {
            with(now, tag.getKey(), tag.getValue(), values);
          }
        }
      }
    }
    List<String> said = CompositeVariants.texts(context);
    said.stream().filter(text -> text.contains("/")).forEach(keys::add);
    List<String> texts = new ArrayList<>(List.of("true"));
    said.stream().filter(text -> !text.contains("/")).limit(MAX_TEXTS).forEach(texts::add);
    keys.forEach(key -> texts.forEach(text -> with(now, key, text, values)));
  }

  private static void with(Tags now, String key, String value, Collection<Object> values) {
    if (!value.equals(now.value(key))) {
      var with = new TreeMap<>(now.map());
      with.put(key, value);
      values.add(Tags.of(with));
    }
  }

  /** The values that a test compares: what one of them could be instead. */
  static Collection<Object> context(Test test, @Nullable Object[] frame) {
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
        if (value instanceof Parameter parameter && parameter.number() != null) {
          context.add(parameter.number());
        }
      } catch (RuntimeException e) {
        // What cannot be read is no help.
      }
    }
    return context;
  }

  /** What a test writes out. */
  static Collection<Object> literals(Test test) {
    var literals = new LinkedHashSet<Object>();
    literals(test.tree(), literals);
    return literals;
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
}
