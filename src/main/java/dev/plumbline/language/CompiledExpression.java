package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * An expression of a rule, ready to be evaluated: a tree of closures over the generated readers and
 * calls, without reflection and without a class of its own.
 *
 * <p>What an evaluation is given are up to five values, and which of them a name stands for was
 * decided when the expression was compiled; where more than five are needed, the first is an array
 * of all.
 *
 * @param type the type of its value; {@code long.class} for whole numbers and {@code boolean.class}
 *     for tests, which are evaluated without boxing; {@code Void.class} for {@code null}
 * @param value evaluates it, boxed
 * @param test evaluates a boolean; null for every other type
 * @param number evaluates a whole number; null for every other type
 */
public record CompiledExpression(
    Class<?> type, Value value, @Nullable Test test, @Nullable Number number) {

  /** Evaluates to an object. */
  @FunctionalInterface
  public interface Value {
    @Nullable Object of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  /** Evaluates to a boolean. */
  @FunctionalInterface
  public interface Test {
    boolean of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  /** Evaluates to a whole number. */
  @FunctionalInterface
  public interface Number {
    long of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  /** An expression of any type that is evaluated boxed. */
  public static CompiledExpression of(Class<?> type, Value value) {
    return new CompiledExpression(type, value, null, null);
  }

  /** A boolean expression. */
  public static CompiledExpression test(Test test) {
    return new CompiledExpression(boolean.class, test::of, test, null);
  }

  /** A whole-number expression. */
  public static CompiledExpression number(Number number) {
    return new CompiledExpression(long.class, number::of, null, number);
  }

  /** Always the same value, null included. */
  public static CompiledExpression constant(Class<?> type, @Nullable Object constant) {
    return of(type, (a, b, c, d, e) -> constant);
  }

  /**
   * As a test.
   *
   * @throws UnsupportedExpression when it is no boolean
   */
  public Test asTest() {
    if (test != null) {
      return test;
    }
    if (type != Boolean.class) {
      throw new UnsupportedExpression("a " + type.getSimpleName() + " is no test");
    }
    Value flag = value;
    return (a, b, c, d, e) -> Boolean.TRUE.equals(flag.of(a, b, c, d, e));
  }
}
