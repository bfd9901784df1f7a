package dev.plumbline.language;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The variables in scope, and the expressions known not to be null. */
final class Scope {

  private final Map<String, TypedValue> bound = new LinkedHashMap<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> nonNull = new HashSet<>();
  private final @Nullable Scope outer;
  private final @Nullable Class<?> self;

  Scope() {
    this(null, null);
  }

  private Scope(@Nullable Scope outer, @Nullable Class<?> self) {
    this.outer = outer;
    this.self = self;
  }

  Scope pattern(@Nullable Class<?> fact) {
    return new Scope(this, fact);
  }

  Scope nested() {
    return new Scope(this, null);
  }

  @Nullable Class<?> self() {
    return self;
  }

  /** Binds a name; false if it is already bound. */
  boolean bind(String name, int at, TypedValue value) {
    if (value(name) != null) {
      return false;
    }
    bound.put(name, value);
    positions.put(name, at);
    return true;
  }

  void markNonNull(String name) {
    bound.computeIfPresent(name, (n, value) -> value.nonNull());
  }

  /** The value of a variable; null if it is not bound. */
  @Nullable TypedValue value(String name) {
    TypedValue value = bound.get(name);
    return value != null || outer == null ? value : outer.value(name);
  }

  void use(String name) {
    if (bound.containsKey(name) || outer == null) {
      used.add(name);
    } else {
      outer.use(name);
    }
  }

  Set<String> names() {
    var names = new java.util.TreeSet<>(bound.keySet());
    if (outer != null) {
      names.addAll(outer.names());
    }
    return names;
  }

  Map<String, Integer> unused() {
    var unused = new LinkedHashMap<String, Integer>();
    bound.keySet().stream()
        .filter(name -> !used.contains(name))
        .forEach(name -> unused.put(name, positions.getOrDefault(name, -1)));
    return unused;
  }

  void assumeNonNull(String expression) {
    nonNull.add(expression);
  }

  boolean isNonNull(String expression) {
    return nonNull.contains(expression) || outer != null && outer.isNonNull(expression);
  }

  /** A copy of the expressions assumed not to be null, to restore later. */
  Set<String> assumptions() {
    return new HashSet<>(nonNull);
  }

  void assumptions(Set<String> assumptions) {
    nonNull.clear();
    nonNull.addAll(assumptions);
  }

  void exportBindings() {
    if (outer != null) {
      for (var each : bound.entrySet()) {
        outer.bound.put(each.getKey(), each.getValue());
        outer.positions.put(each.getKey(), positions.getOrDefault(each.getKey(), -1));
      }
      outer.used.addAll(used);
    }
  }
}
