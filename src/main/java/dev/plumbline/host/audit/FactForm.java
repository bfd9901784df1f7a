package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.RecordType;
import dev.plumbline.host.RecordReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes facts of their wire form. */
final class FactForm {

  private FactForm() {}

  /**
   * The fact that {@code {"SsmError":{"name":"/a","code":"ThrottlingException"}}} is the form of.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  static Fact read(JsonNode wire) {
    if (!wire.isObject() || wire.size() != 1) {
      throw new IllegalArgumentException(wire + " is no fact: one type with its fields expected");
    }
    Map.Entry<String, JsonNode> only = wire.properties().iterator().next();
    RecordType type = FactTypes.named(only.getKey());
    if (type == null) {
      throw new IllegalArgumentException(
          only.getKey()
              + " is no type of fact. "
              + Nearest.advice(only.getKey(), FactTypes.ALL.stream().map(RecordType::name).toList())
              + " Maybe another version of the program has recorded it.");
    }
    return (Fact) RecordReader.read(type, numbers(type, only.getValue()));
  }

  /** Whole numbers that were too large for a number of JSON are numbers again. */
  private static JsonNode numbers(RecordType type, JsonNode fields) {
    ObjectNode copy = null;
    for (RecordType.Property component : type.components()) {
      @Nullable JsonNode value = fields.get(component.name());
      boolean whole = component.type() == long.class || component.type() == Long.class;
      if (whole && value != null && value.isTextual()) {
        copy = copy == null ? fields.deepCopy() : copy;
        copy.put(component.name(), Long.parseLong(value.textValue()));
      }
    }
    return copy == null ? fields : copy;
  }
}
