package dev.plumbline.wiring;

import dev.plumbline.language.NativeImage;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.work.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives memory back to the machine while nothing happens. The JVM's collector does so by itself
 * ({@code -XX:G1PeriodicGCInterval} in the image); that of a native program collects when its young
 * generation is full, and keeps what the next one will need.
 */
public final class IdleMemory implements HostEvents, AutoCloseable {

  private static final Path STATUS = Path.of("/proc/self/status");

  private static final Pattern ANONYMOUS = Pattern.compile("RssAnon:\\s+(\\d{1,15}) kB");

  private static final Duration EVERY = Duration.ofSeconds(10);

  /** How long a collection may take. */
  private static final Duration COLLECTION = Duration.ofMinutes(1);

  /** A minute: a full collection stops the program for half a second, for a whole region. */
  static final int LOOKS_BETWEEN = 6;

  /** Bytes since the last full collection, below which nothing is collected. */
  static final long WORTH = 64L << 20;

  /** Bytes since then that a young collection leaves, below which there is no full one. */
  static final long WORTH_FULL = 40L << 20;

  private final LongSupplier used;
  private final Runnable collectYoung;
  private final Runnable collectFull;
  private final Runnable pages;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(Worker.factory("plumbline-idle-memory"));
  private volatile boolean settled;
  private boolean begun;
  private boolean released;
  private int looks = LOOKS_BETWEEN;
  private long kept;

  /**
   * Looks at nothing by itself.
   *
   * @param used bytes that the program holds, also of what is not needed any longer
   * @param collectYoung collects the young generation, in a fraction of the time
   * @param collectFull collects the whole heap
   * @param pages lets go of what is in the program's own file
   */
  IdleMemory(LongSupplier used, Runnable collectYoung, Runnable collectFull, Runnable pages) {
    this.used = used;
    this.collectYoung = collectYoung;
    this.collectFull = collectFull;
    this.pages = pages;
  }

  /** Of a native program; null on the JVM. */
  public static @Nullable IdleMemory ofNativeProgram() {
    if (!NativeImage.isRunning()) {
      return null;
    }
    Runtime runtime = Runtime.getRuntime();
    LongSupplier heap = () -> runtime.totalMemory() - runtime.freeMemory();
    return new IdleMemory(
        () -> anonymous(STATUS, heap),
        NativeHeap::collectYoung,
        NativeHeap::collectFull,
        ProgramPages::release);
  }

  /**
   * Bytes that are resident and not of a file: also what the heap has to spare, which may be most.
   *
   * @param status as of proc_pid_status(5)
   * @param otherwise where there is no such file
   */
  static long anonymous(Path status, LongSupplier otherwise) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .map(ANONYMOUS::matcher)
          .filter(Matcher::matches)
          .mapToLong(line -> Long.parseLong(line.group(1)) << 10)
          .findFirst()
          .orElseGet(otherwise);
    } catch (IOException | UncheckedIOException e) {
      return otherwise.getAsLong();
    }
  }

  /** Looks every ten seconds from now on. */
  public void begin() {
    long every = EVERY.toMillis();
    Runnable look = Worker.stage("give memory back", COLLECTION, this::look);
    var unused = executor.scheduleWithFixedDelay(look, every, every, TimeUnit.MILLISECONDS);
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    settled = true;
  }

  /**
   * Collects if nothing was settled since it looked last, there is enough to collect, and the last
   * collection was a while ago: the young generation, and the whole heap where that is not enough.
   * Pages of the file are let go of once the program has begun, and after each collection: a full
   * one goes through what it was built with, and what was settled since has needed other code.
   */
  void look() {
    looks++;
    boolean quiet = !settled;
    begun |= settled;
    settled = false;
    if (!quiet) {
      return;
    }
    boolean collects = looks >= LOOKS_BETWEEN && growth() >= WORTH;
    if (collects) {
      looks = 0;
      collect();
    }
    if (collects || begun && !released) {
      pages.run();
      released = begun;
    }
  }

  private void collect() {
    // Most of what starting leaves is in the old generation.
    if (kept > 0) {
      collectYoung.run();
    }
    if (kept == 0 || growth() >= WORTH_FULL) {
      collectFull.run();
      kept = used.getAsLong();
    }
  }

  private long growth() {
    return used.getAsLong() - kept;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
