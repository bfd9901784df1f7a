package dev.plumbline.engine;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A set of values that knows how often each was added: in one array, since most are added once, in
 * a third of the memory of a map from values to numbers. Its order is any. Cannot be modified as a
 * set; not thread-safe.
 */
final class CountedValues extends AbstractSet<@Nullable Object> {

  private static final int LEAST = 8;

  /** A place of a value that is null. */
  private static final Object NULL = new Object();

  /** Each value at the first free place from that of its hash on; at most three quarters full. */
  private @Nullable Object[] table = new Object[LEAST];

  private int size;

  /** How often each value was added that was added more than once; null when none is. */
  private @Nullable Map<Object, Integer> more;

  /** Adds {@code value} once more. */
  void count(@Nullable Object value) {
    Object held = value == null ? NULL : value;
    int place = place(held);
    if (table[place] != null) {
      if (more == null) {
        more = new HashMap<>();
      }
      more.merge(held, 2, (before, two) -> before + 1);
      return;
    }
    table[place] = held;
    size++;
    if (size > table.length / 4 * 3) {
      resize(table.length * 2);
    }
  }

  /** Takes {@code value} back once, if it is there. */
  void discount(@Nullable Object value) {
    Object held = value == null ? NULL : value;
    int place = place(held);
    if (table[place] == null) {
      return;
    }
    if (more != null && more.containsKey(held)) {
      more.computeIfPresent(held, (same, times) -> times == 2 ? null : times - 1);
      return;
    }
    size--;
    close(place);
    if (size < table.length / 8 && table.length > LEAST) {
      resize(table.length / 2);
    }
  }

  void forget() {
    table = new Object[LEAST];
    size = 0;
    more = null;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean contains(@Nullable Object value) {
    return table[place(value == null ? NULL : value)] != null;
  }

  @Override
  public Iterator<@Nullable Object> iterator() {
    return new Iterator<>() {
      private int next = from(0);

      private int from(int place) {
        int at = place;
        while (at < table.length && table[at] == null) {
          at++;
        }
        return at;
      }

      @Override
      public boolean hasNext() {
        return next < table.length;
      }

      @Override
      public @Nullable Object next() {
        if (next >= table.length) {
          throw new NoSuchElementException();
        }
        Object held = table[next];
        next = from(next + 1);
        return held == NULL ? null : held;
      }
    };
  }

  /** Where a value is, or would be. */
  private int place(Object held) {
    int at = first(held);
    while (table[at] != null && !held.equals(table[at])) {
      at = after(at);
    }
    return at;
  }

  private int first(Object held) {
    int hash = held.hashCode();
    return (hash ^ hash >>> 16) & (table.length - 1);
  }

  private int after(int place) {
    return (place + 1) & (table.length - 1);
  }

  /** Empties a place, and moves those behind it that have been passed on over it. */
  private void close(int place) {
    int free = place;
    int at = after(free);
    for (Object held = table[at]; held != null; held = table[at]) {
      int distance = (at - first(held)) & (table.length - 1);
      if (distance >= ((at - free) & (table.length - 1))) {
        table[free] = held;
        free = at;
      }
      at = after(at);
    }
    table[free] = null;
  }

  private void resize(int length) {
    @Nullable Object[] former = table;
    table = new Object[length];
    Arrays.stream(former).filter(Objects::nonNull).forEach(held -> table[place(held)] = held);
  }
}
