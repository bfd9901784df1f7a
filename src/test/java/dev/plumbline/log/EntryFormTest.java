package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry.Draft;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that an entry is. */
class EntryFormTest {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Instant AT = Instant.parse("2026-11-20T00:00:00Z");

  private static ObjectNode body(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String line(String body) {
    return new String(
        EntryForm.line(7, "ab", new Draft(AT, EntryKind.STOP, body(body))), StandardCharsets.UTF_8);
  }

  @Test
  void fieldsAreInOrderAndNothingIsBetween() {
    assertThat(
            line(
                "{ \"z\" : 1, \"a\" : [ true, null, \"\u20ac\\u0001\" ], \"Z\": -9007199254740992"
                    + " }"))
        .isEqualTo(
            "{\"at\":\"2026-11-20T00:00:00Z\",\"body\":{\"Z\":-9007199254740992,\"a\":[true,null,\"\u20ac\\u0001\"],\"z\":1},"
                + "\"kind\":\"stop\",\"previous\":\"ab\",\"sequence\":7}");
  }

  @Test
  void isReadAgain() {
    byte[] line = line("{\"a\":{\"b\":[1,\"\ud83d\ude00\"]}}").getBytes(StandardCharsets.UTF_8);
    Entry entry = EntryForm.read(line);
    assertThat(entry)
        .isEqualTo(
            new Entry(7, AT, EntryKind.STOP, "ab", body("{\"a\":{\"b\":[1,\"\ud83d\ude00\"]}}")));
    assertThat(EntryForm.line(7, "ab", new Draft(entry.at(), entry.kind(), entry.body())))
        .isEqualTo(line);
    assertThat(EntryForm.isCanonical(line)).isTrue();
  }

  /** The creation date of an image that has none. */
  @Test
  void aTimeThatIsNotKnownIsReadAgainAndWrittenAsItWas() {
    byte[] line = line("{\"created\":-9223372036854775808}").getBytes(StandardCharsets.UTF_8);

    assertThat(new String(line, StandardCharsets.UTF_8)).contains("-9223372036854776000");
    assertThat(EntryForm.line(EntryForm.read(line))).isEqualTo(line);
    assertThat(EntryForm.isCanonical(line)).isTrue();
  }

  @Test
  void otherFormsAreNotCanonical() {
    for (String other :
        List.of(
            "{\"b\":1,\"a\":2}",
            "{\"a\": 1}",
            "{\"a\":1.0}",
            "{\"a\":1,\"a\":1}",
            "{\"a\":\"\\u0041\"}",
            "{\"a\":1}x",
            "{\"a\":",
            "{\"a\":-}",
            "")) {
      assertThat(EntryForm.isCanonical(other.getBytes(StandardCharsets.UTF_8))).as(other).isFalse();
    }
    assertThat(EntryForm.isCanonical(new byte[] {'[', '"', (byte) 0xff, '"', ']'})).isFalse();
  }

  @Test
  void whatWouldNotComeBackIsRefused() {
    assertThatThrownBy(() -> line("{\"a\":{\"b\":[0.5]}}"))
        .hasMessage("body.a.b: 0.5 is not an integer up to 2^53. Try: write it as text.");
    assertThatThrownBy(() -> line("{\"a\":-9223372036854775807}")).hasMessageContaining("2^53");
    assertThatThrownBy(() -> line("{\"a\":9007199254740993}")).hasMessageContaining("2^53");
    assertThatThrownBy(() -> line("{\"a\":1e40}")).hasMessageContaining("2^53");
    assertThatThrownBy(() -> line("{\"a\":\"\\ud800\"}"))
        .hasMessageContaining("an unpaired surrogate");
  }

  @Test
  void invalidInputIsRejected() {
    for (String nonsense : List.of("", "[]", "{}", "{\"kind\":\"stop\"}", "x")) {
      assertThatThrownBy(() -> EntryForm.read(nonsense.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("not a log entry: .*|invalid JSON: .*");
    }
  }
}
