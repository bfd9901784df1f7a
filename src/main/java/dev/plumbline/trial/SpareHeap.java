package dev.plumbline.trial;

import dev.plumbline.language.NativeImage;
import java.util.function.LongSupplier;

/**
 * The heap that a candidate needed beyond what the process began with: given back while it waits,
 * since the host and other pods may need it next. A collection costs as much as half of a trial, so
 * that little is not worth one.
 */
final class SpareHeap {

  /** Bytes more than at the beginning, below which nothing is collected. */
  static final long WORTH = 16L << 20;

  private final LongSupplier held;
  private final Runnable collection;
  private final long beginning;

  /**
   * Takes what is held now for what the process needs anyway.
   *
   * @param held bytes of the heap that the process has of the machine
   * @param collection collects all of it and shrinks it
   */
  SpareHeap(LongSupplier held, Runnable collection) {
    this.held = held;
    this.collection = collection;
    this.beginning = held.getAsLong();
  }

  /**
   * Of this process. In a native program, {@link Runtime#totalMemory} is the limit of the heap, and
   * not what is committed: there, what is used counts, garbage included.
   */
  static SpareHeap ofThisProcess() {
    Runtime runtime = Runtime.getRuntime();
    LongSupplier held =
        NativeImage.isRunning()
            ? () -> runtime.totalMemory() - runtime.freeMemory()
            : runtime::totalMemory;
    return new SpareHeap(held, System::gc);
  }

  /** Collects if that is worth it. */
  void giveBack() {
    if (held.getAsLong() - beginning >= WORTH) {
      collection.run();
    }
  }
}
