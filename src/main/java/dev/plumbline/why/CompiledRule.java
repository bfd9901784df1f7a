package dev.plumbline.why;

import dev.plumbline.fact.RecordType;
import dev.plumbline.language.Rule;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Group;
import dev.plumbline.why.Condition.Operand;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.Condition.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A rule, ready to be evaluated beside the engine. */
public record CompiledRule(
    Rule rule,
    List<Condition> when,
    RecordType concludes,
    List<Argument> arguments,
    int slots,
    Map<String, Set<String>> reads) {

  /**
   * One component of the conclusion.
   *
   * @param variable the slot of the variable that it is; -1 when it is none
   */
  record Argument(
      RecordType.Property component,
      Value value,
      int variable,
      String prefix,
      boolean constant,
      List<Operand> operands) {

    /** Whether what is concluded has a value; what cannot be evaluated has not. */
    boolean gives(@Nullable Object[] frame, String required) {
      try {
        return Goal.fits(value.of(frame), required);
      } catch (RuntimeException e) {
        return false;
      }
    }
  }

  Object make(@Nullable Object[] frame) {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).value().of(frame);
    }
    return concludes.maker().apply(values);
  }

  public Set<String> reads(String type) {
    return reads.getOrDefault(type, Set.of());
  }

  /**
   * What was matched and bound, with something else in a slot.
   *
   * @return null when its own pattern does not match it, but for {@code except}
   */
  @Nullable Object @Nullable [] replace(
      @Nullable Object[] frame, int slot, Object fact, @Nullable Test except) {
    @Nullable Object[] copy = frame.clone();
    Pattern pattern = pattern(when, slot);
    if (pattern == null) {
      return null;
    }
    copy[slot] = fact;
    try {
      for (Step step : pattern.steps()) {
        if (step instanceof Bind bind) {
          copy[bind.slot()] = bind.value().of(copy);
        } else if (step instanceof Test test && test != except && !test.holds(copy)) {
          return null;
        }
      }
    } catch (RuntimeException e) {
      return null;
    }
    return copy;
  }

  /** Whether what the rule concludes passes; what cannot be evaluated does not. */
  boolean makes(@Nullable Object[] frame, Predicate<Object> passes) {
    try {
      return passes.test(make(frame));
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static @Nullable Pattern pattern(List<Condition> conditions, int slot) {
    for (Condition condition : conditions) {
      Pattern found =
          switch (condition) {
            case Pattern one -> one.slot() == slot ? one : null;
            case Group group -> pattern(group.children(), slot);
            case Accumulate accumulate -> pattern(accumulate.source(), slot);
          };
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
