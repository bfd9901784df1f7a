package dev.plumbline.rule.why;

import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.rule.why.Condition.Bind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the variables of a rule must be for it to conclude what is wanted. */
final class Seeds {

  private final Map<Integer, String> bySlot = new HashMap<>();
  private final boolean possible;

  Seeds(RuleForm form, Wanted wanted) {
    boolean fits = true;
    for (RuleForm.Argument argument : form.arguments()) {
      String text = wanted.fields().get(argument.component().name());
      if (text == null) {
        continue;
      }
      if (argument.variable() >= 0 && !text.startsWith(argument.prefix())) {
        fits = false;
      } else if (argument.variable() >= 0) {
        text = text.substring(argument.prefix().length());
        String before = bySlot.put(argument.variable(), text);
        fits &= before == null || before.equals(text);
      } else if (argument.constant()) {
        fits &=
            Wanted.fits(
                Operators.as(
                    argument.component().type(),
                    argument.value().of(new @Nullable Object[form.slots()])),
                text);
      }
    }
    this.possible = fits;
  }

  /** Whether the rule can conclude it at all. */
  boolean possible() {
    return possible;
  }

  /** What a variable must be; null when it may be anything. */
  @Nullable String of(Bind bind) {
    return bySlot.get(bind.slot());
  }

  @Nullable String of(int slot) {
    return bySlot.get(slot);
  }

  /** The value of a property that {@code text} stands for, to look it up; null when none is. */
  static @Nullable Object lookup(Property property, String text) {
    Class<?> type = property.type();
    if (type == String.class) {
      return text.isEmpty() ? null : text;
    }
    boolean number = type == int.class || type == long.class || type == Integer.class;
    if (number && text.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(text);
    }
    return type == boolean.class ? Boolean.valueOf(text) : null;
  }
}
