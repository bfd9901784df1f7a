package dev.plumbline.log.s3;

import dev.plumbline.client.Backoff;
import dev.plumbline.client.Retry.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;

/**
 * Repeats what a bucket does not answer now (throttled, away, an answer that was cut off), for as
 * long as an outage may last. One that lasts longer is waited for once, and not by each request: a
 * request is sent once then, until one is answered.
 */
final class OutagePatience {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int NOT_IMPLEMENTED = 501;

  private final String place;
  private final Duration limit;
  private final Backoff backoff;
  private final Pause pause;
  private final LongSupplier nanoTime;
  private final Consumer<String> report;

  /** Guarded by this. */
  private boolean away;

  private long since;

  /**
   * How long to wait for a bucket.
   *
   * @param place of it, for people
   * @param limit of one outage
   * @param report takes a line when an outage begins, and when it has ended
   */
  OutagePatience(
      String place,
      Duration limit,
      Backoff backoff,
      Pause pause,
      LongSupplier nanoTime,
      Consumer<String> report) {
    this.place = place;
    this.limit = limit;
    this.backoff = backoff;
    this.pause = pause;
    this.nanoTime = nanoTime;
    this.report = report;
  }

  /** Up to five minutes, at first after a quarter of a second. */
  static OutagePatience of(String place, Consumer<String> report) {
    return new OutagePatience(
        place,
        Duration.ofMinutes(5),
        new Backoff(Duration.ofMillis(250), Duration.ofSeconds(15)),
        wait -> Thread.sleep(wait.toMillis()),
        System::nanoTime,
        report);
  }

  /** A request to a bucket. */
  @FunctionalInterface
  interface Request<T extends @Nullable Object> {
    T send() throws IOException;
  }

  /**
   * The answer of a request.
   *
   * @throws IOException with what it failed with last
   */
  <T extends @Nullable Object> T of(Request<T> request) throws IOException {
    for (int failures = 1; ; failures++) {
      try {
        T answer = request.send();
        answered();
        return answer;
      } catch (IOException e) {
        if (!isTransient(e)) {
          answered();
          throw e;
        }
        if (!mayWait(e)) {
          throw e;
        }
        pause(failures);
      }
    }
  }

  private void pause(int failures) throws IOException {
    try {
      pause.of(backoff.pause(failures));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private synchronized boolean mayWait(IOException fault) {
    if (!away) {
      away = true;
      since = nanoTime.getAsLong();
      report.accept(fault.getMessage() + "; trying again for up to " + text(limit));
    }
    return nanoTime.getAsLong() - since < limit.toNanos();
  }

  private synchronized void answered() {
    if (away) {
      away = false;
      report.accept(
          place + " answers again after " + text(Duration.ofNanos(nanoTime.getAsLong() - since)));
    }
  }

  private static String text(Duration time) {
    return time.toMinutes() > 0 ? time.toMinutes() + " min" : Math.max(1, time.toSeconds()) + " s";
  }

  /** Whether the same request may be answered later; no access and no bucket are answers. */
  static boolean isTransient(IOException fault) {
    if (!(fault.getCause() instanceof SdkException cause)) {
      return false;
    }
    if (cause instanceof SdkServiceException answer) {
      return answer.isThrottlingException()
          || answer.statusCode() == TOO_MANY_REQUESTS
          || (answer.statusCode() >= SERVER_ERROR && answer.statusCode() != NOT_IMPLEMENTED);
    }
    if (cause instanceof AbortedException || Thread.currentThread().isInterrupted()) {
      return false;
    }
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof IOException) {
        return true;
      }
    }
    return cause instanceof ApiCallTimeoutException || cause.retryable();
  }
}
