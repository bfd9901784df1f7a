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
 * Delays shutdown until running components have released their resources. The container closes the
 * clients they need only after that.
 */
@ApplicationScoped
@Unremovable
public class ShutdownGate {

  private static final Logger LOG = Logger.getLogger(ShutdownGate.class);

  /** Less than the 30 s of the default terminationGracePeriodSeconds. */
  private static final Duration TIMEOUT = Duration.ofSeconds(25);

  private volatile @Nullable CountDownLatch running;
  private volatile Runnable onStop = () -> {};

  /** A component that must finish before the program exits; close it when it has. */
  public interface Running extends AutoCloseable {

    @Override
    void close();
  }

  /** Registers a component that must finish before the program exits; one at a time. */
  public Running begin() {
    return begin(() -> {});
  }

  /** Registers a component that must finish before the program exits; one at a time. */
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
