package dev.plumbline.why;

import dev.plumbline.conclusion.CallTable;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties and methods that rules name, called through the generated tables. */
final class Calls {

  private static final Map<String, List<Call>> METHODS = new HashMap<>();
  private static final Map<Class<?>, Map<String, Property>> PROPERTIES = new HashMap<>();

  static {
    for (Call call : CallTable.METHODS) {
      METHODS
          .computeIfAbsent(call.name() + "/" + call.parameters().size(), n -> new ArrayList<>())
          .add(call);
    }
    for (List<RecordType> types : List.of(FactTypes.ALL, ConclusionTypes.ALL)) {
      for (RecordType type : types) {
        var byName = new HashMap<String, Property>();
        type.properties().forEach(property -> byName.put(property.name(), property));
        PROPERTIES.put(type.type(), byName);
      }
    }
  }

  private Calls() {}

  /** The property of a fact or conclusion type; null when it has none of that name. */
  static @Nullable Property property(Class<?> type, String name) {
    Map<String, Property> properties = PROPERTIES.get(type);
    return properties == null ? null : properties.get(name);
  }

  /** {@code of.name}, or {@code of.name()}. */
  static @Nullable Object read(@Nullable Object of, String name) {
    if (of == null) {
      throw new IllegalArgumentException(name + " of nothing");
    }
    Property property = property(of.getClass(), name);
    return property != null
        ? property.reader().apply(of)
        : method(of, name, new @Nullable Object[0]);
  }

  /** {@code of.name( arguments )}. */
  static @Nullable Object method(@Nullable Object of, String name, @Nullable Object[] arguments) {
    if (of == null) {
      throw new IllegalArgumentException(name + " of nothing");
    }
    for (Call call : METHODS.getOrDefault(name + "/" + arguments.length, List.of())) {
      if (!call.isStatic() && call.owner().isInstance(of) && fits(call, arguments)) {
        return apply(call, of, arguments);
      }
    }
    Property property = arguments.length == 0 ? property(of.getClass(), name) : null;
    return property != null ? property.reader().apply(of) : jdk(of, name, arguments);
  }

  /** {@code Type.name( arguments )}. */
  static @Nullable Object onType(String type, String name, @Nullable Object[] arguments) {
    for (Call call : METHODS.getOrDefault(name + "/" + arguments.length, List.of())) {
      if (call.isStatic() && call.owner().getSimpleName().equals(type) && fits(call, arguments)) {
        return apply(call, null, arguments);
      }
    }
    throw new IllegalArgumentException("no method " + type + "." + name);
  }

  private static boolean fits(Call call, @Nullable Object[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      Class<?> wanted = call.parameters().get(i);
      Object given = arguments[i];
      boolean fits =
          wanted == boolean.class
              ? given instanceof Boolean
              : wanted.isPrimitive()
                  ? given instanceof Number
                  : given == null || wanted.isInstance(given) || number(wanted, given);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean number(Class<?> wanted, Object given) {
    return given instanceof Number && (wanted == Integer.class || wanted == Long.class);
  }

  private static @Nullable Object apply(
      Call call, @Nullable Object of, @Nullable Object[] arguments) {
    Object a = arguments.length > 0 ? Operators.as(call.parameters().get(0), arguments[0]) : null;
    Object b = arguments.length > 1 ? Operators.as(call.parameters().get(1), arguments[1]) : null;
    return call.body().apply(of, a, b);
  }

  private static @Nullable Object jdk(Object of, String name, @Nullable Object[] arguments) {
    Object a = arguments.length > 0 ? arguments[0] : null;
    return switch (name) {
      case "toString" -> of.toString();
      case "startsWith" -> ((String) of).startsWith(String.valueOf(a));
      case "endsWith" -> ((String) of).endsWith(String.valueOf(a));
      case "contains" ->
          of instanceof Collection<?> all
              ? all.contains(a)
              : of.toString().contains(String.valueOf(a));
      case "equalsIgnoreCase" -> a instanceof String text && ((String) of).equalsIgnoreCase(text);
      case "isBlank" -> ((String) of).isBlank();
      case "length" -> ((String) of).length();
      case "size" -> ((Collection<?>) of).size();
      case "intValue" -> ((Number) of).intValue();
      case "longValue" -> ((Number) of).longValue();
      case "doubleValue" -> ((Number) of).doubleValue();
      case "isBefore" -> ((Instant) of).isBefore((Instant) a);
      case "isAfter" -> ((Instant) of).isAfter((Instant) a);
      case "plus" -> ((Instant) of).plus((Duration) a);
      case "minus" -> ((Instant) of).minus((Duration) a);
      default -> throw new IllegalArgumentException("no method " + name + " of " + of.getClass());
    };
  }
}
