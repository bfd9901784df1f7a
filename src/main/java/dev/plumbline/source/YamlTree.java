package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * The documents of a YAML text as trees. Anchors are followed, a key that stands twice is refused,
 * and a number keeps the digits it was written with: 1.30 is not 1.3, 0123 is not 83.
 */
final class YamlTree {

  /** Without the parser's limit of 3 MiB, which a thousand nodes pass. */
  private static final YAMLFactory YAML = YAMLFactory.builder().loaderOptions(unlimited()).build();

  private final Origin origin;
  private final YAMLParser parser;
  private final Map<String, JsonNode> byAnchor = new HashMap<>();

  private YamlTree(Origin origin, YAMLParser parser) {
    this.origin = origin;
    this.parser = parser;
  }

  private static LoaderOptions unlimited() {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    return options;
  }

  static List<JsonNode> read(Origin origin, byte[] text) throws IOException {
    var roots = new ArrayList<JsonNode>();
    try (YAMLParser parser = YAML.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        JsonNode root = new YamlTree(origin, parser).node(token);
        if (!root.isNull()) {
          roots.add(root);
        }
      }
    }
    return roots;
  }

  private JsonNode node(JsonToken token) throws IOException {
    String text = parser.getText();
    if (parser.isCurrentAlias()) {
      JsonNode known = byAnchor.get(text);
      if (known == null) {
        throw refused("*" + text + " stands for nothing", "Maybe its &" + text + " comes later.");
      }
      return known;
    }
    String anchor = parser.getObjectId();
    JsonNode node =
        switch (token) {
          case START_OBJECT -> object();
          case START_ARRAY -> array();
          case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(token == JsonToken.VALUE_TRUE);
          case VALUE_NULL -> NullNode.getInstance();
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(text);
          default -> TextNode.valueOf(text);
        };
    if (anchor != null) {
      byAnchor.put(anchor, node);
    }
    return node;
  }

  private ObjectNode object() throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (name.equals("<<")) {
        throw refused("<< (merge) is not understood", "Maybe write the fields out.");
      }
      if (object.has(name)) {
        throw refused("the key " + name + " stands twice", "Maybe one of the two is left over.");
      }
      object.set(name, node(parser.nextToken()));
    }
    return object;
  }

  private ArrayNode array() throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      array.add(node(token));
    }
    return array;
  }

  private static JsonNode number(String text) {
    try {
      if (Long.toString(Long.parseLong(text)).equals(text)) {
        return LongNode.valueOf(Long.parseLong(text));
      }
    } catch (NumberFormatException e) {
      // Not a whole number, or one too large to count with.
    }
    try {
      var decimal = new BigDecimal(text);
      if (decimal.toString().equals(text)) {
        return DecimalNode.valueOf(decimal);
      }
    } catch (NumberFormatException e) {
      // Octal, hexadecimal, with underscores: nobody here counts that way.
    }
    return TextNode.valueOf(text);
  }

  private InvalidSourceException refused(String fault, String advice) {
    var location = parser.currentTokenLocation();
    return origin.fault(location.getLineNr(), location.getColumnNr(), fault, advice);
  }
}
