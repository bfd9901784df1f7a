package dev.plumbline.why;

import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.why.Condition.Bind;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the variables of a rule must be for it to conclude the goal. */
final class GoalBindings {

  private final Map<Integer, String> bySlot = new HashMap<>();
  private final boolean possible;

  GoalBindings(CompiledRule form, Goal goal) {
    boolean fits = true;
    for (CompiledRule.Argument argument : form.arguments()) {
      String text = goal.fields().get(argument.component().name());
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
        fits &= Goal.fits(argument.value().of(new @Nullable Object[form.slots()]), text);
      }
    }
    this.possible = fits;
  }

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

  /** What the properties that a pattern binds must be. */
  SortedMap<String, String> of(Pattern one) {
    var required = new TreeMap<String, String>();
    for (Step step : one.steps()) {
      if (step instanceof Bind bind && bind.property() != null) {
        String text = of(bind);
        if (text != null) {
          required.put(bind.property(), text);
        }
      }
    }
    return required;
  }

  /** A frame of which no more is known than what the variables must be. */
  @Nullable Object[] frame(CompiledRule form) {
    @Nullable Object[] frame = new @Nullable Object[form.slots()];
    for (Condition condition : form.when()) {
      if (condition instanceof Pattern one) {
        for (Step step : one.steps()) {
          if (step instanceof Bind bind && bind.property() != null) {
            Property property = ExpressionCompiler.property(one.type().type(), bind.property());
            String text = of(bind);
            if (property != null && text != null) {
              frame[bind.slot()] = lookup(property, text);
            }
          }
        }
      }
    }
    return frame;
  }

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
