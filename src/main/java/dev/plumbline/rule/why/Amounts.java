package dev.plumbline.rule.why;

import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What resources could be so that a comparison with others comes out otherwise. */
final class Amounts {

  private Amounts() {}

  /** With as much of each resource as is compared with, a little more, a little less. */
  static List<Resources> of(Resources now, Collection<Object> context) {
    var all = new ArrayList<Resources>();
    for (Object each : context) {
      if (each instanceof Resources other && !other.equals(now)) {
        other
            .map()
            .forEach(
                (name, amount) -> {
                  Quantity little = little(name);
                  all.add(now.with(name, amount));
                  all.add(now.with(name, amount.plus(little)));
                  if (little.below(amount)) {
                    all.add(now.with(name, amount.minus(little)));
                  }
                });
      }
    }
    return all;
  }

  private static Quantity little(String resource) {
    return switch (resource) {
      case "cpu" -> Quantity.ofMilli(1);
      case "memory", "ephemeral-storage" -> Quantity.ofMebibytes(1);
      default -> Quantity.ofWhole(1);
    };
  }
}
