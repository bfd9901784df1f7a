package dev.plumbline.source.kubernetes;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait after each failure in a row: twice as long each time, and never all at once. */
final class Backoff {

  private final KubernetesTimes.Pause pause;
  private int failures;

  Backoff(KubernetesTimes.Pause pause) {
    this.pause = pause;
  }

  /** The next pause: between half and all of what is due. */
  Duration next() {
    long first = pause.first().toMillis();
    long due = first << Math.min(failures, 20);
    failures++;
    long limit = Math.min(due, pause.longest().toMillis());
    return Duration.ofMillis(limit / 2 + ThreadLocalRandom.current().nextLong(limit / 2 + 1));
  }

  void reset() {
    failures = 0;
  }
}
