package dev.plumbline.audit.read;

import com.fasterxml.jackson.databind.JsonNode;

/** How a recorded fact is called. */
@FunctionalInterface
public interface FactKeys {

  /**
   * The key of a fact.
   *
   * @param fact its wire form, {@code {"Ami":{"id":"ami-1",…}}}
   * @return {@code Ami/ami-1}
   */
  String of(JsonNode fact);
}
