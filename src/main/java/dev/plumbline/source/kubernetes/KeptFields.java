package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of an object that are kept, and the conditions of its status. */
final class KeptFields {

  private static final List<String> CONDITION =
      List.of("type", "status", "reason", "message", "lastTransitionTime");

  /** The fields below one that is kept; none below one that is kept whole. */
  private final Map<String, KeptFields> below = new HashMap<>();

  private final Set<String> conditions;

  private KeptFields(Set<String> conditions) {
    this.conditions = conditions;
  }

  /**
   * Those at these paths, through lists too.
   *
   * @param conditions the types of conditions that are kept
   */
  KeptFields(Collection<String> some, Collection<String> more, Set<String> conditions) {
    this.conditions = conditions;
    some.forEach(this::add);
    more.forEach(this::add);
    if (!conditions.isEmpty()) {
      CONDITION.forEach(field -> add("status.conditions." + field));
    }
  }

  private void add(String path) {
    KeptFields fields = this;
    for (String step : path.split("\\.", -1)) {
      fields = fields.below.computeIfAbsent(step, name -> new KeptFields(conditions));
    }
  }

  /** What is kept of {@code object}; what has not the form that is expected is kept as it is. */
  ObjectNode of(JsonNode object) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (var field : object.properties()) {
      KeptFields fields = below.get(field.getKey());
      if (fields != null) {
        JsonNode value = field.getValue();
        boolean listed = field.getKey().equals("conditions");
        kept.set(field.getKey(), fields.part(listed ? known(value) : value));
      }
    }
    return kept;
  }

  private JsonNode part(JsonNode value) {
    if (below.isEmpty() || !value.isContainerNode()) {
      return value;
    }
    if (!value.isArray()) {
      return of(value);
    }
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    value.forEach(item -> items.add(part(item)));
    return items;
  }

  private JsonNode known(JsonNode list) {
    if (!list.isArray()) {
      return list;
    }
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    for (JsonNode item : list) {
      if (!item.has("type") || conditions.contains(item.path("type").asText())) {
        items.add(item);
      }
    }
    return items;
  }
}
