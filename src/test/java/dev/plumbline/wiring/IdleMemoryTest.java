package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleMemoryTest {

  private static final long LIVE = 200L << 20;

  private final AtomicLong used = new AtomicLong();

  /** Bytes that a young collection leaves. */
  private final AtomicLong old = new AtomicLong(Long.MAX_VALUE);

  private final AtomicInteger young = new AtomicInteger();
  private final AtomicInteger collections = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();

  private IdleMemory memory() {
    return new IdleMemory(
        used::get,
        () -> {
          young.incrementAndGet();
          used.set(Math.min(used.get(), old.get()));
        },
        () -> {
          collections.incrementAndGet();
          used.set(LIVE);
        },
        released::incrementAndGet);
  }

  @Test
  void collectsOnceNothingIsSettledAnyLonger() {
    try (IdleMemory memory = memory()) {
      used.set(LIVE + IdleMemory.WORTH);
      settle(memory);
      memory.look();
      assertThat(collections).hasValue(0);

      memory.look();

      assertThat(collections).hasValue(1);
    }
  }

  @Test
  void collectsAgainAfterAWhileWhenThereIsEnoughToCollect() {
    try (IdleMemory memory = memory()) {
      used.set(LIVE);
      memory.look();
      assertThat(collections).hasValue(1);

      used.set(LIVE + IdleMemory.WORTH - 1);
      for (int i = 0; i < 2 * IdleMemory.LOOKS_BETWEEN; i++) {
        memory.look();
      }
      assertThat(collections).hasValue(1);

      used.set(LIVE + IdleMemory.WORTH);
      memory.look();
      assertThat(collections).hasValue(2);

      used.set(LIVE + IdleMemory.WORTH);
      for (int i = 1; i < IdleMemory.LOOKS_BETWEEN; i++) {
        memory.look();
      }
      assertThat(collections).hasValue(2);
      memory.look();
      assertThat(collections).hasValue(3);
    }
  }

  @Test
  void collectsNothingWhileThereIsAlwaysSomethingToSettle() {
    try (IdleMemory memory = memory()) {
      used.set(2 * LIVE);
      for (int i = 0; i < 10; i++) {
        settle(memory);
        memory.look();
      }
      assertThat(collections).hasValue(0);
    }
  }

  @Test
  void collectsTheWholeHeapOnlyWhereTheYoungGenerationIsNotEnough() {
    try (IdleMemory memory = memory()) {
      used.set(LIVE);
      memory.look();
      assertThat(young).hasValue(0);
      assertThat(collections).hasValue(1);

      old.set(LIVE + IdleMemory.WORTH_FULL - 1);
      for (int i = 0; i < 3 * IdleMemory.LOOKS_BETWEEN; i++) {
        used.set(2 * LIVE);
        memory.look();
      }
      assertThat(young).hasValue(3);
      assertThat(collections).hasValue(1);
      assertThat(released).hasValue(4);

      old.set(LIVE + IdleMemory.WORTH_FULL);
      for (int i = 0; i < IdleMemory.LOOKS_BETWEEN; i++) {
        used.set(2 * LIVE);
        memory.look();
      }
      assertThat(young).hasValue(4);
      assertThat(collections).hasValue(2);
    }
  }

  @Test
  void letsGoOfTheFileOnceItHasBegun() {
    try (IdleMemory memory = memory()) {
      memory.look();
      settle(memory);
      memory.look();
      assertThat(released).hasValue(0);

      memory.look();
      assertThat(released).hasValue(1);

      settle(memory);
      memory.look();
      memory.look();
      assertThat(released).hasValue(1);
      assertThat(collections).hasValue(0);
    }
  }

  @Test
  void letsGoOfTheFileAfterEachCollection() {
    try (IdleMemory memory = memory()) {
      used.set(2 * LIVE);
      settle(memory);
      memory.look();
      memory.look();
      assertThat(collections).hasValue(1);
      assertThat(released).hasValue(1);

      used.set(2 * LIVE);
      for (int i = 0; i < IdleMemory.LOOKS_BETWEEN; i++) {
        memory.look();
      }
      assertThat(collections).hasValue(2);
      assertThat(released).hasValue(2);
    }
  }

  @Test
  void countsWhatIsResidentAndNotOfAFile(@TempDir Path folder) throws IOException {
    Path status = folder.resolve("status");
    Files.writeString(
        status, "Name:\tplumbline\nVmRSS:\t  509952 kB\nRssAnon:\t  406528 kB\nThreads:\t9\n");
    assertThat(IdleMemory.anonymous(status, () -> 1)).isEqualTo(397L << 20);

    Files.writeString(status, "Name:\tplumbline\n");
    assertThat(IdleMemory.anonymous(status, () -> 1)).isEqualTo(1);
    assertThat(IdleMemory.anonymous(folder.resolve("none"), () -> 1)).isEqualTo(1);
  }

  @Test
  void isLeftToTheCollectorOfTheJvm() {
    assertThat(IdleMemory.ofNativeProgram()).isNull();
  }

  private static void settle(IdleMemory memory) {
    memory.settled(null, Duration.ZERO, 1);
  }
}
