package dev.plumbline.source;

import dev.plumbline.fact.Waiver;
import java.util.List;

/** A list of waivers, in {@code waivers.yaml} and in {@code snapshot.yaml}. */
final class Waivers {

  private static final List<String> FIELDS =
      List.of("id", "rule", "subject", "owner", "reason", "until");
  private static final String ADVICE =
      "Maybe add it: a waiver has " + String.join(", ", FIELDS) + ".";

  private Waivers() {}

  /** Adds every waiver of {@code list}; one whose id another has is refused. */
  static void read(Cursor list, FactSet facts) {
    for (Cursor item : list.items()) {
      facts.addOnce(List.of(waiver(item)), item);
    }
  }

  private static Waiver waiver(Cursor item) {
    item.allow(FIELDS);
    return new Waiver(
        item.said("id", ADVICE),
        item.said("rule", ADVICE),
        item.said("subject", ADVICE),
        item.said("owner", ADVICE),
        item.said("reason", ADVICE),
        item.required("until", ADVICE).instant());
  }
}
