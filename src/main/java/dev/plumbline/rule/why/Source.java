package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.rule.lint.Tree;
import dev.plumbline.rule.why.Condition.Gather;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.why.Condition.Test;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a condition that is not met asks for, by property. */
final class Source {

  private Source() {}

  /** The first pattern of what is counted, when there is nothing to count. */
  static @Nullable One of(Obstacle.Counted counted) {
    if (!(counted.place().condition() instanceof Gather gather)
        || !(gather.source().getFirst() instanceof One one)) {
      return null;
    }
    boolean nothing =
        gather.folds().stream()
            .map(fold -> counted.place().frame()[fold.slot()])
            .allMatch(
                value ->
                    value == null
                        || value instanceof Number number && number.longValue() == 0
                        || value instanceof java.util.Collection<?> all && all.isEmpty());
    return nothing ? one : null;
  }

  /** The values that a pattern asks for. */
  static SortedMap<String, String> wanted(One one, @Nullable Object[] frame) {
    var wanted = new TreeMap<String, String>();
    for (Step step : one.steps()) {
      if (step instanceof Test test && test.key() != null && test.wanted() != null) {
        wanted.put(test.key(), Shown.value(test.wanted().of(frame)));
      }
    }
    return wanted;
  }

  /**
   * What a conclusion that fails a test would have to be instead; null when that cannot be told.
   */
  static @Nullable SortedMap<String, String> expected(Obstacle.Fails fails) {
    Test test = fails.place().test();
    if (!(fails.subject() instanceof Conclusion)
        || test == null
        || !(fails.place().condition() instanceof One one)) {
      return null;
    }
    SortedMap<String, String> wanted = wanted(one, fails.place().frame());
    String property = null;
    String value = null;
    if (test.tree() instanceof Tree.Name name) {
      property = name.name();
      value = "true";
    } else if (test.tree() instanceof Tree.Not not && not.of() instanceof Tree.Name name) {
      property = name.name();
      value = "false";
    }
    if (property == null || value == null || Calls.property(one.type().type(), property) == null) {
      return null;
    }
    wanted.put(property, value);
    return wanted;
  }
}
