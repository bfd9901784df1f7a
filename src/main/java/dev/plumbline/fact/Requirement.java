package dev.plumbline.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One requirement on a label of a node ({@code core.v1.NodeSelectorRequirement} with Karpenter's
 * {@code Gte} and {@code Lte}).
 *
 * @param key the label
 * @param operator how {@code values} bind
 * @param values the operands, as written; none for {@code Exists} and {@code DoesNotExist}
 * @param minValues how many different values must stay open ({@code
 *     NodePool.spec.template.spec.requirements[].minValues}); null if not set
 */
public record Requirement(
    String key, Operator operator, List<String> values, @Nullable Integer minValues) {

  public Requirement {
    values = List.copyOf(values);
  }

  /** A requirement without {@code minValues}. */
  public Requirement(String key, Operator operator, String... values) {
    this(key, operator, List.of(values), null);
  }

  @Override
  public String toString() {
    return values.isEmpty()
        ? key + " " + operator.wire()
        : key + " " + operator.wire() + " " + values;
  }
}
