package dev.plumbline.rule.lint;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a value before any rule runs.
 *
 * @param type its class; null when it is not known, and then nothing is held against it
 * @param nullable whether it may be null
 * @param path the property it was read from: Ami.state; null when it is none
 * @param text what it is, for a text that is written out; null for every other
 */
record Value(
    @Nullable Class<?> type, boolean nullable, @Nullable String path, @Nullable String text) {

  /** A value nothing is known of. */
  static final Value UNKNOWN = new Value(null, false, null, null);

  /** The value {@code null}. */
  static final Value NULL = new Value(Void.class, true, null, null);

  static Value of(Class<?> type) {
    return new Value(type, false, null, null);
  }

  static Value text(String text) {
    return new Value(String.class, false, null, text);
  }

  Value present() {
    return new Value(type, false, path, text);
  }

  boolean known() {
    return type != null;
  }

  boolean isNull() {
    return type == Void.class;
  }

  boolean number() {
    return Types.number(type);
  }

  boolean truth() {
    return type == boolean.class || type == Boolean.class;
  }

  /** As people call it. */
  String shown() {
    return type == null
        ? "something"
        : isNull() ? "null" : truth() ? "a boolean" : number() ? "a number" : Types.shown(type);
  }
}
