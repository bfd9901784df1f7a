package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.host.Evaluated;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which conclusions somebody asks for.
 *
 * @param types the names of the types; none for every type
 * @param object what they concern; null for everything
 */
record Selection(Set<String> types, @Nullable Name object) {

  /** Every conclusion. */
  static final Selection ALL = new Selection(Set.of(), null);

  /** Components that name a fact otherwise than by the name of its type. */
  private static final Map<String, String> KIND_BY_COMPONENT =
      Map.of(
          "nodeClass", "EC2NodeClass",
          "by", "Ami",
          "runs", "Ami",
          "parameter", "SsmParameter",
          "source", "SourceStatus");

  /** For each kind that conclusions name, the components that do so, by conclusion. */
  private static final Map<String, Map<Class<?>, List<Property>>> NAMED_BY = namedBy();

  /**
   * The name of one thing that conclusions concern.
   *
   * @param kind as facts call it: EC2NodeClass
   * @param name its own name
   */
  record Name(String kind, String name) {
    @Override
    public String toString() {
      return kind + "/" + name;
    }
  }

  private static Map<String, Map<Class<?>, List<Property>>> namedBy() {
    var kinds = new TreeMap<String, Map<Class<?>, List<Property>>>();
    for (RecordType conclusion : ConclusionTypes.ALL) {
      for (Property component : conclusion.components()) {
        String kind =
            KIND_BY_COMPONENT.getOrDefault(
                component.name(),
                component.name().substring(0, 1).toUpperCase(Locale.ROOT)
                    + component.name().substring(1));
        if (component.type() == String.class && FactTypes.named(kind) != null) {
          kinds
              .computeIfAbsent(kind, none -> new HashMap<>())
              .computeIfAbsent(conclusion.type(), none -> new ArrayList<>())
              .add(component);
        }
      }
    }
    return kinds;
  }

  /** The kinds that conclusions name. */
  static Set<String> kinds() {
    return NAMED_BY.keySet();
  }

  /**
   * The name that {@code text} stands for.
   *
   * @param text KIND/NAME, in which upper and lower case of the kind do not matter
   * @throws IllegalArgumentException when there is no such kind; the message is one line
   */
  static Name name(String text) {
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      throw new IllegalArgumentException(
          "'" + text + "' is not KIND/NAME. Maybe EC2NodeClass/" + text.replace("/", "") + ".");
    }
    String wanted = text.substring(0, slash);
    for (String kind : kinds()) {
      if (kind.equalsIgnoreCase(wanted)
          || (kind.equals("EC2NodeClass") && wanted.equalsIgnoreCase("NodeClass"))) {
        return new Name(kind, text.substring(slash + 1));
      }
    }
    throw new IllegalArgumentException(
        "'"
            + wanted
            + "' is no kind that conclusions concern."
            + " "
            + Nearest.advice(wanted, kinds()));
  }

  /** Whether {@code conclusion} is asked for. */
  boolean includes(Conclusion conclusion) {
    return (types.isEmpty() || types.contains(conclusion.type()))
        && (object == null || concerns(conclusion, object));
  }

  /** Whether a section about the thing with this key belongs to the answer. */
  boolean about(String key) {
    return object == null || key.equals(object.toString());
  }

  /** Whether the answer is a list of conclusions rather than node classes and their pools. */
  boolean asksForLists() {
    return !types.isEmpty()
        || (object != null
            && !object.kind().equals("EC2NodeClass")
            && !object.kind().equals("NodePool"));
  }

  private static boolean concerns(Conclusion conclusion, Name object) {
    if (conclusion instanceof dev.plumbline.conclusion.GateClosed gate
        && gate.blocks().equals(object.toString())) {
      return true;
    }
    if (conclusion instanceof dev.plumbline.conclusion.ObjectionWaived waived
        && ("/" + waived.subject() + "/").contains("/" + object + "/")) {
      return true;
    }
    for (Property component :
        NAMED_BY
            .getOrDefault(object.kind(), Map.of())
            .getOrDefault(conclusion.getClass(), List.of())) {
      if (object.name().equals(component.reader().apply(conclusion))) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is wrong with the object asked for, on one line; null when a fact or a conclusion knows
   * it, or none is asked for.
   */
  @Nullable String unknownObject(Evaluated evaluated) {
    if (object == null) {
      return null;
    }
    String prefix = object.kind() + "/";
    var names = new TreeSet<String>();
    for (Fact fact : evaluated.snapshot().facts()) {
      String key = fact.key();
      if (key.startsWith(prefix)) {
        names.add(key.substring(prefix.length()));
      }
    }
    if (names.contains(object.name())
        || evaluated.settlement().conclusions().stream()
            .anyMatch(conclusion -> concerns(conclusion, object))) {
      return null;
    }
    return "there is no "
        + object
        + " here."
        + (names.isEmpty()
            ? " Maybe another snapshot has one; this one has no " + object.kind() + " at all."
            : " " + Nearest.advice(object.name(), names));
  }
}
