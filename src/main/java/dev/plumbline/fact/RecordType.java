package dev.plumbline.fact;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A fact or conclusion type as the build found it, so that nothing needs reflection to read or make
 * one.
 *
 * @param type the record
 * @param properties its components in order, then derived properties ({@code key}, {@code
 *     duration}, …)
 * @param keys how many components, from the first, identify a record of the type; 0 when none is
 *     declared
 * @param expected how many of it a large cluster has, by order of magnitude; 0 when not declared
 * @param bounds whether there are no more conclusions of a type than facts of this type that they
 *     name
 * @param namedBy the components by which conclusions name it, its own first
 * @param reads the API fields it is read from
 * @param maker makes a record of the values of its components, in order
 * @param order by component, in order
 */
public record RecordType(
    Class<?> type,
    List<Property> properties,
    int keys,
    long expected,
    boolean bounds,
    List<String> namedBy,
    List<Read> reads,
    Function<@Nullable Object[], Object> maker,
    Comparator<Object> order) {

  /** Each record has one: all else follows from it, and is long. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecordType of && of.type == type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  /** The name that rules and files use: the simple name of the record. */
  public String name() {
    return name(type);
  }

  /** The key of a fact of this type that is identified by one name. */
  public String key(String name) {
    return key(type, name);
  }

  /** The name of a fact or conclusion type in rules, files and keys. */
  public static String name(Class<?> type) {
    return type.getSimpleName();
  }

  /** The key of a fact that is identified by one name: Ami/ami-0123. */
  public static String key(Class<?> type, String name) {
    return name(type) + "/" + name;
  }

  /** The order of two texts, null as the empty one. */
  @SuppressWarnings("ReferenceEquality") // one text is often the same object
  public static int compare(@Nullable String left, @Nullable String right) {
    return left == right ? 0 : (left == null ? "" : left).compareTo(right == null ? "" : right);
  }

  /** The components alone. */
  public List<Property> components() {
    return properties.stream().filter(Property::component).toList();
  }

  /**
   * One property of a record.
   *
   * @param name as rules write it
   * @param type its class
   * @param nullable whether it may be null
   * @param component whether it is a component of the record, not worked out from one
   * @param reader reads it, boxed
   * @param words every text it can be; empty when the list is not closed
   * @param number reads a whole number or a boolean (0, 1) without boxing; null for every other
   *     type
   */
  public record Property(
      String name,
      Class<?> type,
      boolean nullable,
      boolean component,
      List<String> words,
      Function<Object, @Nullable Object> reader,
      @Nullable ToLongFunction<Object> number) {}

  /**
   * An API field that a fact is read from.
   *
   * @param object a Kubernetes kind (Pod) or a list of EC2 or SSM (Images)
   * @param path the field, through lists; empty when the whole object is kept
   * @param component what is read from it; empty when it decides whether there is such a fact
   * @param secret whether it is in no snapshot, though the object is kept whole
   */
  public record Read(String object, String path, String component, boolean secret) {}
}
