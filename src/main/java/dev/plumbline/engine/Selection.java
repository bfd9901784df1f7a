package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Unrecorded;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Selects conclusions.
 *
 * @param types the names of the types; empty for every type that is not internal
 * @param object what they concern; null for everything
 */
public record Selection(Set<String> types, @Nullable Name object) {

  public static final Selection ALL = new Selection(Set.of(), null);

  private static final Map<String, Map<Class<?>, List<Property>>> NAMED_BY = namedBy();

  /** The components that hold KIND/NAME, of one or more objects. */
  private static final Map<Class<?>, List<Property>> NAMES = new HashMap<>();

  static {
    for (RecordType conclusion : ConclusionTypes.ALL) {
      NAMES.put(
          conclusion.type(),
          conclusion.components().stream()
              .filter(each -> Set.of("blocks", "object", "subject").contains(each.name()))
              .toList());
    }
  }

  /**
   * The name of one thing that conclusions concern.
   *
   * @param kind as facts call it: EC2NodeClass
   */
  public record Name(String kind, String name) {
    @Override
    public String toString() {
      return kind + "/" + name;
    }
  }

  private static Map<String, Map<Class<?>, List<Property>>> namedBy() {
    var kinds = new TreeMap<String, Map<Class<?>, List<Property>>>();
    for (RecordType conclusion : ConclusionTypes.ALL) {
      for (Property component : conclusion.components()) {
        RecordType fact = Types.namedBy(component.name());
        if (component.type() == String.class && fact != null) {
          kinds
              .computeIfAbsent(fact.name(), none -> new HashMap<>())
              .computeIfAbsent(conclusion.type(), none -> new ArrayList<>())
              .add(component);
        }
      }
    }
    return kinds;
  }

  public static Set<String> kinds() {
    return NAMED_BY.keySet();
  }

  /**
   * Parses a name.
   *
   * @param text KIND/NAME, in which upper and lower case of the kind do not matter
   * @throws IllegalArgumentException when there is no such kind; the message is one line
   */
  public static Name name(String text) {
    int slash = text.indexOf('/');
    if (slash <= 0 || slash == text.length() - 1) {
      throw new IllegalArgumentException(
          "'" + text + "' is not KIND/NAME. Try: EC2NodeClass/" + text.replace("/", "") + ".");
    }
    String wanted = text.substring(0, slash);
    for (String kind : kinds()) {
      if (kind.equalsIgnoreCase(wanted)
          || (ObjectKind.EC2_NODE_CLASS.is(kind) && wanted.equalsIgnoreCase("NodeClass"))) {
        return new Name(kind, text.substring(slash + 1));
      }
    }
    throw new IllegalArgumentException(
        "'"
            + wanted
            + "' is not a kind that conclusions concern."
            + " "
            + Nearest.suggestion(wanted, kinds()));
  }

  public boolean includes(Conclusion conclusion) {
    return (types.isEmpty()
            ? !(conclusion instanceof Unrecorded)
            : types.contains(conclusion.type()))
        && (object == null || concerns(conclusion, object));
  }

  public boolean about(String key) {
    return object == null || key.equals(object.toString());
  }

  /** Whether the answer is a list of conclusions rather than node classes and their pools. */
  public boolean asksForLists() {
    return !types.isEmpty()
        || (object != null
            && !ObjectKind.EC2_NODE_CLASS.is(object.kind())
            && !ObjectKind.NODE_POOL.is(object.kind()));
  }

  private static boolean concerns(Conclusion conclusion, Name object) {
    for (Property component : NAMES.getOrDefault(conclusion.getClass(), List.of())) {
      if (("/" + component.reader().apply(conclusion) + "/").contains("/" + object + "/")) {
        return true;
      }
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
   * The names of the types in {@code written}, each of which must be one that {@code known} has.
   *
   * @param what the thing in words: conclusion, fact
   * @throws IllegalArgumentException when one is not known; the message is one line
   */
  public static Set<String> types(List<String> written, Collection<RecordType> known, String what) {
    Set<String> names = known.stream().map(RecordType::name).collect(Collectors.toSet());
    var types = new LinkedHashSet<String>();
    for (String type : written) {
      if (!names.contains(type)) {
        throw new IllegalArgumentException(
            type + " is not a type of " + what + ". " + Nearest.suggestion(type, names));
      }
      types.add(type);
    }
    return types;
  }

  /**
   * The error message, one line, when no fact or conclusion names the selected object; null when
   * one does or none is selected.
   */
  public @Nullable String unknownObject(Collection<Fact> facts, Settlement settlement) {
    if (object == null) {
      return null;
    }
    String prefix = object.kind() + "/";
    var names = new TreeSet<String>();
    for (Fact fact : facts) {
      String key = fact.key();
      if (key.startsWith(prefix)) {
        names.add(key.substring(prefix.length()));
      }
    }
    if (names.contains(object.name())
        || settlement.conclusions().stream().anyMatch(conclusion -> concerns(conclusion, object))) {
      return null;
    }
    return "there is no "
        + object
        + " here."
        + (names.isEmpty()
            ? " Try: another snapshot or cluster; this one has no " + object.kind() + " at all."
            : " " + Nearest.suggestion(object.name(), names));
  }
}
