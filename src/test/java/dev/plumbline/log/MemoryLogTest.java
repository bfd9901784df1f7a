package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.log.Entry.Draft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The log that is gone with the process behaves as the others do. */
class MemoryLogTest {

  private static final JsonMapper JSON = new JsonMapper();

  private static Draft draft(long number) {
    return new Draft(
        Instant.EPOCH, EntryKind.DECISION, JSON.createObjectNode().put("number", number));
  }

  @Test
  void entriesFollowEachOther() {
    var log = new MemoryLog("plumbline.dev/log/test");
    assertThat(log.append(List.of(draft(1), draft(2)))).isZero();
    assertThat(log.append(List.of(draft(3)))).isEqualTo(2);

    var read = new ArrayList<Entry>();
    log.read(0, Long.MAX_VALUE, read::add);

    assertThat(read).extracting(Entry::sequence).containsExactly(0L, 1L, 2L);
    assertThat(read.getFirst().previous()).isEmpty();
    assertThat(log.head().size()).isEqualTo(3);
  }

  @Test
  void allOrNothing() {
    var log = new MemoryLog("plumbline.dev/log/test");
    var bad = new Draft(Instant.EPOCH, EntryKind.STOP, JSON.createObjectNode().put("a", 0.5));
    assertThatThrownBy(() -> log.append(List.of(draft(1), bad)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(log.head().size()).isZero();
  }

  @Test
  void contentIsKeptUnderItsDigest() {
    var log = new MemoryLog("plumbline.dev/log/test");
    String digest = log.store(new byte[0]);
    assertThat(digest)
        .isEqualTo("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(log.object(digest)).isEmpty();
    assertThat(log.object("sha256:00")).isNull();
  }
}
