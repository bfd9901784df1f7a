package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/** How the values of a {@link Requirement} bind (CRD path {@code requirements[].operator}). */
public enum Operator {
  IN("In"),
  NOT_IN("NotIn"),
  EXISTS("Exists"),
  DOES_NOT_EXIST("DoesNotExist"),
  GT("Gt"),
  LT("Lt"),
  GTE("Gte"),
  LTE("Lte");

  private final String wire;

  Operator(String wire) {
    this.wire = wire;
  }

  /** The name as Kubernetes writes it. */
  public String wire() {
    return wire;
  }

  /** The operator Kubernetes writes as {@code wire}; null when there is none of that name. */
  public static @Nullable Operator ofWire(String wire) {
    for (Operator operator : values()) {
      if (operator.wire.equals(wire)) {
        return operator;
      }
    }
    return null;
  }

  /** Whether the operand is one whole number. */
  public boolean numeric() {
    return this == GT || this == LT || this == GTE || this == LTE;
  }

  /** Whether the operator takes no operand. */
  public boolean bare() {
    return this == EXISTS || this == DOES_NOT_EXIST;
  }
}
