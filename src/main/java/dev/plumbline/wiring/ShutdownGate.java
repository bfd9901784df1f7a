package dev.plumbline.wiring;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Holds back the end of the program until what runs has given back what it holds. Clients, which
 * that needs, are taken away from the moment on that the end is no longer held back.
 */
@ApplicationScoped
@Unremovable
public class ShutdownGate {

  private static final Logger LOG = Logger.getLogger(ShutdownGate.class);

  /** Less than the 30 s that Kubernetes waits before it kills. */
  private static final Duration TIMEOUT = Duration.ofSeconds(25);

  private volatile @Nullable CountDownLatch running;
  private volatile Runnable onStop = () -> {};

  /** Something that has to end before the program does, until it is closed. */
  public interface Running extends AutoCloseable {

    @Override
    void close();
  }

  /** Begins something that has to end before the program does; one at a time. */
  public Running begin() {
    return begin(() -> {});
  }

  /**
   * The same.
   *
   * @param stop asks it to end
   */
  public Running begin(Runnable stop) {
    var latch = new CountDownLatch(1);
    onStop = stop;
    running = latch;
    return latch::countDown;
  }

  void waits(@Observes ShutdownEvent event) {
    CountDownLatch latch = running;
    onStop.run();
    try {
      if (latch != null && !latch.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("What runs has not ended in time, the program ends without it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
