package dev.plumbline.rule;

import org.drools.base.base.ValueResolver;
import org.drools.base.reteoo.BaseTuple;
import org.jspecify.annotations.Nullable;

/**
 * An expression of a rule, ready to be evaluated: a tree of closures made of the text, without
 * reflection and without a class of its own.
 *
 * @param type the type of its value; boolean.class and long.class stand for unboxed values
 * @param value the value, boxed
 * @param test the value of a boolean term; null for every other
 * @param number the value of a whole-number term; null for every other
 */
record Term(Class<?> type, Value value, @Nullable Test test, @Nullable Number number) {

  /** Where a term finds what it names: the fact at hand, and what was matched before it. */
  interface Value {
    @Nullable Object of(@Nullable Object self, @Nullable BaseTuple tuple, ValueResolver resolver);
  }

  /** A value that is a boolean. */
  interface Test {
    boolean of(@Nullable Object self, @Nullable BaseTuple tuple, ValueResolver resolver);
  }

  /** A value that is a whole number. */
  interface Number {
    long of(@Nullable Object self, @Nullable BaseTuple tuple, ValueResolver resolver);
  }

  static Term of(Class<?> type, Value value) {
    return new Term(type, value, null, null);
  }

  static Term test(Test test) {
    return new Term(boolean.class, test::of, test, null);
  }

  static Term number(Number number) {
    return new Term(long.class, number::of, null, number);
  }

  Test asTest() {
    if (test == null) {
      throw new TermParser.NotDirect("not a boolean");
    }
    return test;
  }
}
