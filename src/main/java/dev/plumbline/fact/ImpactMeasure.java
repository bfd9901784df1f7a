package dev.plumbline.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is measured of a revision of the rules, the most severe first. */
public enum ImpactMeasure {
  NODE_CLASSES_WITHOUT_AMI,
  NODE_POOLS_WITHOUT_TYPE,
  DELETIONS_DUE,
  NODES_DRIFTING,
  NODE_CLASSES_MOVED,
  ELIGIBLE_AMIS_LOST,
  ELIGIBLE_AMIS_GAINED,
  USABLE_TYPES_LOST,
  USABLE_TYPES_GAINED,
  NODE_POOLS_REORDERED,
  GATES_OPENING,
  GATES_CLOSING,
  OBJECTIONS_LIFTED,
  ACTIONS_DUE,
  RULES_REMOVED,
  SCENARIOS_REMOVED,
  RULES_WITHOUT_SCENARIO,
  GUARDED_PARAMETERS_CHANGED,
  LIMITS_LOOSENED,
  GUARD_FILES_CHANGED,
  CONCLUSIONS_LOST,
  CONCLUSIONS;

  private final String wire;

  ImpactMeasure() {
    var camel = new StringBuilder();
    for (String word : name().toLowerCase(Locale.ROOT).split("_")) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    this.wire = camel.toString();
  }

  /** Its name in facts, files and JSON: nodeClassesWithoutAmi. */
  public String wire() {
    return wire;
  }

  /** The measure of this name; null when there is none. */
  public static @Nullable ImpactMeasure of(String wire) {
    for (ImpactMeasure each : values()) {
      if (each.wire.equals(wire)) {
        return each;
      }
    }
    return null;
  }

  /** The names of all. */
  public static List<String> names() {
    var names = new ArrayList<String>();
    for (ImpactMeasure each : values()) {
      names.add(each.wire);
    }
    return names;
  }
}
