package dev.plumbline.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is recognized is canonical, and what entries are made of is recognized. */
class CanonicalLineTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "ab",
          "B",
          "a b",
          "a!",
          "\"",
          "\\",
          "/",
          "\b\t\n\f\r",
          "\u0000\u0001\u000b\u001f",
          "\u007f",
          "é",
          "→ €",
          "\u2028",
          "😀",
          "\ufb33",
          "{\"a\":1}");

  /** In which most objects have their names. */
  private static final List<String> NAMES = List.of("", "a", "ab", "B", "a b", "a!", "/", "\u007f");

  /** What a byte is replaced by, or what comes before it. */
  private static final String BYTES = "{}[]\",:\\u0019af \t-.eEtn\u007f";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode random(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.numberNode(random.nextInt(-20, 20));
      case 3 -> JSON.numberNode(random.nextLong(-(1L << 53), 1L << 53) >> random.nextInt(53));
      case 4, 5 -> JSON.textNode(text(random));
      case 6 -> {
        ArrayNode array = JSON.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          array.add(random(random, depth - 1));
        }
        yield array;
      }
      default -> object(random, depth);
    };
  }

  private static ObjectNode object(SplittableRandom random, int depth) {
    ObjectNode object = JSON.objectNode();
    for (int i = random.nextInt(5); i > 0; i--) {
      String name =
          random.nextInt(20) == 0 ? text(random) : NAMES.get(random.nextInt(NAMES.size()));
      object.set(name, random(random, depth - 1));
    }
    return object;
  }

  private static String text(SplittableRandom random) {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    return random.nextInt(3) == 0 ? text + TEXTS.get(random.nextInt(TEXTS.size())) : text;
  }

  @Test
  void whatIsRecognizedIsCanonical() {
    int recognized = 0;
    int altered = 0;
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      byte[] line = EntryForm.canonical(object(random, 3));
      recognized += holds(line, seed) ? 1 : 0;
      for (int i = 0; i < 5; i++) {
        altered += holds(altered(line, random), seed) ? 1 : 0;
      }
    }
    assertThat(recognized).isGreaterThan(5_000);
    assertThat(altered).isGreaterThan(5_000);
  }

  @Test
  void treesAreWrittenAsTheLibraryWritesThem() {
    int recognized = 0;
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new SplittableRandom(seed);
      ObjectNode tree = object(random, 4);
      if (random.nextInt(20) == 0) {
        tree.put("a", random.nextDouble());
      }
      if (random.nextInt(20) == 0) {
        tree.put("B", "\ud83d");
      }
      byte[] line = EntryForm.canonical(tree);
      assertThat(line).as("seed %d: %s", seed, tree).isEqualTo(EntryForm.rewritten(tree));
      recognized += CanonicalLine.isRecognized(line) ? 1 : 0;
    }
    assertThat(recognized).isGreaterThan(5_000);
  }

  /** Whether it is recognized, which it is not unless it is canonical. */
  private static boolean holds(byte[] line, long seed) {
    boolean recognized = CanonicalLine.isRecognized(line);
    if (recognized) {
      assertThat(EntryForm.isWrittenSo(line))
          .as("seed %d: %s", seed, new String(line, StandardCharsets.UTF_8))
          .isTrue();
    }
    return recognized;
  }

  private static byte[] altered(byte[] line, SplittableRandom random) {
    var text = new StringBuilder(new String(line, StandardCharsets.ISO_8859_1));
    int at = random.nextInt(text.length());
    char other = BYTES.charAt(random.nextInt(BYTES.length()));
    switch (random.nextInt(4)) {
      case 0 -> text.setCharAt(at, other);
      case 1 -> text.insert(at, other);
      case 2 -> text.deleteCharAt(at);
      default -> text.setCharAt(at, (char) random.nextInt(256));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void whatEntriesAreMadeOfIsRecognized() {
    for (String line :
        List.of(
            "{}",
            "[]",
            "{\"at\":\"2026-11-20T00:00:00Z\",\"body\":{\"Z\":-999999999999999,\"a\":[true,null,\"€\\u0001\\n\\\"\\\\\"],"
                + "\"a!\":[],\"ab\":{},\"z\":0},\"kind\":\"stop\",\"previous\":\"ab\",\"sequence\":7}")) {
      assertThat(CanonicalLine.isRecognized(bytes(line))).as(line).isTrue();
      assertThat(EntryForm.isWrittenSo(bytes(line))).as(line).isTrue();
    }
  }

  /** It may be canonical all the same, which the slow way finds out. */
  @Test
  void otherLinesAreLeftToTheSlowWay() {
    for (String line :
        List.of(
            "{\"a\":1.5}",
            "{\"a\":9007199254740991}",
            "{\"é\":1}",
            "{\"\\n\":1}",
            "[".repeat(300) + "]".repeat(300))) {
      assertThat(CanonicalLine.isRecognized(bytes(line))).as(line).isFalse();
      assertThat(EntryForm.isCanonical(bytes(line))).as(line).isTrue();
    }
  }

  @Test
  void whatIsNotCanonicalIsNotRecognized() {
    for (String line :
        List.of(
            "",
            "1",
            "\"a\"",
            "{\"b\":1,\"a\":2}",
            "{\"ab\":1,\"a\":2}",
            "{\"a\":1,\"a\":1}",
            "{\"a\":1,}",
            "{\"a\"}",
            "{\"a\": 1}",
            "{\"a\":1}x",
            "{\"a\":1",
            "{\"a\":-0}",
            "{\"a\":01}",
            "{\"a\":-}",
            "{\"a\":1e2}",
            "{\"a\":tru}",
            "[1,]",
            "[\"\\u0041\"]",
            "[\"\\u000A\"]",
            "[\"\\u000a\"]",
            "[\"\\u001F\"]",
            "[\"\\/\"]",
            "[\"\\u00",
            "[\"\t\"]",
            "[\"\\")) {
      assertThat(CanonicalLine.isRecognized(bytes(line))).as(line).isFalse();
      assertThat(EntryForm.isCanonical(bytes(line))).as(line).isFalse();
    }
    assertThat(CanonicalLine.isRecognized(new byte[] {'[', '"', (byte) 0xff, '"', ']'})).isFalse();
  }
}
