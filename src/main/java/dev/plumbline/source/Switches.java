package dev.plumbline.source;

import dev.plumbline.fact.RuleSwitch;
import java.util.List;

/** The rules that are switched off ({@code switched-off.yaml}). */
final class Switches {

  private static final List<String> FIELDS = List.of("rule", "owner", "reason");
  private static final String ADVICE =
      "Maybe add it: a switch has " + String.join(", ", FIELDS) + ".";

  private Switches() {}

  /** Adds every entry as it is written. */
  static void read(Cursor file, List<RuleSwitch> switches) {
    file.allow(List.of("rules"));
    for (Cursor item : file.at("rules").items()) {
      item.allow(FIELDS);
      switches.add(
          new RuleSwitch(
              item.said("rule", ADVICE), item.said("owner", ADVICE), item.said("reason", ADVICE)));
    }
  }
}
