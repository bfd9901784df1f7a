package dev.plumbline.host.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.audit.read.FactKeys;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.host.RecordReader;
import java.util.Map;

/** The keys of recorded facts, as the facts themselves tell them. */
public final class RecordedKeys implements FactKeys {

  @Override
  public String of(JsonNode fact) {
    if (fact.size() != 1) {
      return "";
    }
    Map.Entry<String, JsonNode> only = fact.properties().iterator().next();
    RecordType type = FactTypes.named(only.getKey());
    if (type == null) {
      return first(only);
    }
    try {
      return ((Fact) RecordReader.read(type, only.getValue())).key();
    } catch (IllegalArgumentException e) {
      // Of another version, or masked: what it is called stands first.
      return first(only);
    }
  }

  private static String first(Map.Entry<String, JsonNode> fact) {
    for (JsonNode value : fact.getValue()) {
      return fact.getKey() + "/" + value.asText();
    }
    return fact.getKey();
  }
}
