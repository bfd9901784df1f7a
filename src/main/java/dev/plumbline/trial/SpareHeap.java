package dev.plumbline.trial;

import java.util.function.LongSupplier;

/**
 * The heap that a candidate needed beyond what the process began with: given back while it waits,
 * since the host and other pods may need it next. A collection costs as much as half of a trial, so
 * that little is not worth one.
 */
final class SpareHeap {

  /** Bytes more than at the beginning, below which nothing is collected. */
  static final long WORTH = 16L << 20;

  private final LongSupplier committed;
  private final Runnable collection;
  private final long beginning;

  /**
   * Takes what is committed now for what the process needs anyway.
   *
   * @param committed bytes of the heap that the process has of the machine
   * @param collection collects all of it and shrinks it
   */
  SpareHeap(LongSupplier committed, Runnable collection) {
    this.committed = committed;
    this.collection = collection;
    this.beginning = committed.getAsLong();
  }

  /** Of this process. */
  static SpareHeap ofThisProcess() {
    return new SpareHeap(Runtime.getRuntime()::totalMemory, System::gc);
  }

  /** Collects if that is worth it. */
  void giveBack() {
    if (committed.getAsLong() - beginning >= WORTH) {
      collection.run();
    }
  }
}
