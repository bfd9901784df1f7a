package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.host.Live;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list is asked for.
 *
 * @param from the first item, from 0
 * @param limit at most so many
 */
record Page(int from, int limit) {

  /** How many items an answer has unless asked otherwise. */
  static final String DEFAULT = "1000";

  private static final int MOST = 10_000;
  private static final Pattern TOKEN = Pattern.compile("([0-9]+-[0-9]+)\\.([0-9]{1,9})");

  /**
   * The part of the list of {@code live}.
   *
   * @param token where the page before ended; null for the first page
   */
  static Page of(Live live, int limit, @Nullable String token) {
    if (limit < 1 || limit > MOST) {
      throw Problem.badRequest("limit=" + limit + " is not from 1 to " + MOST + ".");
    }
    if (token == null) {
      return new Page(0, limit);
    }
    Matcher parts = TOKEN.matcher(token);
    if (!parts.matches()) {
      throw Problem.badRequest(
          "continue=" + token + " is nothing that an answer gave. Maybe it was cut off.");
    }
    if (!parts.group(1).equals(moment(live))) {
      throw Problem.gone(
          "what was concluded has changed since the page before."
              + " Maybe begin again without continue, with a larger limit.");
    }
    return new Page(Integer.parseInt(parts.group(2)), limit);
  }

  /** Writes one item. */
  @FunctionalInterface
  interface Item<T> {
    void write(T item, JsonGenerator json) throws IOException;
  }

  /** Writes {@code sequence}, {@code at}, {@code total}, {@code items} and {@code continue}. */
  <T> void write(Live live, List<T> all, Item<? super T> writer, JsonGenerator json)
      throws IOException {
    int begin = Math.min(from, all.size());
    int end = Math.min(begin + limit, all.size());
    json.writeStartObject();
    json.writeNumberField("sequence", live.sequence());
    json.writeStringField("at", live.at().toString());
    json.writeNumberField("total", all.size());
    json.writeArrayFieldStart("items");
    for (T item : all.subList(begin, end)) {
      writer.write(item, json);
    }
    json.writeEndArray();
    if (end < all.size()) {
      json.writeStringField("continue", moment(live) + "." + end);
    }
    json.writeEndObject();
  }

  private static String moment(Live live) {
    return live.sequence() + "-" + live.at().toEpochMilli();
  }
}
