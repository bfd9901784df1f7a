package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a value before any rule runs.
 *
 * @param type its class; null when it is not known, and then nothing is held against it
 * @param nullable whether it may be null
 * @param path the property it was read from: Ami.state; null when it is none
 * @param text what it is, for a text that is written out; null for every other
 */
record TypedValue(
    @Nullable Class<?> type, boolean nullable, @Nullable String path, @Nullable String text) {

  /** A value nothing is known of. */
  static final TypedValue UNKNOWN = new TypedValue(null, false, null, null);

  /** The value {@code null}. */
  static final TypedValue NULL = new TypedValue(Void.class, true, null, null);

  static TypedValue of(Class<?> type) {
    return new TypedValue(type, false, null, null);
  }

  static TypedValue text(String text) {
    return new TypedValue(String.class, false, null, text);
  }

  TypedValue present() {
    return new TypedValue(type, false, path, text);
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
