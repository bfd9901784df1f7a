package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Glob;
import dev.plumbline.log.SortedNodes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Masks what may be secret in an entry, and finds what was masked before. */
final class SecretMask {

  static final String MASKED = "***";

  private static final JsonNodeFactory JSON = SortedNodes.INSTANCE;

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
    ArrayNode paths = JSON.arrayNode();
    walk(body, new Place(null, "", 0), false, paths);
    if (!paths.isEmpty()) {
      body.set("masked", paths);
    }
  }

  private void walk(JsonNode node, Place place, boolean map, ArrayNode paths) {
    if (node instanceof ObjectNode object) {
      difference(object, place, paths);
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        String key = field.getKey();
        JsonNode value = field.getValue();
        if (value.isTextual()) {
          String text = value.textValue();
          if (text.startsWith(MASKED) && FACT.matcher(text).matches()) {
            paths.add(place.below(key).path());
          } else if (map && !text.isEmpty() && key(key) && UNSEEN.matcher(place.path()).matches()) {
            field.setValue(JSON.textNode(MASKED));
            paths.add(place.below(key).path());
          } else {
            field.setValue(whole(value));
          }
        } else if (value.isNumber()) {
          field.setValue(number(value));
        } else if (!value.isEmpty()) {
          walk(value, place.below(key), MAPS.contains(key), paths);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode item = array.get(i);
        if (item.isNumber()) {
          array.set(i, number(item));
        } else if (item.isTextual()) {
          array.set(i, whole(item));
        } else if (!item.isEmpty()) {
          walk(item, place.below(i), false, paths);
        }
      }
    }
  }

  private void difference(ObjectNode object, Place place, ArrayNode paths) {
    String field = object.path("path").asText();
    boolean ofMap =
        field.contains("annotations") || field.contains("labels") || field.contains("tags");
    if (ofMap && key(field) && place.path().startsWith("/actions")) {
      for (String side : List.of("before", "after")) {
        if (object.path(side).isTextual()) {
          object.put(side, MASKED);
          paths.add(place.below(side).path());
        }
      }
    }
  }

  /**
   * Where in an entry: written as a JSON Pointer only for what is masked.
   *
   * @param key of the field; null for an item of a list
   */
  private record Place(@Nullable Place parent, @Nullable String key, int index) {

    Place below(String name) {
      return new Place(this, name, 0);
    }

    Place below(int item) {
      return new Place(this, null, item);
    }

    String path() {
      return parent == null
          ? ""
          : parent.path() + "/" + (key == null ? index : key.replace("~", "~0").replace("/", "~1"));
    }
  }

  private static JsonNode number(JsonNode node) {
    boolean exact =
        node.canConvertToExactIntegral()
            && node.canConvertToLong()
            && Math.abs(node.longValue()) <= 1L << 53;
    return exact ? node : JSON.textNode(node.asText());
  }

  /** A text that is Unicode: each surrogate that has lost the other is replaced. */
  private static JsonNode whole(JsonNode node) {
    String text = node.textValue();
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
    return whole == null ? node : JSON.textNode(whole.toString());
  }
}
