package dev.plumbline.audit.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.audit.store.StoredObjects;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The content an entry names: each field of its body, and each one of its {@code files}, that is a
 * digest. What lies deeper is facts and conclusions, where a digest can be anybody's; a field whose
 * name ends in {@code digest} is compared, not kept.
 */
final class References {

  private References() {}

  static Set<String> of(ObjectNode body) {
    var digests = new TreeSet<String>();
    add(body, digests);
    if (body.get("files") instanceof ObjectNode files) {
      add(files, digests);
    }
    return digests;
  }

  private static void add(ObjectNode object, Set<String> digests) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String text = field.getValue().isTextual() ? field.getValue().textValue() : "";
      String name = field.getKey().toLowerCase(Locale.ROOT);
      if (StoredObjects.isDigest(text) && !name.endsWith("digest") && !name.equals("rules")) {
        digests.add(text);
      }
    }
  }
}
