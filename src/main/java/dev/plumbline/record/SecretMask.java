package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Glob;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Masks what may be secret in an entry, and finds what was masked before. */
final class SecretMask {

  static final String MASKED = "***";

  /** What a FactMask has not seen. */
  private static final Pattern UNSEEN = Pattern.compile("/(actions|objects)(/.*)?");

  private static final Pattern FACT = Pattern.compile("\\*\\*\\*[0-9a-f]{16}");

  private static final Set<String> MAPS =
      Set.of("annotations", "labels", "tags", "set", "before", "after");

  private final List<String> globs;

  SecretMask(List<String> globs) {
    this.globs = globs.stream().map(glob -> glob.toLowerCase(Locale.ROOT)).toList();
  }

  boolean key(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return globs.stream().anyMatch(glob -> Glob.matches(glob, lower));
  }

  /**
   * Masks the values of annotations, labels and tags of objects and of what is planned; makes of
   * all of it what canonical JSON can carry; and lists what is masked, facts included.
   *
   * @param body changed in place; its field {@code masked} lists the paths, if there are any
   */
  void apply(ObjectNode body) {
    ArrayNode paths = JsonNodeFactory.instance.arrayNode();
    walk(body, "", false, paths);
    if (!paths.isEmpty()) {
      body.set("masked", paths);
    }
  }

  private void walk(JsonNode node, String path, boolean map, ArrayNode paths) {
    if (node instanceof ObjectNode object) {
      difference(object, path, paths);
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        String key = field.getKey();
        String below = path + "/" + key.replace("~", "~0").replace("/", "~1");
        JsonNode value = field.getValue();
        if (value.isTextual()) {
          String text = value.textValue();
          if (FACT.matcher(text).matches()) {
            paths.add(below);
          } else if (map && key(key) && UNSEEN.matcher(path).matches() && !text.isEmpty()) {
            object.put(key, MASKED);
            paths.add(below);
          } else {
            object.put(key, whole(text));
          }
        } else if (value.isNumber()) {
          object.set(key, number(value));
        } else {
          walk(value, below, MAPS.contains(key), paths);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode item = array.get(i);
        if (item.isNumber()) {
          array.set(i, number(item));
        } else if (item.isTextual()) {
          array.set(i, whole(item.textValue()));
        } else {
          walk(item, path + "/" + i, false, paths);
        }
      }
    }
  }

  private void difference(ObjectNode object, String path, ArrayNode paths) {
    String field = object.path("path").asText();
    boolean ofMap =
        field.contains("annotations") || field.contains("labels") || field.contains("tags");
    if (path.startsWith("/actions") && ofMap && key(field)) {
      for (String side : List.of("before", "after")) {
        if (object.path(side).isTextual()) {
          object.put(side, MASKED);
          paths.add(path + "/" + side);
        }
      }
    }
  }

  private static JsonNode number(JsonNode node) {
    boolean exact =
        node.canConvertToExactIntegral()
            && node.canConvertToLong()
            && Math.abs(node.longValue()) <= 1L << 53;
    return exact ? node : JsonNodeFactory.instance.textNode(node.asText());
  }

  private static String whole(String text) {
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        if (whole == null) {
          whole = new StringBuilder(text);
        }
        whole.setCharAt(i, '\uFFFD');
      }
    }
    return whole == null ? text : whole.toString();
  }
}
