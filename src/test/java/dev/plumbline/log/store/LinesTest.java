package dev.plumbline.log.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinesTest {

  private static final int ROUNDS = 200;

  /** Empty lines, lines longer than any buffer, an end without a line feed; in pieces or whole. */
  @Test
  void readsWhatIsThereHoweverItArrives() throws IOException {
    var random = new SplittableRandom(5);
    int torn = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = text(random);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      List<String> expected = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
      String rest = expected.removeLast();
      torn += rest.isEmpty() ? 0 : 1;

      for (Lines lines : List.of(Lines.of(bytes), Lines.of(pieces(bytes, random)))) {
        try (lines) {
          long read = 0;
          for (String line : expected) {
            read += line.length() + 1;
            if (random.nextInt(3) == 0) {
              assertThat(lines.skip()).isTrue();
            } else {
              assertThat(lines.next()).asString(StandardCharsets.UTF_8).isEqualTo(line);
            }
            assertThat(lines.bytes()).isEqualTo(read);
          }
          assertThat(random.nextBoolean() ? lines.skip() : lines.next() != null).isFalse();
          assertThat(lines.torn()).isEqualTo(!rest.isEmpty());
          assertThat(lines.bytes()).isEqualTo(bytes.length);
        }
      }
    }
    assertThat(torn).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
  }

  private static String text(SplittableRandom random) {
    var text = new StringBuilder();
    for (int line = random.nextInt(6); line > 0; line--) {
      int length = random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(40);
      text.append("x".repeat(length)).append(line > 1 || random.nextBoolean() ? "\n" : "");
    }
    return text.toString();
  }

  private static InputStream pieces(byte[] bytes, SplittableRandom random) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 1 + random.nextInt(100_000)));
      }
    };
  }
}
