package dev.plumbline.record;

import dev.plumbline.log.Entry;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Entries of a log in order, read and prepared by a thread of their own while those before them are
 * used. For one reading.
 */
final class ReadAhead {

  /**
   * A revision is an entry with its rules, a decision and a state: two of them are prepared while
   * one is used. What is large in an entry is not in it but an object of the log, except in logs of
   * earlier versions.
   */
  static final int MAX_AHEAD = 6;

  private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(MAX_AHEAD);
  private volatile boolean ended;

  private sealed interface Step {

    record Read(Entry entry) implements Step {}

    record Failed(RuntimeException fault) implements Step {}

    record Exhausted(Error fault) implements Step {}

    record End() implements Step {}
  }

  /**
   * Reads entries in order until {@code wanted} returns false.
   *
   * @param prepare called in the other thread with each entry, before it is used
   * @throws InvalidLogException when one cannot be read; the message names it
   */
  void read(LogReader log, long from, long to, Consumer<Entry> prepare, Predicate<Entry> wanted) {
    try (ExecutorService reader =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("plumbline-replay-reader").factory())) {
      try {
        reader.execute(() -> readAll(log, from, to, prepare));
        boolean more = true;
        while (more) {
          more = use(steps.take(), wanted);
        }
      } finally {
        ended = true;
        // It waits for room for one step at most.
        steps.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InvalidLogException("interrupted while the log was read");
    }
  }

  private static boolean use(Step step, Predicate<Entry> wanted) {
    return switch (step) {
      case Step.Read(Entry entry) -> wanted.test(entry);
      case Step.Failed(RuntimeException fault) -> throw fault;
      case Step.Exhausted(Error fault) -> throw fault;
      case Step.End() -> false;
    };
  }

  private void readAll(LogReader log, long from, long to, Consumer<Entry> prepare) {
    try {
      log.read(
          from,
          to,
          entry -> {
            prepare.accept(entry);
            return put(new Step.Read(entry));
          });
      put(new Step.End());
    } catch (RuntimeException e) {
      put(new Step.Failed(e));
    } catch (OutOfMemoryError | StackOverflowError e) {
      put(new Step.Exhausted(e));
    }
  }

  /** Returns whether more are wanted. */
  private boolean put(Step step) {
    try {
      if (!ended) {
        steps.put(step);
      }
    } catch (InterruptedException e) {
      ended = true;
    }
    return !ended;
  }
}
