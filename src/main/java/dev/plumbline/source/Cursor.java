package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.Nearest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of a document with its path, so that errors name file, path and value. A missing field and
 * null are the same.
 */
final class Cursor {

  private static final String DATE = "Try: write it as 2026-01-31T12:00:00Z.";

  private final Origin origin;
  private final @Nullable Cursor parent;
  private final String step;
  private final JsonNode node;

  private Cursor(Origin origin, @Nullable Cursor parent, String step, JsonNode node) {
    this.origin = origin;
    this.parent = parent;
    this.step = step;
    this.node = node;
  }

  static Cursor of(Origin origin, JsonNode root) {
    return new Cursor(origin, null, "", root);
  }

  JsonNode node() {
    return node;
  }

  Origin origin() {
    return origin;
  }

  /** The same node as the root of a named object; paths restart here. */
  Cursor named(String object) {
    return of(origin.object(object), node);
  }

  Cursor at(String key) {
    if (present() && !node.isObject()) {
      throw wrong("is " + shown() + " where an object belongs", "Try: " + typo());
    }
    JsonNode field = node.get(key);
    return new Cursor(origin, this, key, field == null ? MissingNode.getInstance() : field);
  }

  Cursor required(String key, String advice) {
    Cursor field = at(key);
    if (!field.present()) {
      throw field.wrong("is missing", advice);
    }
    return field;
  }

  boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  List<Cursor> items() {
    var items = new ArrayList<Cursor>(node.size());
    if (present() && !node.isArray()) {
      throw wrong("is " + shown() + " where a list belongs", "Try: " + typo());
    }
    for (int i = 0; i < node.size(); i++) {
      items.add(new Cursor(origin, this, "[" + i + "]", node.get(i)));
    }
    return items;
  }

  /** Visits the fields of an object, in document order. */
  void fields(BiConsumer<String, Cursor> each) {
    if (present() && !node.isObject()) {
      throw wrong("is " + shown() + " where an object belongs", "Try: " + typo());
    }
    for (var field : node.properties()) {
      each.accept(field.getKey(), new Cursor(origin, this, field.getKey(), field.getValue()));
    }
  }

  void allow(Collection<String> known) {
    fields(
        (name, field) -> {
          if (!known.contains(name)) {
            throw field.wrong("is not known here", Nearest.suggestion(name, known));
          }
        });
  }

  String text() {
    if (!node.isTextual()) {
      throw wrong(
          present() ? "is " + shown() + " where a string belongs" : "is missing", "Try: " + typo());
    }
    return node.textValue();
  }

  @Nullable String textOrNull() {
    return present() ? text() : null;
  }

  String scalar() {
    if (!present() || node.isContainerNode()) {
      throw wrong(
          present() ? "is " + shown() + " where one value belongs" : "is missing",
          "Try: " + typo());
    }
    return node.asText();
  }

  @Nullable String scalarOrNull() {
    return present() ? scalar() : null;
  }

  /** The text of the required, non-empty field {@code key}. */
  String filled(String key, String advice) {
    Cursor field = required(key, advice);
    String text = field.text().strip();
    if (text.isEmpty()) {
      throw field.wrong("is empty", advice);
    }
    return text;
  }

  /** Every name with its one value; an entry without a value has the empty one. */
  Map<String, String> scalars() {
    var values = new TreeMap<String, String>();
    fields((name, value) -> values.put(name, value.present() ? value.scalar() : ""));
    return values;
  }

  List<String> texts() {
    return items().stream().map(Cursor::text).toList();
  }

  int wholeNumber() {
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw wrong(
          present() ? "is " + shown() + " where a whole number belongs" : "is missing",
          "Try: " + typo());
    }
    return node.intValue();
  }

  @Nullable Integer wholeNumberOrNull() {
    return present() ? Integer.valueOf(wholeNumber()) : null;
  }

  @Nullable Integer countOrNull() {
    Integer count = wholeNumberOrNull();
    if (count != null && count < 0) {
      throw wrong("is " + count + ", below zero", "Try: leave it out.");
    }
    return count;
  }

  double number() {
    if (!node.isNumber()) {
      throw wrong(
          present() ? "is " + shown() + " where a number belongs" : "is missing", "Try: " + typo());
    }
    if (!Double.isFinite(node.doubleValue())) {
      throw wrong("is " + shown() + ", too large for a number", "Try: check its exponent.");
    }
    return node.doubleValue();
  }

  boolean flag() {
    return Boolean.TRUE.equals(flagOrNull());
  }

  @Nullable Boolean flagOrNull() {
    if (present() && !node.isBoolean()) {
      throw wrong("is " + shown() + " where true or false belongs", "Try: " + typo());
    }
    return present() ? Boolean.valueOf(node.booleanValue()) : null;
  }

  @Nullable Instant instantOrNull() {
    String text = textOrNull();
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (!Character.isDigit(text.charAt(0))) {
      // ISO 8601 writes years beyond 9999 with a sign, and no clock does.
      throw wrong("is " + shown() + ", which is not a time with a zone", DATE);
    }
    try {
      return text.endsWith("Z") ? Instant.parse(text) : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw wrong("is " + shown() + ", which is not a time with a zone", DATE);
    }
  }

  Instant instant() {
    Instant instant = instantOrNull();
    if (instant == null) {
      throw wrong(present() ? "is empty" : "is missing", DATE);
    }
    return instant;
  }

  InvalidSourceException wrong(String fault, String advice) {
    return origin.fault(path(), fault, advice);
  }

  String shown() {
    String text = node.toString();
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  String path() {
    if (parent == null) {
      return step;
    }
    String before = parent.path();
    return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
  }

  private String typo() {
    if (node.isArray()) {
      return "remove one level of brackets.";
    }
    if (node.isObject()) {
      return "indent or bracket it one level less.";
    }
    return node.isTextual() ? "remove the quotes, or check its place." : "put it in quotes.";
  }
}
