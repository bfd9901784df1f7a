package dev.plumbline.work;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the host. What it is at, and how long that may take, is known by name; so is that it
 * ended by a fault, after which nobody does its work.
 */
public final class Worker extends Thread {

  private static final Logger LOG = Logger.getLogger(Worker.class);

  private static final Set<Worker> STARTED = ConcurrentHashMap.newKeySet();

  private final Runnable work;
  private final boolean replaced;
  private volatile @Nullable Stage stage;
  private volatile @Nullable Throwable fault;

  private record Stage(String name, Duration within, long begun) {

    Duration took() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /**
   * What a worker is at.
   *
   * @param worker the name of the thread
   * @param stage what it does; null while it waits for something to do, or after a fault
   * @param took since it began with that; zero while it waits
   * @param within how long that may take; zero while it waits
   * @param fault by which it ended; null while it runs
   */
  public record Work(
      String worker,
      @Nullable String stage,
      Duration took,
      Duration within,
      @Nullable String fault) {

    /** Whether it takes longer than it may, or has ended by a fault. */
    public boolean overdue() {
      return fault != null || took.compareTo(within) > 0;
    }

    /** In words, of one that is overdue: {@code ec2-images: query for 312 s (limit 300 s)}. */
    public String message() {
      return fault != null
          ? worker + ": ended by " + fault
          : worker
              + ": "
              + stage
              + " for "
              + took.toSeconds()
              + " s (limit "
              + within.toSeconds()
              + " s)";
    }
  }

  private Worker(String name, Runnable work, boolean replaced) {
    super(null, null, name);
    this.work = work;
    this.replaced = replaced;
    setDaemon(true);
  }

  /** A daemon thread that is not started yet. */
  public static Worker of(String name, Runnable work) {
    return new Worker(name, work, false);
  }

  /**
   * Makes the threads of an executor: {@code name}-0, {@code name}-1, and so on. One that ends by a
   * fault is listed no more, since the executor makes another.
   */
  public static ThreadFactory factory(String name) {
    var made = new AtomicInteger();
    return work -> new Worker(name + "-" + made.getAndIncrement(), work, true);
  }

  /**
   * From now on the thread at hand is at {@code stage}; of no effect on threads of others.
   *
   * @param within how long it may take until the next call of this or {@link #idle}
   */
  public static void at(String stage, Duration within) {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.stage = new Stage(stage, within, System.nanoTime());
    }
  }

  /** From now on the thread at hand waits for something to do. */
  public static void idle() {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.stage = null;
    }
  }

  /**
   * {@code work} as a stage, after which the thread waits for something to do. An exception is
   * logged: an executor would keep it, and never again do what it does periodically.
   */
  public static Runnable stage(String stage, Duration within, Runnable work) {
    return () -> {
      at(stage, within);
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.errorf(e, "internal error (bug): stage=%s", stage);
      } finally {
        idle();
      }
    };
  }

  static Set<Worker> started() {
    return Set.copyOf(STARTED);
  }

  /** What each worker of this process is at that runs or ended by a fault; by name. */
  public static List<Work> all() {
    return STARTED.stream().map(Worker::work).sorted(Comparator.comparing(Work::worker)).toList();
  }

  /** Those of {@link #all} that are overdue. */
  public static List<Work> overdue() {
    return all().stream().filter(Work::overdue).toList();
  }

  /** What this worker is at. */
  public Work work() {
    Stage now = stage;
    Throwable ended = fault;
    return ended != null || now == null
        ? new Work(
            getName(),
            null,
            Duration.ZERO,
            Duration.ZERO,
            ended == null ? null : String.valueOf(ended))
        : new Work(getName(), now.name(), now.took(), now.within(), null);
  }

  /** Its owner is closed, so nobody waits for its work: it is listed no more. */
  public void forget() {
    STARTED.remove(this);
  }

  @Override
  public void start() {
    STARTED.add(this);
    super.start();
  }

  /** Runs the work that it was made with. */
  @Override
  public void run() {
    boolean done = false;
    try {
      work.run();
      done = true;
    } catch (Throwable e) {
      fault = e;
      throw e;
    } finally {
      stage = null;
      if (done || replaced) {
        STARTED.remove(this);
      }
    }
  }
}
