package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Reads the files of a posted snapshot: a JSON object by file name, or a tar archive. */
final class PostedSnapshot {

  private static final ObjectReader JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build()
          .reader();

  private static final String ADVICE =
      "Try: post {\"snapshot.yaml\": \"…\", \"images.json\": {…}, \"cluster\": [objects]}.";

  private PostedSnapshot() {}

  static Map<String, byte[]> read(String mediaType, InputStream body, long limit)
      throws IOException {
    return switch (mediaType) {
      case "application/x-tar" -> Tar.files(body, limit);
      case "application/gzip" -> Tar.files(new GZIPInputStream(body), limit);
      default -> json(Tar.limited(body, limit));
    };
  }

  private static Map<String, byte[]> json(byte[] body) throws IOException {
    JsonNode root;
    try {
      root = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw Problem.badRequest(
          "the body is not JSON: "
              + e.getOriginalMessage()
              + " at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + ". "
              + ADVICE);
    }
    if (!root.isObject()) {
      throw Problem.badRequest("the body is not a JSON object. " + ADVICE);
    }
    var files = new TreeMap<String, byte[]>();
    for (Map.Entry<String, JsonNode> file : root.properties()) {
      String name = file.getKey();
      JsonNode content = file.getValue();
      if (name.equals("cluster") && content.isArray()) {
        files.put("cluster/objects.json", list(content));
      } else if (name.equals("cluster")) {
        throw Problem.badRequest("cluster is not a list of Kubernetes objects. " + ADVICE);
      } else if (content.isTextual()) {
        files.put(name, content.textValue().getBytes(StandardCharsets.UTF_8));
      } else if (content.isContainerNode()) {
        files.put(name, content.toString().getBytes(StandardCharsets.UTF_8));
      } else {
        throw Problem.badRequest(
            name + " is " + content + ", neither the text of a file nor its JSON. " + ADVICE);
      }
    }
    return files;
  }

  private static byte[] list(JsonNode objects) {
    return ("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":" + objects + "}")
        .getBytes(StandardCharsets.UTF_8);
  }
}
