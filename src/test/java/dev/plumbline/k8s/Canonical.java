package dev.plumbline.k8s;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects without what must differ between Helm and kustomize: labels that tell the installer, the
 * way in which a change of parameters replaces pods, and the order of lists that go by name.
 */
final class Canonical {

  private static final List<String> INSTALLER =
      List.of(
          "app.kubernetes.io/part-of",
          "app.kubernetes.io/instance",
          "app.kubernetes.io/managed-by",
          "app.kubernetes.io/version",
          "helm.sh/chart");

  private static final String HASHED = "(plumbline-parameters|plumbline-key)-[0-9a-z]{8,10}\\b";

  private static final YAMLMapper YAML = new YAMLMapper();

  private Canonical() {}

  /** By kind and name. The namespace, which Helm makes by a flag of its own, is left out. */
  static Map<String, JsonNode> of(List<JsonNode> objects) {
    var canonical = new TreeMap<String, JsonNode>();
    for (JsonNode object : objects) {
      JsonNode one = read(object.toString().replaceAll(HASHED, "$1"));
      if (!one.path("kind").asText().equals("Namespace")) {
        canonical.put(name(one), of((ObjectNode) one));
      }
    }
    return canonical;
  }

  /** {@code Deployment/plumbline}. */
  static String name(JsonNode object) {
    return object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
  }

  private static JsonNode of(ObjectNode object) {
    bare(object.path("metadata"));
    bare(object.at("/spec/template/metadata"));
    if (object.path("data") instanceof ObjectNode data) {
      data.properties().stream()
          .filter(entry -> entry.getKey().endsWith(".yaml"))
          .forEach(entry -> entry.setValue(read(entry.getValue().asText())));
    }
    sort(object);
    return object;
  }

  private static void bare(JsonNode metadata) {
    if (metadata instanceof ObjectNode meta) {
      for (String field : List.of("labels", "annotations")) {
        if (meta.path(field) instanceof ObjectNode values) {
          values.remove(INSTALLER);
          values.remove(
              List.of(
                  "checksum/parameters",
                  "helm.sh/no-hook",
                  "helm.sh/hook-weight",
                  "helm.sh/hook-delete-policy"));
          if (values.isEmpty()) {
            meta.remove(field);
          }
        }
      }
    }
  }

  private static void sort(JsonNode node) {
    node.forEach(Canonical::sort);
    if (node instanceof ArrayNode list && !list.isEmpty() && named(list)) {
      var items = new ArrayList<JsonNode>();
      list.forEach(items::add);
      items.sort(Comparator.comparing(item -> item.path("name").asText()));
      list.removeAll();
      items.forEach(list::add);
    }
  }

  private static boolean named(ArrayNode list) {
    for (JsonNode item : list) {
      if (!item.path("name").isTextual()) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode read(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
