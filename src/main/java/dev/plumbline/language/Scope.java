package dev.plumbline.language;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the names of a rule stand for at one place in it. */
final class Scope {

  private final Map<String, TypedValue> bound = new LinkedHashMap<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Set<String> present = new HashSet<>();
  private final @Nullable Scope outer;
  private final @Nullable Class<?> self;

  Scope() {
    this(null, null);
  }

  private Scope(@Nullable Scope outer, @Nullable Class<?> self) {
    this.outer = outer;
    this.self = self;
  }

  /** The same names and those of the fact at hand; what is bound there is bound here too. */
  Scope of(@Nullable Class<?> fact) {
    return new Scope(this, fact);
  }

  /** The same names; what is bound there is not bound here. */
  Scope inner() {
    return new Scope(this, null);
  }

  @Nullable Class<?> self() {
    return self;
  }

  /** Binds a name, unless it is bound already. */
  boolean bind(String name, int at, TypedValue value) {
    if (value(name) != null) {
      return false;
    }
    bound.put(name, value);
    places.put(name, at);
    return true;
  }

  /** Notes that what is bound here to a name is not null. */
  void rebindPresent(String name) {
    bound.computeIfPresent(name, (n, value) -> value.present());
  }

  /** What a variable stands for; null when it is not bound. */
  @Nullable TypedValue value(String name) {
    TypedValue value = bound.get(name);
    return value != null || outer == null ? value : outer.value(name);
  }

  /** Notes that a variable is used. */
  void use(String name) {
    if (bound.containsKey(name) || outer == null) {
      used.add(name);
    } else {
      outer.use(name);
    }
  }

  /** Every variable that can be named here. */
  Set<String> names() {
    var names = new java.util.TreeSet<>(bound.keySet());
    if (outer != null) {
      names.addAll(outer.names());
    }
    return names;
  }

  /** The variables bound here that nothing uses, with their places. */
  Map<String, Integer> unused() {
    var unused = new LinkedHashMap<String, Integer>();
    bound.keySet().stream()
        .filter(name -> !used.contains(name))
        .forEach(name -> unused.put(name, places.getOrDefault(name, -1)));
    return unused;
  }

  /** Notes that an expression is not null from here on. */
  void present(String expression) {
    present.add(expression);
  }

  boolean isPresent(String expression) {
    return present.contains(expression) || outer != null && outer.isPresent(expression);
  }

  /** What was noted so far, to go back to. */
  Set<String> presence() {
    return new HashSet<>(present);
  }

  void presence(Set<String> noted) {
    present.clear();
    present.addAll(noted);
  }

  /** Hands what is bound here to the scope around it. */
  void bindOutside() {
    if (outer != null) {
      for (var each : bound.entrySet()) {
        outer.bound.put(each.getKey(), each.getValue());
        outer.places.put(each.getKey(), places.getOrDefault(each.getKey(), -1));
      }
      outer.used.addAll(used);
    }
  }
}
