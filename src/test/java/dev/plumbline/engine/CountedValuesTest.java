package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.NoSuchElementException;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and how often they are there, against a map of numbers. */
class CountedValuesTest {

  /** A value that shares its hash with many others. */
  private record Crowded(int number) {

    @Override
    public int hashCode() {
      return number % 3 - 1;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 12, 400})
  void aMapOfNumbersSaysTheSame(int different) {
    for (int seed = 0; seed < 40; seed++) {
      var random = new Random(seed);
      var values = new CountedValues();
      var model = new HashMap<@Nullable Object, Integer>();
      for (int step = 0; step < 2_000; step++) {
        // Grows for a while, then shrinks.
        boolean add = random.nextInt(10) < (step % 1_000 < 600 ? 7 : 2);
        Object value = value(random.nextInt(different));
        if (add) {
          values.count(value);
          model.merge(value, 1, Integer::sum);
        } else {
          values.discount(value);
          model.computeIfPresent(value, (same, times) -> times == 1 ? null : times - 1);
        }
        assertThat(values.size()).isEqualTo(model.size());
        assertThat(values.contains(value)).isEqualTo(model.containsKey(value));
        if (step % 50 == 0) {
          assertThat(values).as("seed %d, step %d", seed, step).isEqualTo(model.keySet());
          assertThat(values).hasSameSizeAs(new ArrayList<>(values));
          assertThat(model.keySet()).containsExactlyInAnyOrderElementsOf(values);
        }
      }
    }
  }

  private static @Nullable Object value(int number) {
    return switch (number % 4) {
      case 0 -> number == 0 ? null : number;
      case 1 -> new Crowded(number);
      case 2 -> "m5." + number + "xlarge";
      default -> (long) number << 40;
    };
  }

  @Test
  void nothingIsLeftOnceForgotten() {
    var values = new CountedValues();
    values.count("a");
    values.count("a");
    values.forget();

    assertThat(values).isEmpty();
    values.count("a");
    values.discount("a");
    assertThat(values).isEmpty();
  }

  @Test
  void itCannotBeModifiedAsASet() {
    var values = new CountedValues();
    values.count("a");

    assertThatThrownBy(() -> values.add("b")).isInstanceOf(UnsupportedOperationException.class);
    var each = values.iterator();
    assertThat(each.next()).isEqualTo("a");
    assertThatThrownBy(each::remove).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(each::next).isInstanceOf(NoSuchElementException.class);
  }
}
