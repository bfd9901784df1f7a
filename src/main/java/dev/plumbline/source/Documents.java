package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import dev.plumbline.fact.Decimals;
import java.io.CharConversionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the text of a JSON or YAML file whole, or reports line and column of the error. */
final class Documents {

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build()
          .reader();

  /** The position in a message of the YAML parser; the last one is that of the error. */
  private static final Pattern YAML_MARK =
      Pattern.compile(" in '?reader'?, line ([0-9]+), column ([0-9]+)");

  private Documents() {}

  static Cursor json(Origin origin, byte[] text) {
    return json(origin, text, ReadingBudget.ofLocalFiles());
  }

  static Cursor json(Origin origin, byte[] text, ReadingBudget budget) {
    JsonFactory factory = JsonFactory.builder().streamReadConstraints(budget.constraints()).build();
    try (JsonParser parser = factory.createParser(text)) {
      JsonNode root = JSON.readTree(parser);
      if (root == null || root.isMissingNode() || root.isNull()) {
        throw origin.fault("is empty", "Try: run the command that fills it again.");
      }
      if (parser.nextToken() != null) {
        throw origin.fault(
            "holds more than one JSON document", "Try: wrap them in a list, as jq -s does.");
      }
      budget.spend(origin, parser.currentTokenCount());
      return Cursor.of(origin, root);
    } catch (StreamConstraintsException e) {
      throw budget.exceeded(origin, e);
    } catch (JsonEOFException e) {
      throw at(origin, e, "the JSON ends too early", "Try: check whether the file was cut off.");
    } catch (JsonProcessingException e) {
      throw at(
          origin, e, "this is not JSON: " + reason(e), "Try: look for a missing comma or quote.");
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Try: save it as UTF-8.");
    }
  }

  static List<Cursor> yaml(Origin origin, byte[] text) {
    return yaml(origin, text, ReadingBudget.ofLocalFiles());
  }

  /**
   * Every YAML document of a file that is not empty; each is named by its position when there are
   * several.
   */
  static List<Cursor> yaml(Origin origin, byte[] text, ReadingBudget budget) {
    try {
      List<JsonNode> roots = YamlTree.read(origin, text, budget);
      if (roots.size() == 1) {
        return List.of(Cursor.of(origin, roots.getFirst()));
      }
      var documents = new ArrayList<Cursor>();
      for (int i = 0; i < roots.size(); i++) {
        documents.add(Cursor.of(origin.object("document " + (i + 1)), roots.get(i)));
      }
      return documents;
    } catch (JsonProcessingException e) {
      if (e.getOriginalMessage().contains(CharConversionException.class.getName())) {
        throw notUtf8(origin, text);
      }
      throw at(
          origin, e, "this is not YAML: " + reason(e), "Try: check the indentation, spaces only.");
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Try: save it as UTF-8.");
    } catch (YAMLException | NumberFormatException | IndexOutOfBoundsException e) {
      // What the parser does not expect of a directive or an escape.
      throw origin.fault("this is not YAML", "Try: remove directives (%), and save it as UTF-8.");
    }
  }

  static @Nullable Cursor yamlOrNull(Origin origin, byte[] text) {
    return yamlOrNull(origin, text, ReadingBudget.ofLocalFiles());
  }

  static @Nullable Cursor yamlOrNull(Origin origin, byte[] text, ReadingBudget budget) {
    List<Cursor> documents = yaml(origin, text, budget);
    if (documents.size() > 1) {
      throw origin.fault("holds several documents", "Try: remove the line ---.");
    }
    return documents.isEmpty() ? null : documents.getFirst();
  }

  /** Names the first byte that is not UTF-8; the parser counts in its buffer, not in the file. */
  private static InvalidSourceException notUtf8(Origin origin, byte[] text) {
    var decoded = CharBuffer.allocate(text.length + 1);
    var bytes = ByteBuffer.wrap(text);
    StandardCharsets.UTF_8.newDecoder().decode(bytes, decoded, true);
    String before = decoded.flip().toString();
    int line = 1 + (int) before.chars().filter(each -> each == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    String fault =
        bytes.hasRemaining()
            ? "this is not UTF-8: byte 0x%02x".formatted(bytes.get())
            : "this is not UTF-8";
    return origin.fault(line, column, fault, "Try: save it as UTF-8.");
  }

  private static InvalidSourceException at(
      Origin origin, JsonProcessingException e, String fault, String advice) {
    Matcher mark = YAML_MARK.matcher(e.getOriginalMessage());
    int last = 0;
    while (mark.find()) {
      last = mark.start();
    }
    if (mark.find(last)) {
      return origin.fault(
          Integer.parseInt(mark.group(1)), Integer.parseInt(mark.group(2)), fault, advice);
    }
    JsonLocation location = e.getLocation();
    return location == null
        ? origin.fault(fault, advice)
        : origin.fault(
            Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()), fault, advice);
  }

  /** The parser's message without positions. */
  private static String reason(JsonProcessingException e) {
    for (String line : e.getOriginalMessage().split("\\R", -1)) {
      if (!line.startsWith("while ") && !line.startsWith(" ")) {
        return line.replaceAll(" \\(start marker.*|\\.$", "")
            .replaceAll("\\. \\(Do not.*|: failed to tokenize.*", "")
            .replaceAll("^Expected a field name .*", "a list, an object or an alias is no name");
      }
    }
    return "it cannot be parsed";
  }

  /**
   * The documents of a YAML text as trees. Anchors are followed, a key that is there twice is
   * refused, and a number keeps the digits it was written with: 1.30 is not 1.3, 0123 is not 83. An
   * alias costs as many values as what it repeats.
   */
  static final class YamlTree {

    /** Without the parser's limit of 3 MiB, which a thousand nodes pass. */
    private static final YAMLFactory YAML =
        YAMLFactory.builder().loaderOptions(unlimited()).build();

    private final Origin origin;
    private final YAMLParser parser;
    private final ReadingBudget budget;
    private final Map<String, Anchored> byAnchor = new HashMap<>();

    private int deepest;

    /** A tree that aliases repeat: how many values it has, and how many levels below its own. */
    private record Anchored(JsonNode node, long values, int height) {}

    private YamlTree(Origin origin, YAMLParser parser, ReadingBudget budget) {
      this.origin = origin;
      this.parser = parser;
      this.budget = budget;
    }

    private static LoaderOptions unlimited() {
      var options = new LoaderOptions();
      options.setCodePointLimit(Integer.MAX_VALUE);
      return options;
    }

    static List<JsonNode> read(Origin origin, byte[] text, ReadingBudget budget)
        throws IOException {
      var roots = new ArrayList<JsonNode>();
      try (YAMLParser parser = YAML.createParser(text)) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
          JsonNode root = new YamlTree(origin, parser, budget).node(token, 0);
          if (!root.isNull()) {
            roots.add(root);
          }
        }
      }
      return roots;
    }

    private JsonNode node(JsonToken token, int depth) throws IOException {
      String text = parser.getText();
      if (parser.isCurrentAlias()) {
        return alias(text, depth);
      }
      if (depth > ReadingBudget.MAX_DEPTH) {
        throw budget.tooDeep(origin);
      }
      long before = budget.left();
      budget.spend(origin, 1);
      int outer = deepest;
      deepest = depth;
      String anchor = parser.getObjectId();
      JsonNode node =
          switch (token) {
            case START_OBJECT -> object(depth + 1);
            case START_ARRAY -> array(depth + 1);
            case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> NullNode.getInstance();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(text);
            default -> TextNode.valueOf(text);
          };
      if (anchor != null) {
        byAnchor.put(anchor, new Anchored(node, before - budget.left(), deepest - depth));
      }
      deepest = Math.max(deepest, outer);
      return node;
    }

    private JsonNode alias(String name, int depth) throws IOException {
      Anchored known = byAnchor.get(name);
      if (known == null) {
        throw refused("*" + name + " is not defined", "Try: put its &" + name + " before it.");
      }
      budget.spend(origin, known.values());
      deepest = Math.max(deepest, depth + known.height());
      if (deepest > ReadingBudget.MAX_DEPTH) {
        throw budget.tooDeep(origin);
      }
      return known.node();
    }

    private ObjectNode object(int depth) throws IOException {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        budget.spend(origin, 1);
        String name = parser.currentName();
        if (name.equals("<<")) {
          throw refused("<< (merge) is not supported", "Try: write the fields out.");
        }
        if (object.has(name)) {
          throw refused("the key " + name + " is there twice", "Try: remove one of the two.");
        }
        object.set(name, node(parser.nextToken(), depth));
      }
      return object;
    }

    private ArrayNode array(int depth) throws IOException {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (JsonToken token = parser.nextToken();
          token != JsonToken.END_ARRAY;
          token = parser.nextToken()) {
        array.add(node(token, depth));
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
      // Neither are octal, hexadecimal and underscores supported.
      BigDecimal decimal = Decimals.parse(text);
      return decimal != null && decimal.toString().equals(text)
          ? DecimalNode.valueOf(decimal)
          : TextNode.valueOf(text);
    }

    private InvalidSourceException refused(String fault, String advice) {
      var location = parser.currentTokenLocation();
      return origin.fault(location.getLineNr(), location.getColumnNr(), fault, advice);
    }
  }
}
