package dev.plumbline.rule.why;

import dev.plumbline.rule.why.Condition.Bind;
import dev.plumbline.rule.why.Condition.Gather;
import dev.plumbline.rule.why.Condition.Group;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.why.Condition.Test;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a test would hold were a fact or conclusion another one: a guess that settling confirms.
 */
final class Recheck {

  private Recheck() {}

  /**
   * What was matched and bound with something else in a slot.
   *
   * @return null when its own pattern does not match it, but for {@code but}
   */
  static @Nullable Object @Nullable [] with(
      RuleForm form, @Nullable Object[] frame, int slot, Object fact, @Nullable Test but) {
    @Nullable Object[] copy = frame.clone();
    One pattern = pattern(form.when(), slot);
    if (pattern == null) {
      return null;
    }
    copy[slot] = fact;
    try {
      for (Step step : pattern.steps()) {
        if (step instanceof Bind bind) {
          copy[bind.slot()] = bind.value().of(copy);
        } else if (step instanceof Test test && test != but && !test.holds(copy)) {
          return null;
        }
      }
    } catch (RuntimeException e) {
      return null;
    }
    return copy;
  }

  /** Whether a test holds; what cannot be evaluated does not. */
  static boolean holds(Test test, @Nullable Object[] frame) {
    try {
      return test.holds(frame);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Whether what is concluded has a value; what cannot be evaluated has not. */
  static boolean gives(RuleForm.Argument argument, @Nullable Object[] frame, String wanted) {
    try {
      Object value = Operators.as(argument.component().type(), argument.value().of(frame));
      return Wanted.fits(value, wanted);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Whether what the rule concludes passes; what cannot be evaluated does not. */
  static boolean makes(RuleForm form, @Nullable Object[] frame, Predicate<Object> passes) {
    try {
      return passes.test(form.make(frame));
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static @Nullable One pattern(List<Condition> conditions, int slot) {
    for (Condition condition : conditions) {
      One found =
          switch (condition) {
            case One one -> one.slot() == slot ? one : null;
            case Group group -> pattern(group.children(), slot);
            case Gather gather -> pattern(gather.source(), slot);
          };
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
