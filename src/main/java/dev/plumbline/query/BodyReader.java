package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.log.Entry;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.StatePart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Reads the parts of bodies, also those that are kept beside the entries for their size. */
public final class BodyReader {

  private static final ObjectMapper JSON = new JsonMapper();
  private static final String DIGEST = "sha256:";

  private final LogReader log;

  public BodyReader(LogReader log) {
    this.log = log;
  }

  public JsonNode part(Entry entry, String name) {
    JsonNode part = entry.body().path(name);
    return stored(part) ? json(part.textValue(), entry) : part;
  }

  public static boolean stored(JsonNode node) {
    return node.isTextual() && node.textValue().startsWith(DIGEST);
  }

  public JsonNode json(String digest, Entry entry) {
    try {
      return JSON.readTree(bytes(digest, entry));
    } catch (IOException e) {
      throw new InvalidLogException(
          "object " + digest + ", named by entry " + entry.sequence() + ", is not JSON: " + e);
    }
  }

  /**
   * The facts, conclusions or objects of a state, one by one; none where it does not have them.
   *
   * @param lines takes each, and whether it is in the base of the state
   */
  public void state(Entry state, StatePart part, BiConsumer<String, Boolean> lines) {
    if (!stored(state.body().path(part.field()))) {
      return;
    }
    try {
      part.lines(log, state.body(), lines::accept);
    } catch (IllegalArgumentException e) {
      throw new InvalidLogException(
          "entry "
              + state.sequence()
              + ": "
              + e.getMessage()
              + ". Try: copy its folder with objects/");
    }
  }

  /** A line of a state. */
  public static JsonNode tree(String line, Entry state) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new InvalidLogException(
          "entry " + state.sequence() + " has a line that is not JSON: " + e);
    }
  }

  public String text(String digest, Entry entry) {
    return new String(bytes(digest, entry), StandardCharsets.UTF_8);
  }

  public byte[] bytes(String digest, Entry entry) {
    byte[] bytes = log.object(digest);
    if (bytes == null) {
      throw new InvalidLogException(
          "object "
              + digest
              + ", named by entry "
              + entry.sequence()
              + ", is not in the log. Try: copy its folder with objects/");
    }
    return bytes;
  }

  public static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isNull() || value instanceof MissingNode ? "" : value.asText();
  }
}
