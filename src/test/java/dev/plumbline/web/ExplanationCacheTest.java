package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is kept for further questions does not outlive the state that it is about. */
class ExplanationCacheTest {

  private final HostState published = new HostState();
  private final ExplanationCache cache = new ExplanationCache(published);

  @Test
  void whatIsExplainedIsPreparedOncePerState() {
    HostSnapshot live = HostSnapshots.of("tour", 1);

    assertThat(cache.of(live)).isSameAs(cache.of(live));
  }

  @Test
  void aStateThatIsOverIsNotKept() {
    WeakReference<Object> over = explained(HostSnapshots.of("tour", 1));
    HostSnapshot next = HostSnapshots.of("g5g", 2);
    HostSnapshots.publish(published, next);

    cache.settled(next, Duration.ZERO, 1);

    Await.until(
        "it is collected",
        () -> {
          System.gc();
          return over.get() == null;
        });
  }

  private WeakReference<Object> explained(HostSnapshot live) {
    HostSnapshots.publish(published, live);
    return new WeakReference<>(cache.of(live));
  }
}
