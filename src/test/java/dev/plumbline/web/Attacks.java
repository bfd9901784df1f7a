package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** What is sent over HTTP to hurt the host: {@code src/test/resources/attacks/http}. */
public final class Attacks {

  private static final Path FOLDER = Path.of("src/test/resources/attacks/http");
  private static final Pattern REPEAT = Pattern.compile("REPEAT\\(([^,]*),([0-9]+)\\)");
  private static final int BLOCK = 512;

  private Attacks() {}

  /**
   * One of them.
   *
   * @param head the request line and headers, to their empty line
   * @param says a part of the detail of the answer; empty for any
   * @param plain whether the answer is none of the program
   */
  public record Attack(
      String name, byte[] head, byte[] body, int status, String says, boolean plain) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** Makes an attack when it is sent: together they are larger than the heap of a small JVM. */
  @FunctionalInterface
  public interface Made {

    Attack get() throws IOException;
  }

  public static List<Made> made(String host) throws IOException {
    var attacks = new ArrayList<Made>();
    for (JsonNode each : new YAMLMapper().readTree(FOLDER.resolve("bodies.yaml").toFile())) {
      attacks.add(() -> body(each, host));
    }
    for (JsonNode each : new YAMLMapper().readTree(FOLDER.resolve("connections.yaml").toFile())) {
      attacks.add(() -> connection(each, host));
    }
    return attacks;
  }

  private static Attack connection(JsonNode each, String host) {
    Matcher repeated = REPEAT.matcher(each.path("sends").asText().replace("HOST", host));
    String sends =
        repeated.replaceAll(
            part ->
                Matcher.quoteReplacement(part.group(1).repeat(Integer.parseInt(part.group(2)))));
    return new Attack(
        each.path("name").asText(),
        sends.getBytes(StandardCharsets.ISO_8859_1),
        new byte[0],
        each.path("status").asInt(),
        each.path("says").asText(),
        each.path("plain").asBoolean());
  }

  private static Attack body(JsonNode attack, String host) throws IOException {
    byte[] body = attack.has("tar") ? tar(attack.path("tar")) : text(attack);
    if (attack.path("gzip").asBoolean()) {
      var packed = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(packed)) {
        gzip.write(body);
      }
      body = packed.toByteArray();
    }
    if (attack.has("cut")) {
      body = Arrays.copyOf(body, attack.path("cut").asInt());
    }
    String type = attack.path("type").asText("application/json");
    var head = new StringBuilder("POST ");
    head.append(attack.path("path").asText("/api/v1/evaluate")).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(host).append("\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n");
    if (!type.equals("none")) {
      head.append("Content-Type: ").append(type).append("\r\n");
    }
    for (Map.Entry<String, JsonNode> header : attack.path("headers").properties()) {
      head.append(header.getKey()).append(": ").append(header.getValue().asText()).append("\r\n");
    }
    return new Attack(
        attack.path("name").asText(),
        head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1),
        body,
        attack.path("status").asInt(),
        attack.path("says").asText(),
        false);
  }

  private static byte[] text(JsonNode attack) {
    var text = new StringBuilder();
    JsonNode body = attack.path("body");
    for (JsonNode part : body.isArray() ? body : List.of(body)) {
      String repeated = part.isObject() ? part.path("repeat").asText() : part.asText();
      int times = part.path("times").asInt(1);
      for (int i = 0; i < times; i++) {
        text.append(repeated.indexOf('#') < 0 ? repeated : repeated.replace("#", "" + i));
      }
    }
    return text.toString().getBytes(Charset.forName(attack.path("utf").asText("UTF-8")));
  }

  private static byte[] tar(JsonNode entries) throws IOException {
    var tar = new ByteArrayOutputStream();
    for (JsonNode entry : entries) {
      byte[] content =
          entry
              .path("content")
              .asText()
              .repeat(entry.path("contentTimes").asInt(1))
              .getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < entry.path("times").asInt(1); i++) {
        byte[] header = new byte[BLOCK];
        put(entry.path("name").asText().replace("#", "" + i), header, 0);
        put(entry.path("size").asText("%011o".formatted(content.length)), header, 124);
        put(entry.path("type").asText("0"), header, 156);
        put("ustar", header, 257);
        tar.write(header);
        tar.write(content);
        tar.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
      }
    }
    tar.write(new byte[2 * BLOCK]);
    return tar.toByteArray();
  }

  private static void put(String text, byte[] header, int at) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
