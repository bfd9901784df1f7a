package dev.plumbline.language;

import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.fact.Call;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.policy.CallTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The allowlist of everything that rules may reference: facts, conclusions, the value types and
 * helpers that the build generates calls for, and a few methods of JDK value types.
 */
public final class Types {

  private static final Set<Class<?>> INTERNAL =
      Set.of(Call.class, RecordType.class, CallTable.class, Conclusions.class, WireForm.class);

  private static final List<Call> JDK =
      List.of(
          jdk(Object.class, "toString", String.class, (self, a, b) -> text(self)),
          jdk(
              String.class,
              "startsWith",
              boolean.class,
              (self, a, b) -> text(self).startsWith(text(a)),
              String.class),
          jdk(
              String.class,
              "endsWith",
              boolean.class,
              (self, a, b) -> text(self).endsWith(text(a)),
              String.class),
          jdk(
              String.class,
              "contains",
              boolean.class,
              (self, a, b) -> text(self).contains(text(a)),
              String.class),
          jdk(
              String.class,
              "equalsIgnoreCase",
              boolean.class,
              (self, a, b) -> a != null && text(self).equalsIgnoreCase(text(a)),
              String.class),
          jdk(String.class, "isBlank", boolean.class, (self, a, b) -> text(self).isBlank()),
          jdk(String.class, "length", int.class, (self, a, b) -> text(self).length()),
          jdk(
              Number.class,
              "intValue",
              int.class,
              (self, a, b) -> as(Number.class, self).intValue()),
          jdk(
              Number.class,
              "longValue",
              long.class,
              (self, a, b) -> as(Number.class, self).longValue()),
          jdk(
              Number.class,
              "doubleValue",
              double.class,
              (self, a, b) -> as(Number.class, self).doubleValue()),
          jdk(
              Collection.class,
              "size",
              int.class,
              (self, a, b) -> as(Collection.class, self).size()),
          jdk(
              Collection.class,
              "contains",
              boolean.class,
              (self, a, b) -> as(Collection.class, self).contains(a),
              Object.class),
          jdk(
              Instant.class,
              "isBefore",
              boolean.class,
              (self, a, b) -> as(Instant.class, self).isBefore(as(Instant.class, a)),
              Instant.class),
          jdk(
              Instant.class,
              "isAfter",
              boolean.class,
              (self, a, b) -> as(Instant.class, self).isAfter(as(Instant.class, a)),
              Instant.class),
          jdk(
              Instant.class,
              "plus",
              Instant.class,
              (self, a, b) -> as(Instant.class, self).plus(as(Duration.class, a)),
              Duration.class),
          jdk(
              Instant.class,
              "minus",
              Instant.class,
              (self, a, b) -> as(Instant.class, self).minus(as(Duration.class, a)),
              Duration.class));

  private static final Set<Class<?>> JDK_VALUES =
      Set.of(
          boolean.class,
          int.class,
          long.class,
          double.class,
          Boolean.class,
          Integer.class,
          Long.class,
          Double.class,
          Number.class,
          String.class,
          java.math.BigDecimal.class,
          Instant.class,
          Duration.class,
          Collection.class,
          List.class,
          Set.class);

  /** Helpers moved here from the packages below; rules in recorded logs import the former names. */
  private static final String POLICY = "dev.plumbline.policy";

  private static final List<String> FORMER_POLICY_PACKAGES =
      List.of("dev.plumbline.fact", "dev.plumbline.conclusion");

  private static final Map<String, Class<?>> BY_NAME = new TreeMap<>();
  private static final Map<String, RecordType> BY_COMPONENT = new HashMap<>();
  private static final Map<Class<?>, List<Call>> CALLS = new HashMap<>();
  private static final Map<Class<?>, List<Call>> CALLS_BY_TYPE = new ConcurrentHashMap<>();

  private static final Set<String> MEMBERS = new HashSet<>();

  static {
    for (RecordType type : FactTypes.ALL) {
      BY_NAME.put(type.name(), type.type());
      for (String component : type.namedBy()) {
        // A component that a type declares is not also that of the type called like it.
        if (component.equalsIgnoreCase(type.name())) {
          BY_COMPONENT.putIfAbsent(component, type);
        } else {
          BY_COMPONENT.put(component, type);
        }
      }
    }
    ConclusionTypes.ALL.forEach(type -> BY_NAME.put(type.name(), type.type()));
    BY_NAME
        .values()
        .forEach(
            type ->
                Objects.requireNonNull(record(type))
                    .properties()
                    .forEach(each -> MEMBERS.add(each.name())));
    CallTable.CONSTANTS.keySet().forEach(name -> MEMBERS.add(name.split("\\.")[1]));
    for (Call call : CallTable.METHODS) {
      if (!INTERNAL.contains(call.owner())) {
        MEMBERS.add(call.name());
        BY_NAME.putIfAbsent(call.owner().getSimpleName(), call.owner());
        CALLS.computeIfAbsent(call.owner(), owner -> new java.util.ArrayList<>()).add(call);
      }
    }
    for (Call call : JDK) {
      MEMBERS.add(call.name());
      CALLS.computeIfAbsent(call.owner(), owner -> new java.util.ArrayList<>()).add(call);
    }
  }

  private Types() {}

  private static Call jdk(
      Class<?> owner, String name, Class<?> result, Call.Body body, Class<?>... parameters) {
    return new Call(owner, name, false, result, List.of(parameters), body);
  }

  private static String text(@Nullable Object value) {
    return Objects.requireNonNull(value).toString();
  }

  private static <T> T as(Class<T> type, @Nullable Object value) {
    return type.cast(Objects.requireNonNull(value));
  }

  static @Nullable Class<?> byName(String name) {
    return BY_NAME.get(name);
  }

  static Collection<String> names() {
    return BY_NAME.keySet();
  }

  /** The fact or conclusion type of a class; null if it is neither. */
  static @Nullable RecordType record(@Nullable Class<?> type) {
    if (type == null) {
      return null;
    }
    RecordType fact = FactTypes.of(type);
    return fact != null ? fact : ConclusionTypes.of(type);
  }

  /** The type of the fact that a component of this name identifies; null when it is none. */
  public static @Nullable RecordType namedBy(String component) {
    return BY_COMPONENT.get(component);
  }

  public static boolean isMember(String name) {
    return MEMBERS.contains(name);
  }

  public static boolean allows(String className) {
    Class<?> type = BY_NAME.get(className.substring(className.lastIndexOf('.') + 1));
    return type != null && isImportOf(className, type);
  }

  /** The name to import a type by: package and simple name, without enclosing classes. */
  public static String importName(Class<?> type) {
    return type.getPackageName() + "." + type.getSimpleName();
  }

  static boolean isImportOf(String name, Class<?> type) {
    String simple = "." + type.getSimpleName();
    return name.equals(importName(type))
        || type.getPackageName().equals(POLICY)
            && FORMER_POLICY_PACKAGES.stream().anyMatch(former -> name.equals(former + simple));
  }

  static boolean isPatternType(@Nullable Class<?> type) {
    return record(type) != null;
  }

  static @Nullable TypedValue property(Class<?> type, String name) {
    RecordType record = record(type);
    if (record != null) {
      for (RecordType.Property property : record.properties()) {
        if (property.name().equals(name) && isAllowedValue(property.type())) {
          return new TypedValue(
              property.type(), property.nullable(), record.name() + "." + name, null);
        }
      }
    }
    for (Call call : calls(type)) {
      if (!call.isStatic() && call.parameters().isEmpty() && call.name().equals(name)) {
        return TypedValue.of(call.result());
      }
    }
    return null;
  }

  static boolean isComponent(@Nullable String path) {
    if (path == null) {
      return false;
    }
    String[] parts = path.split("\\.", 2);
    RecordType record = record(byName(parts[0]));
    return record != null
        && record.components().stream().anyMatch(each -> each.name().equals(parts[1]));
  }

  static Collection<String> properties(Class<?> type) {
    var names = new TreeSet<String>();
    RecordType record = record(type);
    if (record != null) {
      record.properties().forEach(property -> names.add(property.name()));
    }
    calls(type).stream()
        .filter(call -> !call.isStatic() && call.parameters().isEmpty())
        .forEach(call -> names.add(call.name()));
    return names;
  }

  static List<Call> methods(Class<?> type, boolean isStatic) {
    return calls(type).stream().filter(call -> call.isStatic() == isStatic).toList();
  }

  static @Nullable TypedValue constant(Class<?> type, String name) {
    return CallTable.CONSTANTS.containsKey(type.getSimpleName() + "." + name)
            && !INTERNAL.contains(type)
        ? TypedValue.of(type)
        : null;
  }

  private static List<Call> calls(Class<?> type) {
    return CALLS_BY_TYPE.computeIfAbsent(type, Types::findCalls);
  }

  private static List<Call> findCalls(Class<?> type) {
    var calls = new java.util.ArrayList<Call>();
    for (var owner : CALLS.entrySet()) {
      if (owner.getKey().isAssignableFrom(boxed(type))) {
        owner.getValue().stream().filter(call -> isAllowedValue(call.result())).forEach(calls::add);
      }
    }
    return calls;
  }

  private static boolean isAllowedValue(Class<?> type) {
    return JDK_VALUES.contains(type) || BY_NAME.containsValue(type);
  }

  /** Whether {@code value} can be passed as {@code target}; null only if {@code nullable}. */
  static boolean isAssignable(TypedValue value, Class<?> target, boolean nullable) {
    if (!value.isKnown() || target == Object.class) {
      return true;
    }
    if (value.isNull()) {
      return nullable && !target.isPrimitive();
    }
    if (isNumber(target)) {
      return value.isNumber();
    }
    return boxed(target).isAssignableFrom(boxed(java.util.Objects.requireNonNull(value.type())));
  }

  static boolean isNumber(@Nullable Class<?> type) {
    return type == int.class
        || type == long.class
        || type == double.class
        || type != null && Number.class.isAssignableFrom(type);
  }

  static Class<?> boxed(Class<?> type) {
    return type == int.class
        ? Integer.class
        : type == long.class
            ? Long.class
            : type == double.class ? Double.class : type == boolean.class ? Boolean.class : type;
  }

  static String describe(Class<?> type) {
    return type == String.class
        ? "a text"
        : (type == Instant.class
            ? "a time"
            : type == Duration.class ? "a time span" : type.getSimpleName());
  }
}
