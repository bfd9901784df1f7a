package dev.plumbline.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.plumbline.archive.InvalidArchiveException;
import dev.plumbline.archive.Tar;
import dev.plumbline.language.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a posted snapshot: a JSON object by file name, or a tar archive. Of the JSON
 * no tree is made: each file is the very bytes that were sent.
 */
final class PostedSnapshot {

  private static final int MAX_DEPTH = 100;
  private static final int MAX_DIGITS = 100;
  private static final int MAX_FILES = 10_000;

  private static final String ADVICE =
      "Try: post {\"snapshot.yaml\": \"…\", \"images.json\": {…}, \"cluster\": [objects]}.";

  private final byte[] body;
  private final JsonParser parser;

  private PostedSnapshot(byte[] body, JsonParser parser) {
    this.body = body;
    this.parser = parser;
  }

  /**
   * Reads a body of type {@code mediaType}.
   *
   * @param limit the maximum unpacked size in bytes
   * @param values the maximum number of objects, lists, names and single values in JSON
   * @throws Problem if the body cannot be read
   */
  static Map<String, byte[]> read(String mediaType, InputStream body, long limit, long values)
      throws IOException {
    try {
      return switch (mediaType) {
        case "application/x-tar" -> Tar.files(body, limit);
        case "application/gzip" -> Tar.gzipped(body, limit);
        case "application/json" -> json(limited(body, limit), values);
        default ->
            throw Problem.unsupported(
                "the media type is not known",
                "Content-Type: application/json, application/x-tar or application/gzip.");
      };
    } catch (InvalidArchiveException e) {
      throw problem(e, limit);
    }
  }

  private static Problem problem(InvalidArchiveException e, long limit) {
    return switch (e.kind()) {
      case NOT_GZIP ->
          Problem.badRequest(
              "the body is not gzip, or ends too early. Try: tar cz -C FOLDER . | curl --data-binary"
                  + " @- -H 'Content-Type: application/gzip' …");
      case BROKEN ->
          Problem.badRequest(
              "the body is not a readable tar archive: "
                  + e.getMessage()
                  + ". Try: tar c -C FOLDER . | curl --data-binary @-"
                  + " -H 'Content-Type: application/x-tar' …");
      case TOO_LARGE -> tooLarge(limit);
    };
  }

  private static Problem tooLarge(long limit) {
    return Problem.other(
        413,
        "Too large",
        "the snapshot is larger than "
            + limit
            + " bytes. Try: leave out what is not needed, or set plumbline.web.snapshot-limit.");
  }

  private static byte[] limited(InputStream body, long limit) throws IOException {
    byte[] bytes = body.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
    if (bytes.length > limit) {
      throw tooLarge(limit);
    }
    return bytes;
  }

  private static Map<String, byte[]> json(byte[] body, long values) throws IOException {
    var constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_DIGITS)
            .maxTokenCount(values)
            .build();
    JsonFactory factory = JsonFactory.builder().streamReadConstraints(constraints).build();
    try (JsonParser parser = factory.createParser(body)) {
      return new PostedSnapshot(body, parser).files();
    } catch (StreamConstraintsException e) {
      throw exceeded(e, values);
    } catch (JsonProcessingException e) {
      throw Problem.badRequest(
          "the body is not JSON: "
              + Printable.of(e.getOriginalMessage())
              + " at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr()
              + ". "
              + ADVICE);
    } catch (IOException e) {
      throw Problem.badRequest("the body is not UTF-8. " + ADVICE);
    }
  }

  private static Problem exceeded(StreamConstraintsException e, long values) {
    return e.getOriginalMessage().contains("Token count")
        ? Problem.other(
            413,
            "Too large",
            "the snapshot holds more than "
                + values
                + " values. Try: leave out what is not needed, or set"
                + " plumbline.web.snapshot-values.")
        : Problem.badRequest(
            "the body nests more than "
                + MAX_DEPTH
                + " levels deep, or holds a number of more than "
                + MAX_DIGITS
                + " digits or a name that is too long. "
                + ADVICE);
  }

  private Map<String, byte[]> files() throws IOException {
    var files = new TreeMap<String, byte[]>();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Problem.badRequest("the body is not a JSON object. " + ADVICE);
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      boolean objects = name.equals("cluster");
      byte[] content = content(name, parser.nextToken());
      if (files.put(objects ? "cluster/objects.json" : name, content) != null) {
        throw Problem.badRequest("the body holds " + Printable.of(name) + " twice. " + ADVICE);
      }
      if (files.size() > MAX_FILES) {
        throw Problem.badRequest("the body holds more than " + MAX_FILES + " files. " + ADVICE);
      }
    }
    if (parser.nextToken() != null) {
      throw Problem.badRequest("the body goes on after its JSON object. " + ADVICE);
    }
    return files;
  }

  private byte[] content(String name, @Nullable JsonToken token) throws IOException {
    if (name.equals("cluster")) {
      if (token != JsonToken.START_ARRAY) {
        throw Problem.badRequest("cluster is not a list of Kubernetes objects. " + ADVICE);
      }
      var list = new ByteArrayOutputStream();
      list.writeBytes(
          "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":".getBytes(StandardCharsets.UTF_8));
      list.writeBytes(asSent());
      list.writeBytes("}".getBytes(StandardCharsets.UTF_8));
      return list.toByteArray();
    }
    if (token == JsonToken.VALUE_STRING) {
      return parser.getText().getBytes(StandardCharsets.UTF_8);
    }
    if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
      return asSent();
    }
    throw Problem.badRequest(
        Printable.of(name) + " is neither the text of a file nor its JSON. " + ADVICE);
  }

  /** The bytes of the object or list that begins here. */
  private byte[] asSent() throws IOException {
    long from = parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    long to = parser.currentLocation().getByteOffset();
    if (from < 0 || to < from) {
      throw Problem.badRequest("the body is not UTF-8. " + ADVICE);
    }
    return Arrays.copyOfRange(body, (int) from, (int) to);
  }
}
