package dev.plumbline.log;

import dev.plumbline.log.Entry.Draft;
import java.util.List;

/**
 * A value that the decision log holds. Only a durable append makes one, so that whoever takes a
 * {@code Recorded} cannot be given what was not recorded.
 */
public final class Recorded<T> {

  private final T value;
  private final long first;

  private Recorded(T value, long first) {
    this.value = value;
    this.first = first;
  }

  /**
   * Appends the entries that hold {@code value}, all or none, and returns once they are durable.
   *
   * @throws LogFaultException when they could not be made durable: the log has none of them
   */
  public static <T> Recorded<T> append(DecisionLog log, List<Draft> entries, T value) {
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("no entries to record");
    }
    return new Recorded<>(value, log.append(entries));
  }

  /** A value whose recorded form is that of this one: the log holds it by the same entries. */
  public Recorded<T> as(T value) {
    return new Recorded<>(value, first);
  }

  public T value() {
    return value;
  }

  public long first() {
    return first;
  }
}
