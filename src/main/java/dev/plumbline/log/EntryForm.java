package dev.plumbline.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Entry.Draft;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;

/** Entries as the log holds them: one line of canonical JSON (RFC 8785), without a line feed. */
public final class EntryForm {

  private static final long MAX_SAFE_INTEGER = 1L << 53;

  /** A time that is not known, as a power of two exact as a double: it is written as one. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private static final JsonMapper JSON = new JsonMapper();

  private static final JsonMapper SORTED =
      JsonMapper.builder().enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  private EntryForm() {}

  /**
   * Writes one.
   *
   * @param previous the leaf hash of the entry before it, hexadecimal; empty for the first
   * @throws IllegalArgumentException when the body holds what canonical JSON cannot carry
   */
  public static byte[] line(long sequence, String previous, Draft draft) {
    check(draft.body(), "body");
    return line(new Entry(sequence, draft.at(), draft.kind(), previous, draft.body()));
  }

  /** The line of an entry that was read from a log. */
  public static byte[] line(Entry entry) {
    ObjectNode json = JSON.createObjectNode();
    json.put("at", entry.at().toString());
    json.set("body", entry.body());
    json.put("kind", entry.kind().wire());
    json.put("previous", entry.previous());
    json.put("sequence", entry.sequence());
    return canonical(json);
  }

  public static byte[] canonical(JsonNode json) {
    // Nearly always its fields are in order. Where neither is certainly canonical, the library
    // rewrites it.
    byte[] line = recognized(json, JSON);
    line = line != null ? line : recognized(json, SORTED);
    return line != null ? line : rewritten(json);
  }

  private static byte @Nullable [] recognized(JsonNode json, JsonMapper mapper) {
    try {
      byte[] line = mapper.writeValueAsBytes(json);
      return CanonicalLine.isRecognized(line) ? line : null;
    } catch (JsonProcessingException e) {
      return null; // such as an unpaired surrogate
    }
  }

  /** The same, by the library alone. */
  static byte[] rewritten(JsonNode json) {
    try {
      return canonical(JSON.writeValueAsString(json));
    } catch (IOException e) {
      throw new IllegalArgumentException("no canonical JSON: " + e.getMessage(), e);
    }
  }

  private static byte[] canonical(String json) throws IOException {
    return new JsonCanonicalizer(json).getEncodedUTF8();
  }

  public static boolean isCanonical(byte[] line) {
    return CanonicalLine.isRecognized(line) || isWrittenSo(line);
  }

  /** The same, by parsing the line and writing it again. */
  static boolean isWrittenSo(byte[] line) {
    try {
      return Arrays.equals(canonical(new String(line, StandardCharsets.UTF_8)), line);
    } catch (IOException | RuntimeException e) {
      return false; // the library reports invalid numbers by unchecked exceptions
    }
  }

  public static Entry read(byte[] line) {
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("invalid JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("invalid JSON: " + e.getMessage(), e);
    }
    EntryKind kind = EntryKind.ofWire(json.path("kind").asText());
    JsonNode sequence = json.path("sequence");
    JsonNode previous = json.path("previous");
    if (kind == null
        || !sequence.canConvertToExactIntegral()
        || !previous.isTextual()
        || !(json.path("body") instanceof ObjectNode body)
        || json.size() != 5) {
      throw new IllegalArgumentException(
          "not a log entry: at, body, kind, previous and sequence expected");
    }
    try {
      Instant at = Instant.parse(json.path("at").asText());
      return new Entry(sequence.longValue(), at, kind, previous.textValue(), body);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("invalid time: " + json.path("at"), e);
    }
  }

  private static void check(JsonNode json, String path) {
    if (json instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        text(field.getKey(), path);
        check(field.getValue(), path + "." + field.getKey());
      }
    } else if (json.isArray()) {
      for (JsonNode each : json) {
        check(each, path);
      }
    } else if (json.isTextual()) {
      text(json.textValue(), path);
    } else if (json.isNumber() && !isExact(json)) {
      throw new IllegalArgumentException(
          path + ": " + json + " is not an integer up to 2^53. Try: write it as text.");
    }
  }

  private static boolean isExact(JsonNode json) {
    return json.canConvertToExactIntegral()
        && json.canConvertToLong()
        && (json.longValue() == UNKNOWN || Math.abs(json.longValue()) <= MAX_SAFE_INTEGER);
  }

  private static void text(String text, String path) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isHighSurrogate(text.charAt(i))
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new IllegalArgumentException(
              path + ": an unpaired surrogate, which is not Unicode text");
        }
        i++;
      }
    }
  }
}
