package dev.plumbline.wiring;

import com.oracle.svm.core.annotate.Alias;
import com.oracle.svm.core.annotate.TargetClass;
import org.graalvm.nativeimage.RuntimeOptions;
import org.jspecify.annotations.Nullable;

/** The heap of a native program. Loaded there alone: GraalVM's classes are not there on the JVM. */
final class NativeHeap {

  /** How much the collector keeps of what has become free: bytes, 0 for a young generation. */
  private static final String MAX_FREE = "MaxHeapFree";

  private static final long SPARE = 1L << 20;

  private NativeHeap() {}

  /** Collects the young generation, as when it is full. */
  static void collectYoung() {
    givingBack(() -> Collector.getGCImpl().collect(Cause.JavaLangSystemGC));
  }

  static void collectFull() {
    givingBack(System::gc);
  }

  private static void givingBack(Runnable collection) {
    long before = RuntimeOptions.<Long>get(MAX_FREE);
    RuntimeOptions.set(MAX_FREE, SPARE);
    try {
      collection.run();
    } finally {
      RuntimeOptions.set(MAX_FREE, before);
    }
  }

  /** GraalVM's own, which no public type has: {@code System.gc()} always collects all. */
  @TargetClass(className = "com.oracle.svm.core.genscavenge.GCImpl")
  private static final class Collector {

    private Collector() {}

    @Alias
    static native Collector getGCImpl();

    @Alias
    native void collect(@Nullable Cause cause);
  }

  /** Why something is collected, likewise. */
  @TargetClass(className = "com.oracle.svm.core.heap.GCCause")
  private static final class Cause {

    /** Null on the JVM alone. */
    @Alias static @Nullable Cause JavaLangSystemGC;

    private Cause() {}
  }
}
