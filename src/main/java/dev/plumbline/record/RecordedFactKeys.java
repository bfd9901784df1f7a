package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.query.LogState.FactKeys;
import dev.plumbline.scenario.RecordReader;
import java.util.List;
import java.util.Map;

/** The keys of recorded facts, as the fact types define them. */
public final class RecordedFactKeys implements FactKeys {

  @Override
  public String of(JsonNode fact) {
    if (fact.size() != 1) {
      return "";
    }
    Map.Entry<String, JsonNode> only = fact.properties().iterator().next();
    RecordType type = FactTypes.named(only.getKey());
    if (type == null) {
      return named(only);
    }
    try {
      return ((Fact) RecordReader.read(type, only.getValue())).key();
    } catch (IllegalArgumentException e) {
      // Of another version, or with a value that was masked.
      return named(only);
    }
  }

  private static String named(Map.Entry<String, JsonNode> fact) {
    for (String component : List.of("name", "id", "nodeClass", "nodePool")) {
      if (fact.getValue().hasNonNull(component)) {
        return fact.getKey() + "/" + fact.getValue().path(component).asText();
      }
    }
    return fact.getKey();
  }
}
