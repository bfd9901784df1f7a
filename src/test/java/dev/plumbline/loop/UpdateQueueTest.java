package dev.plumbline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateQueueTest {

  private static final Duration DEBOUNCE = Duration.ofMillis(10);
  private static final Duration MAX = Duration.ofMillis(25);

  private long now = 7;
  private final UpdateQueue queue = new UpdateQueue(() -> now);

  @Test
  void theVeryFirstUpdateWaitsForOthers() {
    publish("a");

    assertThat(open()).isEqualTo(DEBOUNCE);
  }

  @Test
  void anUpdateAfterAPauseIsTakenAtOnce() throws InterruptedException {
    // Given
    publish("a");
    queue.drain();
    pass(DEBOUNCE);

    // When
    publish("b");

    // Then
    assertThat(open()).isZero();
    assertThat(queue.take(DEBOUNCE, MAX, DEBOUNCE))
        .extracting(FactUpdate::owner)
        .containsExactly("b");
  }

  @Test
  void whatFollowsItCloselyWaits() {
    // Given
    publish("a");
    queue.drain();
    pass(DEBOUNCE);
    publish("b");
    queue.drain();

    // When
    pass(DEBOUNCE.minusNanos(1));
    publish("c");

    // Then
    assertThat(open()).isEqualTo(DEBOUNCE);
  }

  @Test
  void eachUpdateOfABurstKeepsItOpenUpToTheLongestTime() throws InterruptedException {
    // Given
    publish("a");
    pass(Duration.ofMillis(9));
    publish("b");
    pass(Duration.ofMillis(9));

    // When
    publish("c");

    // Then
    assertThat(open()).isEqualTo(Duration.ofMillis(7));
    pass(Duration.ofMillis(7));
    assertThat(queue.take(DEBOUNCE, MAX, DEBOUNCE))
        .extracting(FactUpdate::owner)
        .containsExactly("a", "b", "c");
  }

  @Test
  void whatArrivesBehindAnUpdateAfterAPauseIsTakenWithIt() {
    // Given
    publish("a");
    queue.drain();
    pass(DEBOUNCE);
    publish("b");

    // When
    publish("c");

    // Then
    assertThat(open()).isZero();
  }

  private void publish(String owner) {
    queue.publish(List.of(new FactUpdate(owner, List.of(), null)));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private Duration open() {
    return Duration.ofNanos(queue.open(DEBOUNCE, MAX));
  }
}
