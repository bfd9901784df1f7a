package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A difference and the earlier text give the later text, whatever the texts are. */
class LineDifferenceTest {

  private static byte[] text(Iterable<String> lines) {
    var text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String difference(String before, String after) {
    byte[] difference = new LineDifference.Base(text(before)).to(text(after));
    assertThat(new String(LineDifference.apply(text(before), difference), StandardCharsets.UTF_8))
        .isEqualTo(after);
    return new String(difference, StandardCharsets.UTF_8);
  }

  @Test
  void isAsDocumented() {
    assertThat(difference("a\nb\nc\nd\n", "a\nc\nx\nd\n")).isEqualTo("=1\n-1\n=1\n+x\n=1\n");
    assertThat(difference("a\nb\n", "a\nb\n")).isEqualTo("=2\n");
    assertThat(difference("a\nb\n", "a\n")).isEqualTo("=1\n");
    assertThat(difference("a\n", "")).isEmpty();
    assertThat(difference("", "=1\n+\n\n")).isEqualTo("+=1\n++\n+\n");
  }

  @Test
  void anyTextFollowsFromAnyOther() {
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new SplittableRandom(seed);
      // Given: few different lines, so that many are equal, missing and in another order
      List<String> before = lines(random, random.nextInt(30));
      List<String> after =
          random.nextBoolean() ? lines(random, random.nextInt(30)) : edit(before, random);
      // When
      byte[] difference = new LineDifference.Base(text(before)).to(text(after));
      // Then
      assertThat(LineDifference.apply(text(before), difference))
          .as("seed " + seed)
          .isEqualTo(text(after));
      var lines = new ArrayList<String>();
      var kept = new ArrayList<String>();
      LineDifference.lines(
          text(before),
          difference,
          (line, there) -> {
            lines.add(line);
            if (there) {
              kept.add(line);
            }
          });
      assertThat(lines).as("seed " + seed).isEqualTo(after);
      assertThat(before).as("seed " + seed).containsAll(kept);
    }
  }

  private static List<String> lines(SplittableRandom random, int count) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      lines.add(
          random.nextInt(9) == 0 ? "" : "=é{\"".repeat(random.nextInt(2)) + random.nextInt(12));
    }
    return lines;
  }

  private static List<String> edit(List<String> before, SplittableRandom random) {
    var after = new ArrayList<>(before);
    for (int i = 0, edits = random.nextInt(5); i < edits && !after.isEmpty(); i++) {
      int place = random.nextInt(after.size());
      switch (random.nextInt(3)) {
        case 0 -> after.remove(place);
        case 1 -> after.add(place, "new " + i);
        default -> after.set(place, "other " + i);
      }
    }
    return after;
  }

  @Test
  void ofSortedLinesItHasOnlyWhatIsNew() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      var before = new TreeSet<String>();
      var after = new TreeSet<String>();
      int both = 0;
      for (int i = 0; i < 200; i++) {
        int where = random.nextInt(10);
        String line = "line " + random.nextInt(1_000_000);
        if (where != 0) {
          before.add(line);
        }
        if (where != 1) {
          after.add(line);
        }
      }
      for (String line : after) {
        both += before.contains(line) ? 1 : 0;
      }
      // When
      byte[] difference = new LineDifference.Base(text(before)).to(text(after));
      // Then
      long added =
          new String(difference, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> line.startsWith("+"))
              .count();
      assertThat(added).as("seed " + seed).isEqualTo(after.size() - both);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "=3, needs more lines",
    "=1;-2, needs more lines",
    "=0, is not a number",
    "=-1, is not a number",
    "=01, is not a number",
    "=, is not a number",
    "?1, begins with '?'",
  })
  void whatIsNoDifferenceIsRejected(String difference, String why) {
    byte[] lines = text(difference.replace(';', '\n') + "\n");
    assertThatThrownBy(() -> LineDifference.apply(text("a\nb\n"), lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aTextThatIsCutIsRejected() {
    assertThatThrownBy(() -> LineDifference.apply(text("a\nb\n"), text("=1\n+b")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its last line has no line feed");
    assertThatThrownBy(() -> new LineDifference.Base(text("a\nb")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its last line has no line feed");
  }
}
