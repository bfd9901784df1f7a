package dev.plumbline.language;

import org.jspecify.annotations.Nullable;

/**
 * A compiled rule expression: a tree of closures over the generated readers and calls, without
 * reflection or generated classes.
 *
 * <p>An evaluation takes up to five values; names are resolved to their positions at compile time.
 * Where more than five are needed, the first is an array of all.
 *
 * @param type the result type; {@code long.class} for integers and {@code boolean.class} for tests,
 *     which are evaluated without boxing; {@code Void.class} for {@code null}
 * @param test evaluates to a boolean; null for every other type
 * @param number evaluates to an integer; null for every other type
 */
public record CompiledExpression(
    Class<?> type, Value value, @Nullable Test test, @Nullable Number number) {

  @FunctionalInterface
  public interface Value {
    @Nullable Object of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  @FunctionalInterface
  public interface Test {
    boolean of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  @FunctionalInterface
  public interface Number {
    long of(
        @Nullable Object a,
        @Nullable Object b,
        @Nullable Object c,
        @Nullable Object d,
        @Nullable Object e);
  }

  public static CompiledExpression of(Class<?> type, Value value) {
    return new CompiledExpression(type, value, null, null);
  }

  public static CompiledExpression test(Test test) {
    return new CompiledExpression(boolean.class, test::of, test, null);
  }

  public static CompiledExpression number(Number number) {
    return new CompiledExpression(long.class, number::of, null, number);
  }

  public static CompiledExpression constant(Class<?> type, @Nullable Object constant) {
    return of(type, (a, b, c, d, e) -> constant);
  }

  /**
   * The expression as a test; a null {@code Boolean} is false.
   *
   * @throws UnsupportedExpression if it is not a boolean
   */
  public Test asTest() {
    if (test != null) {
      return test;
    }
    if (type != Boolean.class) {
      throw new UnsupportedExpression("a " + type.getSimpleName() + " is not a test");
    }
    Value flag = value;
    return (a, b, c, d, e) -> Boolean.TRUE.equals(flag.of(a, b, c, d, e));
  }
}
