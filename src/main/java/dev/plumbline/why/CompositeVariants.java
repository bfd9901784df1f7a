package dev.plumbline.why;

import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What requirements, tags and lists could be, with one entry more or less. */
final class CompositeVariants {

  private static final String ANYTHING = "any";

  private static final String PARTS = "; ";
  private static final Pattern REQUIREMENT =
      Pattern.compile("(?<key>\\S+) (?<operator>[A-Z][A-Za-z]+)(?: \\[(?<values>[^\\]]*)\\])?");

  private CompositeVariants() {}

  static void requirements(
      Requirements now, Collection<Object> context, Collection<Object> values) {
    for (Requirement each : now.list()) {
      for (Object beside : context) {
        if (beside instanceof Labels labels && each.operator() == Operator.IN) {
          var more = new TreeSet<>(each.values());
          if (more.addAll(labels.values(each.key()).list())) {
            values.add(replaced(now, each, List.copyOf(more)));
          }
        }
      }
    }
    List<String> texts = texts(context);
    for (Requirement each : now.list()) {
      values.add(replaced(now, each, null));
      if (each.operator() == Operator.IN) {
        texts.stream()
            .filter(text -> !text.contains("/") && !text.contains(" "))
            .forEach(text -> values.add(replaced(now, each, List.of(text))));
      }
    }
    for (int i = 0; i + 1 < texts.size(); i++) {
      if (texts.get(i).contains("/")) {
        values.add(now.with(texts.get(i), texts.get(i + 1)));
      }
    }
  }

  private static Requirements replaced(
      Requirements now, Requirement each, @Nullable List<String> values) {
    var all = new ArrayList<>(now.list());
    all.remove(each);
    if (values != null) {
      all.add(new Requirement(each.key(), Operator.IN, values.toArray(new String[0])));
    }
    return Requirements.of(all);
  }

  static void tags(Tags now, Collection<Object> context, Collection<Object> values) {
    List<String> texts = texts(context);
    for (int i = 0; i < texts.size(); i++) {
      for (int j = 0; j < texts.size(); j++) {
        if (i != j && texts.size() <= 4) {
          var with = new TreeMap<>(now.map());
          with.put(texts.get(i), texts.get(j));
          values.add(Tags.of(with));
        }
      }
      if (now.has(texts.get(i))) {
        var without = new TreeMap<>(now.map());
        without.remove(texts.get(i));
        values.add(Tags.of(without));
      }
    }
  }

  static void list(Values now, Collection<Object> context, Collection<Object> values) {
    for (String text : texts(context)) {
      var more = new ArrayList<>(now.list());
      more.add(text);
      values.add(Values.of(more));
      values.add(now.without(List.of(text)));
    }
    values.add(now.none() ? Values.of(List.of(ANYTHING)) : Values.NONE);
  }

  static List<String> texts(Collection<Object> context) {
    return context.stream().filter(String.class::isInstance).map(String.class::cast).toList();
  }

  static List<Resources> resources(Resources now, Collection<Object> context) {
    var all = new ArrayList<Resources>();
    for (String name : texts(context)) {
      if (!now.has(name)) {
        all.add(now.with(name, little(name)));
      }
    }
    for (Object each : context) {
      if (each instanceof Resources other && !other.equals(now)) {
        other
            .map()
            .forEach(
                (name, amount) -> {
                  Quantity little = little(name);
                  all.add(now.with(name, amount));
                  all.add(now.with(name, amount.plus(little)));
                  if (little.below(amount)) {
                    all.add(now.with(name, amount.minus(little)));
                  }
                });
      }
    }
    return all;
  }

  private static Quantity little(String resource) {
    return switch (resource) {
      case "cpu" -> Quantity.ofMilli(1);
      case "memory", "ephemeral-storage" -> Quantity.ofMebibytes(1);
      default -> Quantity.ofWhole(1);
    };
  }

  static List<Object> read(Class<?> type, String text) {
    var read = new ArrayList<Object>();
    for (String part : text.split(PARTS, -1)) {
      Object value =
          type == Resources.class
              ? parseResources(part)
              : type == Requirements.class ? parseRequirements(part) : parseValues(part);
      if (value != null) {
        read.add(value);
      }
    }
    read.add(
        type == Resources.class
            ? Resources.NONE
            : type == Requirements.class ? Requirements.NONE : Values.NONE);
    return read;
  }

  private static @Nullable Resources parseResources(String text) {
    var amounts = new TreeMap<String, Quantity>();
    for (String each : text.split(", ", -1)) {
      int space = each.indexOf(' ');
      Quantity amount = space < 0 ? null : Quantity.parse(each.substring(space + 1));
      if (amount == null) {
        return null;
      }
      amounts.put(each.substring(0, space), amount);
    }
    return Resources.of(amounts);
  }

  private static @Nullable Requirements parseRequirements(String text) {
    var all = new ArrayList<Requirement>();
    Matcher matcher = REQUIREMENT.matcher(text);
    int end = 0;
    while (matcher.find()) {
      Operator operator = Operator.ofWire(matcher.group("operator"));
      String between = text.substring(end, matcher.start());
      if (operator == null || !between.equals(end == 0 ? "" : ", ")) {
        return null;
      }
      String values = matcher.group("values");
      all.add(
          new Requirement(
              matcher.group("key"),
              operator,
              values == null || values.isEmpty() ? new String[0] : values.split(", ")));
      end = matcher.end();
    }
    return all.isEmpty() || end < text.length() ? null : Requirements.of(all);
  }

  /** A list, after a word that says of what it is. */
  private static Values parseValues(String text) {
    int space = text.indexOf(' ');
    return Values.of(text.substring(space + 1).split(", "));
  }
}
