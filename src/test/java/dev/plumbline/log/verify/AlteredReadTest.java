package dev.plumbline.log.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.log.AlteredLogException;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.StoredLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What was altered is never read as if it had been recorded. */
class AlteredReadTest {

  private static final int ENTRIES = 24;
  private static final int MUTATIONS = 1_500;
  private static final String OPEN = ".jsonl";

  private final Forger honest =
      Forger.write(Forger.none(), SigningKey.create(Forger.ORIGIN), Forger.drafts(ENTRIES), 1_500);

  private static List<Entry> all(Forger log) {
    var read = new ArrayList<Entry>();
    new StoredLog(log).read(0, Long.MAX_VALUE, read::add);
    return read;
  }

  private static List<Entry> each(Forger log) {
    var read = new ArrayList<Entry>();
    new StoredLog(log).readEach(LongStream.range(0, ENTRIES).toArray(), read::add);
    return read;
  }

  @Test
  void anyFlippedByteIsEitherSaidOrOfNoConsequence() {
    List<Entry> entries = all(honest);
    assertThat(entries).hasSize(ENTRIES).isEqualTo(each(honest));
    var random = new SplittableRandom(17);
    var names = new ArrayList<>(honest.files.keySet());
    int said = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      Forger log = honest.copy();
      String name = names.get(random.nextInt(names.size()));
      byte[] bytes = log.files.get(name).clone();
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 + random.nextInt(255));
      log.files.put(name, bytes);
      try {
        List<Entry> read = i % 2 == 0 ? all(log) : each(log);
        // A checkpoint of fewer entries would need a signature.
        assertThat(read).as("%s, byte %d", name, at).isEqualTo(entries);
        assertThat(name).doesNotEndWith(OPEN).doesNotEndWith(".leaves");
      } catch (InvalidLogException e) {
        said++;
      }
    }
    assertThat(said).isGreaterThan(MUTATIONS / 2);
  }

  @Test
  void whoAltersTheLeafHashTooIsHeldAgainstTheSignedRoot() {
    for (String name : honest.names("segments").stream().filter(n -> n.endsWith(OPEN)).toList()) {
      Forger log = honest.copy();
      String text = new String(log.files.get(name), StandardCharsets.UTF_8);
      String altered = text.replaceFirst("honest", "forged");
      log.files.put(name, altered.getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> all(log))
          .isInstanceOf(AlteredLogException.class)
          .hasMessageContaining("its hash is not the one that the log has signed");

      byte[] leaf =
          Hashes.leaf(altered.substring(0, altered.indexOf('\n')).getBytes(StandardCharsets.UTF_8));
      byte[] leaves = log.files.get(name.replace(OPEN, ".leaves")).clone();
      System.arraycopy(leaf, 0, leaves, 0, leaf.length);
      log.files.put(name.replace(OPEN, ".leaves"), leaves);
      assertThatThrownBy(() -> all(log))
          .isInstanceOf(AlteredLogException.class)
          .hasMessageContaining("these are not the hashes that the checkpoint signs");
    }
  }

  @Test
  void aCheckpointOfAnotherKeyIsNone() {
    Forger other =
        Forger.write(
            Forger.none(), SigningKey.create(Forger.ORIGIN), Forger.drafts(ENTRIES), 1_500);
    other.files.put(StoredLog.PUBLIC_KEY, honest.files.get(StoredLog.PUBLIC_KEY));
    assertThatThrownBy(() -> all(other))
        .isInstanceOf(AlteredLogException.class)
        .hasMessageContaining("not signed by the key of the log");
  }
}
