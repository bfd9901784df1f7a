package dev.plumbline.client;

import java.io.IOException;
import java.time.Duration;

/**
 * Repeats a call that fails for a reason that may pass, a few times, with {@link Backoff} between.
 *
 * @param attempts the number of calls at most
 */
public record Retry(int attempts, Backoff backoff, Pause pause) {

  private static final int ATTEMPTS = 4;

  /** For a command that somebody waits for: four calls within some seconds. */
  public static final Retry BRIEF =
      new Retry(
          ATTEMPTS,
          new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5)),
          wait -> Thread.sleep(wait.toMillis()));

  @FunctionalInterface
  public interface Pause {
    void of(Duration wait) throws InterruptedException;
  }

  @FunctionalInterface
  public interface Call<T> {
    T run() throws IOException, InterruptedException;
  }

  /** That a call failed for a reason that may pass. */
  public static final class PassingException extends IOException {

    private static final long serialVersionUID = 1;

    public PassingException(String message, Throwable cause) {
      super(message, cause);
    }

    public PassingException(String message) {
      super(message);
    }
  }

  /** The answer of {@code call}; what it failed with last, if it fails each time. */
  public <T> T of(Call<T> call) throws IOException {
    try {
      for (int failures = 1; ; failures++) {
        try {
          return call.run();
        } catch (PassingException e) {
          if (failures >= attempts) {
            throw e;
          }
          pause.of(backoff.pause(failures));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
