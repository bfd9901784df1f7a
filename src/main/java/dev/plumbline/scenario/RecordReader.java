package dev.plumbline.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Durations;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses facts and conclusions from their text form, {@code Ami: {id: ami-1, state: pending}}: as
 * scenarios write them. An omitted component is null, zero, false or empty.
 */
public final class RecordReader {

  private RecordReader() {}

  /**
   * The record of {@code type} with the components in {@code fields}.
   *
   * @throws IllegalArgumentException when a component does not exist or has a value of the wrong
   *     kind; the message names it and its value
   */
  public static Object read(RecordType type, JsonNode fields) {
    List<Property> components = type.components();
    var names = components.stream().map(Property::name).toList();
    for (var field : fields.properties()) {
      if (!names.contains(field.getKey())) {
        throw new IllegalArgumentException(
            type.name()
                + " has no "
                + field.getKey()
                + ". "
                + Nearest.suggestion(field.getKey(), names));
      }
    }
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Property component = components.get(i);
      values[i] =
          value(component, fields.get(component.name()), type.name() + "." + component.name());
    }
    return type.maker().apply(values);
  }

  private static @Nullable Object value(Property component, @Nullable JsonNode node, String path) {
    Class<?> type = component.type();
    if (node == null || node.isNull()) {
      return absent(component);
    }
    if (type == String.class) {
      return text(node, path);
    }
    if (type == int.class || type == Integer.class) {
      return Math.toIntExact(whole(node, path));
    }
    if (type == long.class || type == Long.class) {
      return whole(node, path);
    }
    if (type == boolean.class || type == Boolean.class) {
      if (!node.isBoolean()) {
        throw new IllegalArgumentException(path + " is " + node + ", not true or false");
      }
      return node.booleanValue();
    }
    if (type == Instant.class) {
      return instant(text(node, path), path);
    }
    if (type == Duration.class) {
      return duration(text(node, path), path);
    }
    if (type == Quantity.class) {
      return quantity(text(node, path), path);
    }
    if (type == Resources.class) {
      var amounts = new LinkedHashMap<String, Quantity>();
      node.properties()
          .forEach(
              amount ->
                  amounts.put(amount.getKey(), quantity(text(amount.getValue(), path), path)));
      return Resources.of(amounts);
    }
    if (type == Values.class) {
      return Values.of(texts(node, path));
    }
    if (type == Tags.class) {
      var tags = new LinkedHashMap<String, String>();
      node.properties().forEach(tag -> tags.put(tag.getKey(), text(tag.getValue(), path)));
      return Tags.of(tags);
    }
    if (type == Labels.class) {
      var labels = new LinkedHashMap<String, List<String>>();
      node.properties().forEach(label -> labels.put(label.getKey(), texts(label.getValue(), path)));
      return Labels.of(labels);
    }
    if (type == Requirements.class) {
      return requirements(node, path);
    }
    throw new IllegalArgumentException(path + " is of a kind that has no text form");
  }

  private static @Nullable Object absent(Property component) {
    Class<?> type = component.type();
    if (type == int.class) {
      return 0;
    }
    if (type == long.class) {
      return 0L;
    }
    if (type == boolean.class) {
      return false;
    }
    if (component.nullable()) {
      return null;
    }
    if (type == String.class) {
      return "";
    }
    if (type == Values.class) {
      return Values.NONE;
    }
    if (type == Quantity.class) {
      return Quantity.ZERO;
    }
    if (type == Resources.class) {
      return Resources.NONE;
    }
    if (type == Tags.class) {
      return Tags.NONE;
    }
    if (type == Labels.class) {
      return Labels.NONE;
    }
    return type == Requirements.class ? Requirements.NONE : null;
  }

  private static Requirements requirements(JsonNode node, String path) {
    var list = new ArrayList<Requirement>();
    for (JsonNode item : node) {
      String wire = item.path("operator").asText();
      Operator operator = Operator.ofWire(wire);
      if (operator == null) {
        throw new IllegalArgumentException(
            path
                + " has the operator "
                + wire
                + ". Try: one of In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte, Lte.");
      }
      list.add(
          new Requirement(
              item.path("key").asText(),
              operator,
              texts(item.path("values"), path),
              item.has("minValues")
                  ? Integer.valueOf(Math.toIntExact(whole(item.get("minValues"), path)))
                  : null));
    }
    return Requirements.of(list);
  }

  private static List<String> texts(JsonNode node, String path) {
    if (node.isMissingNode()) {
      return List.of();
    }
    if (!node.isArray()) {
      return List.of(text(node, path));
    }
    var texts = new ArrayList<String>();
    node.forEach(item -> texts.add(text(item, path)));
    return texts;
  }

  private static String text(JsonNode node, String path) {
    if (!node.isValueNode()) {
      throw new IllegalArgumentException(path + " is " + node + ", not a text");
    }
    return node.asText();
  }

  private static long whole(JsonNode node, String path) {
    if (!node.isIntegralNumber()) {
      throw new IllegalArgumentException(path + " is " + node + ", not a whole number");
    }
    return node.longValue();
  }

  private static Duration duration(String text, String path) {
    Duration duration = Durations.parse(text);
    if (duration == null) {
      throw new IllegalArgumentException(
          path + ": invalid duration '" + text + "'. Try: 36h or 7d.");
    }
    return duration;
  }

  private static Quantity quantity(String text, String path) {
    Quantity quantity = Quantity.parse(text);
    if (quantity == null) {
      throw new IllegalArgumentException(
          path + ": invalid quantity '" + text + "'. Try: 640Mi or 2.");
    }
    return quantity;
  }

  static Instant instant(String text, String path) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          path + ": invalid time '" + text + "'. Try: 2026-11-20T00:00:00Z.", e);
    }
  }
}
