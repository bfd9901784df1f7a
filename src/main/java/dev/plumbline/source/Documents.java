package dev.plumbline.source;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text of a JSON or YAML file whole, or tells the line and column where it breaks. */
final class Documents {

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build()
          .reader();

  /** Where a YAML parser's message says the trouble is; the last of them, after where it began. */
  private static final Pattern YAML_MARK =
      Pattern.compile(" in '?reader'?, line ([0-9]+), column ([0-9]+)");

  private Documents() {}

  /** The one JSON document of a file. */
  static Cursor json(Origin origin, byte[] text) {
    try {
      JsonNode root = JSON.readTree(text);
      if (root.isMissingNode() || root.isNull()) {
        throw origin.fault("is empty", "Maybe the command that should fill it failed.");
      }
      return Cursor.of(origin, root);
    } catch (JsonEOFException e) {
      throw at(origin, e, "the JSON ends too early", "Maybe the file was cut off.");
    } catch (JsonProcessingException e) {
      throw at(origin, e, "this is no JSON: " + reason(e), "Maybe a comma or quote is missing.");
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Maybe it is not UTF-8.");
    }
  }

  /** Every YAML document of a file that is not empty; each is told by its place when several. */
  static List<Cursor> yaml(Origin origin, byte[] text) {
    try {
      List<JsonNode> roots = YamlTree.read(origin, text);
      if (roots.size() == 1) {
        return List.of(Cursor.of(origin, roots.getFirst()));
      }
      var documents = new ArrayList<Cursor>();
      for (int i = 0; i < roots.size(); i++) {
        documents.add(Cursor.of(origin.object("document " + (i + 1)), roots.get(i)));
      }
      return documents;
    } catch (JsonProcessingException e) {
      throw at(
          origin, e, "this is no YAML: " + reason(e), "Maybe it is the indentation: spaces only.");
    } catch (IOException e) {
      throw origin.fault("cannot be read: " + e.getMessage(), "Maybe it is not UTF-8.");
    }
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

  /** What the parser complains of, without where and without where it had been before. */
  private static String reason(JsonProcessingException e) {
    for (String line : e.getOriginalMessage().split("\\R", -1)) {
      if (!line.startsWith("while ") && !line.startsWith(" ")) {
        return line.replaceAll(" \\(start marker.*|\\.$", "").replaceAll("\\. \\(Do not.*", "");
      }
    }
    return "it cannot be parsed";
  }
}
