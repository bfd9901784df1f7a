package dev.plumbline.engine;

import dev.plumbline.language.Operators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One function of an accumulate, over the values that it is given one after another. */
sealed interface Fold {

  /** In place of a result that cannot be calculated, or of a value of which it is one. */
  Object NOT_CALCULATED = new Object();

  /** In place of a value that is null. */
  Object NOTHING = new Object();

  /**
   * A function by its name in rules.
   *
   * @param whole whether its values are whole numbers, never null
   */
  static Fold of(String function, boolean whole) {
    return switch (function) {
      case "count" -> new Count();
      case "collectList" -> new Collected();
      case "collectSet" -> new Distinct();
      case "sum" -> whole ? new WholeSum() : new Sum(false);
      case "average" -> new Sum(true);
      case "min" -> new Extreme(-1);
      case "max" -> new Extreme(1);
      default -> throw new IllegalStateException("no function " + function);
    };
  }

  void add(@Nullable Object value);

  default void remove(@Nullable Object value) {
    throw new UnsupportedOperationException();
  }

  void clear();

  @Nullable Object result();

  /** A result that cannot be calculated while one of the values cannot. */
  final class Guarded implements Fold {
    private final Fold fold;
    private int failed;

    Guarded(Fold fold) {
      this.fold = fold;
    }

    @Override
    public void add(@Nullable Object value) {
      if (value == NOT_CALCULATED) {
        failed++;
      } else {
        fold.add(value);
      }
    }

    @Override
    public void remove(@Nullable Object value) {
      if (value == NOT_CALCULATED) {
        failed--;
      } else {
        fold.remove(value);
      }
    }

    @Override
    public void clear() {
      failed = 0;
      fold.clear();
    }

    @Override
    public @Nullable Object result() {
      return failed > 0 ? NOT_CALCULATED : fold.result();
    }
  }

  final class Count implements Fold {
    private long count;

    @Override
    public void add(@Nullable Object value) {
      count++;
    }

    @Override
    public void remove(@Nullable Object value) {
      count--;
    }

    @Override
    public void clear() {
      count = 0;
    }

    @Override
    public Object result() {
      return count;
    }
  }

  final class Collected implements Fold {
    private final List<@Nullable Object> list = new ArrayList<>();

    @Override
    public void add(@Nullable Object value) {
      list.add(value);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // what was added is mostly what is removed
    public void remove(@Nullable Object value) {
      for (int i = 0; i < list.size(); i++) {
        if (list.get(i) == value) {
          list.remove(i);
          return;
        }
      }
      list.remove(value);
    }

    @Override
    public void clear() {
      list.clear();
    }

    @Override
    public Object result() {
      return Collections.unmodifiableList(list);
    }
  }

  final class Distinct implements Fold {
    private final CountedValues values = new CountedValues();

    @Override
    public void add(@Nullable Object value) {
      values.count(value);
    }

    @Override
    public void remove(@Nullable Object value) {
      values.discount(value);
    }

    @Override
    public void clear() {
      values.forget();
    }

    @Override
    public Object result() {
      return Collections.unmodifiableSet(values);
    }
  }

  final class WholeSum implements Fold {
    private static final double MAX = 9.2e18;

    // Exact where the sum is in range, whatever the sums before it were.
    private long sum;
    private double size;

    @Override
    public void add(@Nullable Object value) {
      long added = value instanceof Number number ? number.longValue() : 0;
      sum += added;
      size += added;
    }

    @Override
    public void remove(@Nullable Object value) {
      long removed = value instanceof Number number ? number.longValue() : 0;
      sum -= removed;
      size -= removed;
    }

    @Override
    public void clear() {
      sum = 0;
      size = 0;
    }

    @Override
    public Object result() {
      return Math.abs(size) > MAX ? NOT_CALCULATED : (Object) sum;
    }
  }

  final class Sum implements Fold {
    private final boolean average;
    private double sum;
    private long count;

    Sum(boolean average) {
      this.average = average;
    }

    @Override
    public void add(@Nullable Object value) {
      if (value instanceof Number number) {
        sum += number.doubleValue();
        count++;
      }
    }

    @Override
    public void clear() {
      sum = 0;
      count = 0;
    }

    @Override
    public @Nullable Object result() {
      if (!Double.isFinite(sum)) {
        return NOT_CALCULATED;
      }
      return average ? count == 0 ? null : (Object) (sum / count) : sum;
    }
  }

  final class Extreme implements Fold {
    private final int sign;
    private @Nullable Object extreme;

    Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(@Nullable Object value) {
      if (value != null && (extreme == null || Operators.order(value, extreme) * sign > 0)) {
        extreme = value;
      }
    }

    @Override
    public void clear() {
      extreme = null;
    }

    @Override
    public @Nullable Object result() {
      return extreme;
    }
  }
}
