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
 * @param properties its components in order, then what else it tells ({@code key}, {@code
 *     duration}, …)
 * @param maker makes a record of the values of its components, in order
 * @param order by component, in order
 */
public record RecordType(
    Class<?> type,
    List<Property> properties,
    Function<@Nullable Object[], Object> maker,
    Comparator<Object> order) {

  /** The name that rules and files use: the simple name of the record. */
  public String name() {
    return type.getSimpleName();
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
   * One thing that a record tells.
   *
   * @param name as rules write it
   * @param type its class
   * @param nullable whether it may be null
   * @param component whether it is a component of the record, not worked out from one
   * @param reader reads it, boxed
   * @param number reads a whole number or a boolean (0, 1) without boxing; null for every other
   *     type
   */
  public record Property(
      String name,
      Class<?> type,
      boolean nullable,
      boolean component,
      Function<Object, @Nullable Object> reader,
      @Nullable ToLongFunction<Object> number) {}
}
