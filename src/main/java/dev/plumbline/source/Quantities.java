package dev.plumbline.source;

import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.util.HashMap;

/** Amounts of resources as Kubernetes writes them: {@code 640Mi}, {@code cpu: 1930m}. */
final class Quantities {

  private Quantities() {}

  /** The amount at {@code value}, which must be there. */
  static Quantity one(Cursor value) {
    Quantity quantity = Quantity.parse(value.scalar());
    if (quantity == null) {
      throw value.wrong(
          "is " + value.shown() + ", which is not a quantity", "Try: write it as 640Mi or 2.");
    }
    return quantity;
  }

  static Resources all(Cursor list) {
    var byName = new HashMap<String, Quantity>();
    list.fields((name, value) -> byName.put(name, one(value)));
    return Resources.of(byName);
  }
}
