package dev.plumbline.log;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/**
 * Makes JSON objects that hold their fields in the order of canonical JSON, so that they are not
 * sorted when they are written.
 */
public final class SortedNodes extends JsonNodeFactory {

  public static final SortedNodes INSTANCE = new SortedNodes();

  private static final long serialVersionUID = 1;

  private SortedNodes() {}

  @Override
  public ObjectNode objectNode() {
    return new ObjectNode(this, new TreeMap<>());
  }
}
