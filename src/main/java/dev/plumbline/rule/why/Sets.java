package dev.plumbline.rule.why;

import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What requirements, tags and lists could be, with one entry more or less. */
final class Sets {

  /** What stands for a text of one's choice, where that there is one is all that is asked. */
  private static final String ANYTHING = "any";

  private Sets() {}

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
    for (Requirement each : now.list()) {
      values.add(replaced(now, each, null));
    }
    List<String> texts = texts(context);
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
}
