package dev.plumbline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpareHeapTest {

  private static final long BEGINNING = 50L << 20;

  private final AtomicLong held = new AtomicLong(BEGINNING);
  private final AtomicInteger collections = new AtomicInteger();
  private final SpareHeap spare =
      new SpareHeap(
          held::get,
          () -> {
            collections.incrementAndGet();
            held.set(BEGINNING);
          });

  @Test
  void littleIsNotWorthACollection() {
    held.addAndGet(SpareHeap.WORTH - 1);

    spare.giveBack();

    assertThat(collections).hasValue(0);
  }

  @Test
  void whatACandidateNeededIsGivenBackEachTime() {
    held.addAndGet(SpareHeap.WORTH);
    spare.giveBack();
    spare.giveBack();
    assertThat(collections).hasValue(1);

    held.addAndGet(200L << 20);
    spare.giveBack();

    assertThat(collections).hasValue(2);
  }
}
