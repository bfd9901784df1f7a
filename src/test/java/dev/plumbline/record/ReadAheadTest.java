package dev.plumbline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.log.DecisionLog.LogHead;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.loop.Await;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReadAheadTest {

  private static final long ENTRIES = 200;

  private final List<Long> used = new ArrayList<>();
  private final AtomicLong prepared = new AtomicLong(-1);

  private boolean use(Entry entry) {
    assertThat(prepared)
        .as("prepared before it is used")
        .hasValueGreaterThanOrEqualTo(entry.sequence());
    used.add(entry.sequence());
    return true;
  }

  private void prepare(Entry entry) {
    assertThat(prepared.getAndSet(entry.sequence())).isEqualTo(entry.sequence() - 1);
  }

  @Test
  void eachEntryIsUsedInOrder() {
    new ReadAhead().read(new Numbers(at -> {}), 0, ENTRIES, this::prepare, this::use);

    assertThat(used).containsExactlyElementsOf(LongStream.range(0, ENTRIES).boxed().toList());
  }

  @Test
  void nothingMoreIsReadThanIsWanted() {
    var read = new AtomicLong();
    var log = new Numbers(read::set);

    new ReadAhead().read(log, 0, ENTRIES, this::prepare, entry -> use(entry) && used.size() < 7);

    assertThat(used).hasSize(7).last().isEqualTo(6L);
    // Those that wait, and one that waited for room.
    assertThat(read).hasValueLessThanOrEqualTo(6 + ReadAhead.MAX_AHEAD + 1);
  }

  @Test
  void whatCannotBeReadIsSaidInItsTurn() {
    var log =
        new Numbers(
            at -> {
              if (at == 12) {
                throw new InvalidLogException("entry 12: altered");
              }
            });

    assertThatThrownBy(() -> new ReadAhead().read(log, 0, ENTRIES, this::prepare, this::use))
        .isInstanceOf(InvalidLogException.class)
        .hasMessage("entry 12: altered");
    assertThat(used).hasSize(12);
  }

  @Test
  void withoutMemoryItEndsAsItWouldInOneThread() {
    assertThatThrownBy(
            () ->
                new ReadAhead()
                    .read(
                        new Numbers(at -> {}),
                        0,
                        ENTRIES,
                        entry -> {
                          throw new OutOfMemoryError("heap");
                        },
                        this::use))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("heap");
    assertThat(used).isEmpty();
  }

  @Test
  void aFaultOfItsUserEndsTheReader() {
    var read = new AtomicLong();

    assertThatThrownBy(
            () ->
                new ReadAhead()
                    .read(
                        new Numbers(read::set),
                        0,
                        ENTRIES,
                        this::prepare,
                        entry -> {
                          throw new InvalidLogException("entry 0: other rules");
                        }))
        .hasMessage("entry 0: other rules");
    assertThat(read).hasValueLessThanOrEqualTo(ReadAhead.MAX_AHEAD + 1);
    Await.until(
        "the reader has ended",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("plumbline-replay-reader")));
  }

  /** Its entries are numbered and hold nothing else. */
  private record Numbers(LongConsumer reading) implements LogReader {

    @Override
    public LogHead head() {
      return new LogHead("plumbline.dev/log/test", ENTRIES, "");
    }

    @Override
    public void read(long from, long to, Predicate<Entry> wanted) {
      boolean more = true;
      for (long at = from; at < to && more; at++) {
        reading.accept(at);
        more =
            wanted.test(
                new Entry(
                    at,
                    Instant.EPOCH,
                    EntryKind.DECISION,
                    "",
                    JsonNodeFactory.instance.objectNode()));
      }
    }

    @Override
    public byte[] object(String digest) {
      throw new InvalidLogException(digest + ": missing");
    }
  }
}
