package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * The static type of an expression.
 *
 * @param path the property that it is read from: {@code Ami.state}; null for other expressions
 * @param text the value of a string literal; null for other expressions
 */
record TypedValue(
    @Nullable Class<?> type, boolean nullable, @Nullable String path, @Nullable String text) {

  static final TypedValue UNKNOWN = new TypedValue(null, false, null, null);

  static final TypedValue NULL = new TypedValue(Void.class, true, null, null);

  static TypedValue of(Class<?> type) {
    return new TypedValue(type, false, null, null);
  }

  static TypedValue text(String text) {
    return new TypedValue(String.class, false, null, text);
  }

  TypedValue nonNull() {
    return new TypedValue(type, false, path, text);
  }

  boolean isKnown() {
    return type != null;
  }

  boolean isNull() {
    return type == Void.class;
  }

  boolean isNumber() {
    return Types.isNumber(type);
  }

  boolean isBoolean() {
    return type == boolean.class || type == Boolean.class;
  }

  String describe() {
    return type == null
        ? "something"
        : isNull()
            ? "null"
            : isBoolean() ? "a boolean" : isNumber() ? "a number" : Types.describe(type);
  }
}
