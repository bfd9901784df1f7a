package dev.plumbline.engine;

import com.sun.management.ThreadMXBean;
import dev.plumbline.engine.RuleSession.Limit;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.language.AtWork;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one settlement may still take. The engine can be left between firings only, and finding what
 * fires next can take for ever: so the closures that rules are translated to look at the clock and
 * at the memory too, each after a number of evaluations, and abort by an exception.
 *
 * <p>Rule bases are shared between sessions, so a closure finds the budget by its thread.
 */
final class SettleBudget {

  /** The longest text that a rule may conclude, in characters. */
  static final int MAX_TEXT = 32 * 1024;

  private static final ThreadLocal<@Nullable SettleBudget> CURRENT = new ThreadLocal<>();

  /**
   * Of the maximum heap: what may be in use, and what a settlement has allocated that is aborted.
   */
  private static final double FULL = 0.85;

  private static final double SHARE = 0.125;

  private static final long MEMORY_INTERVAL = Duration.ofMillis(2).toNanos();

  private static final long COLLECTION_INTERVAL = Duration.ofSeconds(1).toNanos();

  private final long start = System.nanoTime();
  private final long duration;
  private final RuleSet rules;
  private final Memory memory = new Memory();
  private long memoryChecked = start;
  private long collected = start - COLLECTION_INTERVAL;
  private @Nullable String rule;

  SettleBudget(SettleLimits limits, RuleSet rules) {
    this.duration = limits.duration().toNanos();
    this.rules = rules;
  }

  /** Aborts a settlement; the engine wraps it. */
  static final class Exceeded extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Limit limit;
    private final String rule;

    Exceeded(Limit limit, String rule) {
      super(limit + " in " + rule, null, false, false);
      this.limit = limit;
      this.rule = rule;
    }

    Limit limit() {
      return limit;
    }

    /** As the engine knows it. */
    String rule() {
      return rule;
    }

    /** The one that {@code thrown} was caused by; null if it is a failure of another kind. */
    static @Nullable Exceeded in(Throwable thrown) {
      for (Throwable each = thrown; each != null; each = each.getCause()) {
        if (each instanceof Exceeded exceeded) {
          return exceeded;
        }
      }
      return null;
    }
  }

  /**
   * Numbers of many meters side by side. A native program has copies of the pages of its image that
   * it writes: what the meters of the shipped rules count is on 21 of them so, not on 300.
   */
  private static final class Counts {
    static final int MANY = 512;

    final long[] each = new long[MANY];
    int taken;
  }

  /** Counts the evaluations of one closure. */
  static final class Meter {

    /** For closures that are evaluated once a pair of facts: a look costs as much as a few. */
    static final int EVALUATIONS = 1 << 10;

    /** For closures that are evaluated once a fact, which is then paired with any number. */
    static final int LOOKUPS = 1 << 6;

    private static Counts open = new Counts();

    private final String rule;
    private final int mask;

    // Sessions on several threads count in it together: a count that is lost delays a look.
    private final long[] counts;
    private final int place;

    Meter(String rule, int interval) {
      this.rule = rule;
      this.mask = interval - 1;
      synchronized (Counts.class) {
        if (open.taken == Counts.MANY) {
          open = new Counts();
        }
        this.counts = open.each;
        this.place = open.taken++;
      }
    }

    void count() {
      if ((++counts[place] & mask) == 0) {
        look();
      }
    }

    /** What its closure failed with, with the rule. */
    RuntimeException failed(RuntimeException fault) {
      return RuleFault.of(rule, fault);
    }

    /** The evaluations so far, by every session; exact as long as one thread settles. */
    long counted() {
      return counts[place];
    }

    private void look() {
      SettleBudget budget = CURRENT.get();
      if (budget != null) {
        budget.check(rule);
      }
    }
  }

  /** Makes it the budget of this thread. */
  void install() {
    CURRENT.set(this);
  }

  static void remove() {
    CURRENT.remove();
  }

  /** The rule whose closure looked last, as the engine knows it; null if none did. */
  @Nullable String rule() {
    return rule;
  }

  Duration took() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void check(String rule) {
    if (!rule.equals(this.rule)) {
      this.rule = rule;
      // A process that ends for want of memory says nothing else.
      AtWork.on(rules.rule(rule).named());
    }
    long now = System.nanoTime();
    if (now - start > duration) {
      throw new Exceeded(Limit.DURATION, rule);
    }
    if (now - memoryChecked > MEMORY_INTERVAL) {
      memoryChecked = now;
      if (isMemoryFull(now)) {
        throw new Exceeded(Limit.MEMORY, rule);
      }
    }
  }

  /** Garbage is no use of memory, so a collection has to confirm it. */
  private boolean isMemoryFull(long now) {
    if (!memory.isFull() || now - collected < COLLECTION_INTERVAL || !memory.isUsed()) {
      return false;
    }
    boolean full = memory.isFullAfterCollection();
    collected = System.nanoTime();
    return full;
  }

  /** What this thread allocates. */
  static final class Allocation {

    private final @Nullable ThreadMXBean threads =
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean known
                && known.isThreadAllocatedMemorySupported()
                && known.isThreadAllocatedMemoryEnabled()
            ? known
            : null;

    boolean isKnown() {
      return threads != null;
    }

    /** Bytes that this thread has ever allocated; 0 where that is not known. */
    long bytes() {
      return threads == null ? 0 : threads.getCurrentThreadAllocatedBytes();
    }
  }

  /**
   * The heap of this process. An instance for each settlement: what a static field held would be
   * that of the process that builds a native image.
   */
  private static final class Memory {

    private final long max = Runtime.getRuntime().maxMemory();

    private final Allocation allocation = new Allocation();

    private final long allocatedBefore = allocation.bytes();

    /** Whether this settlement can be why the heap is full; true where that is not known. */
    boolean isUsed() {
      return !allocation.isKnown() || allocation.bytes() - allocatedBefore >= SHARE * max;
    }

    boolean isFull() {
      Runtime runtime = Runtime.getRuntime();
      return runtime.totalMemory() - runtime.freeMemory() > FULL * max;
    }

    boolean isFullAfterCollection() {
      var canary = new WeakReference<>(new Object());
      System.gc();
      // With -XX:+DisableExplicitGC garbage counts as used, so that nothing is full.
      return canary.get() == null && isFull();
    }
  }
}
