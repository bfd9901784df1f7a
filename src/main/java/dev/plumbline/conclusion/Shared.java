package dev.plumbline.conclusion;

import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import org.jspecify.annotations.Nullable;

/**
 * One object for many that are equal and stay: what nodes of a type have is mostly the same with
 * every node class and image, and the types that hold a pod are those that hold others.
 */
final class Shared<T> {

  static final Shared<Resources> RESOURCES = new Shared<>(4096);

  static final Shared<Values> VALUES = new Shared<>(1024);

  /** By hash: what was equal last. */
  private final @Nullable Object[] known;

  private Shared(int places) {
    this.known = new Object[places];
  }

  /** {@code value}, or what is equal to it. */
  @SuppressWarnings("unchecked") // nothing else is put there
  T of(T value) {
    int hash = value.hashCode();
    int place = (hash ^ hash >>> 16) & known.length - 1;
    // Immutable, so that threads need no lock: of what is equal there may be two then.
    Object held = known[place];
    if (held != null && held.equals(value)) {
      return (T) held;
    }
    known[place] = value;
    return value;
  }
}
