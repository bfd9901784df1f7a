package dev.plumbline.rule.why;

import dev.plumbline.fact.RecordType;
import dev.plumbline.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule, ready to be evaluated beside the engine.
 *
 * @param rule what is known of it
 * @param when its conditions
 * @param concludes the type of what it concludes
 * @param arguments the components of the conclusion
 * @param slots how many things it matches and binds
 * @param reads the properties that it names, by type
 */
public record RuleForm(
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
   * @param prefix the text that stands before the variable
   * @param constant whether it is written out
   * @param operands what it names
   */
  record Argument(
      RecordType.Property component,
      Eval value,
      int variable,
      String prefix,
      boolean constant,
      List<Operand> operands) {}

  /** The conclusion that a full match makes. */
  Object make(@Nullable Object[] frame) {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      Argument argument = arguments.get(i);
      values[i] = Operators.as(argument.component().type(), argument.value().of(frame));
    }
    return concludes.maker().apply(values);
  }

  /** The properties of a type that the rule names. */
  public Set<String> reads(String type) {
    return reads.getOrDefault(type, Set.of());
  }
}
