package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * The states that the objects of a watch stream went through, without names and times: for every
 * object the sequence of values of each thing that can be told of it. Equal objects are counted.
 */
final class WatchTrace {

  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final Duration FLICKER = Duration.ofSeconds(1);
  private static final List<String> KINDS =
      List.of("ec2nodeclasses", "nodepools", "nodeclaims", "nodes", "pods");

  private record Value(String text, Instant since) {}

  private final Map<String, Map<String, List<Value>>> objects = new TreeMap<>();

  /** Reads a folder of recorded streams: one file a kind, one event a line. */
  static WatchTrace recorded(Path folder) {
    var trace = new WatchTrace();
    for (String kind : KINDS) {
      Path file = folder.resolve(kind + ".jsonl.gz");
      try (var lines =
          new BufferedReader(
              new InputStreamReader(
                  new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          JsonNode event = JSON.readTree(line);
          trace.add(event.path("type").asText(), event.path("object"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return trace;
  }

  /** Adds one event of a watch. */
  void add(String type, JsonNode object) {
    String key = object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
    Map<String, List<Value>> tracks = objects.computeIfAbsent(key, k -> new TreeMap<>());
    Map<String, Value> now = tracks(object);
    if (type.equals("DELETED")) {
      now.put("exists", new Value("gone", Instant.EPOCH));
    }
    for (String track : tracks.keySet()) {
      now.putIfAbsent(track, new Value("-", Instant.EPOCH));
    }
    now.forEach(
        (track, value) -> append(tracks.computeIfAbsent(track, t -> new ArrayList<>()), value));
  }

  private static void append(List<Value> track, Value value) {
    if (!track.isEmpty() && track.getLast().text().equals(value.text())) {
      return;
    }
    int size = track.size();
    if (size >= 2
        && track.get(size - 2).text().equals(value.text())
        && value.text().equals("False")
        && !value.since().isAfter(track.getLast().since().plus(FLICKER))) {
      track.removeLast();
      return;
    }
    track.add(value);
  }

  private static Map<String, Value> tracks(JsonNode object) {
    var tracks = new TreeMap<String, Value>();
    String kind = object.path("kind").asText();
    for (JsonNode condition : object.at("/status/conditions")) {
      String type = condition.path("type").asText();
      String reason = condition.path("reason").asText();
      boolean plain = reason.isEmpty() || reason.equals(type) || kind.equals("Node");
      if (!type.equals("DisruptionTarget")) {
        tracks.put(
            type,
            new Value(
                condition.path("status").asText() + (plain ? "" : "(" + reason + ")"),
                instant(condition.path("lastTransitionTime").asText())));
      }
    }
    JsonNode spec = object.path("spec");
    JsonNode status = object.path("status");
    var other = new TreeMap<String, String>();
    switch (kind) {
      case "EC2NodeClass" -> {
        other.put("generation", object.at("/metadata/generation").asText());
        var names = new ArrayList<String>();
        status.path("amis").forEach(ami -> names.add(ami.path("name").asText()));
        other.put("amis", String.join(" ", names));
      }
      case "NodePool" -> other.put("generation", object.at("/metadata/generation").asText());
      case "NodeClaim" -> {
        other.put("image", status.path("imageID").asText("-").replaceFirst(".*[ab]0", "v"));
        other.put("deleting", String.valueOf(object.at("/metadata").has("deletionTimestamp")));
        other.put("node", status.has("nodeName") ? "named" : "-");
      }
      case "Node" -> {
        var taints = new ArrayList<String>();
        spec.path("taints").forEach(taint -> taints.add(taint.path("key").asText()));
        other.put("taints", String.join(" ", taints));
        for (String label : List.of("registered", "initialized")) {
          other.put(label, object.at("/metadata/labels").path("karpenter.sh/" + label).asText("-"));
        }
        other.put("deleting", String.valueOf(object.at("/metadata").has("deletionTimestamp")));
      }
      default -> {
        other.put("phase", status.path("phase").asText());
        other.put("node", spec.has("nodeName") ? "named" : "-");
      }
    }
    other.forEach((track, text) -> tracks.put(track, new Value(text, Instant.EPOCH)));
    return tracks;
  }

  private static Instant instant(String time) {
    return time.isEmpty() || time.equals("null") ? Instant.EPOCH : Instant.parse(time);
  }

  /** The trace as text: what the objects of each kind went through, and how many of them. */
  String text() {
    var counts = new TreeMap<String, Integer>();
    objects.forEach(
        (key, tracks) -> {
          var text = new StringBuilder(key.substring(0, key.indexOf('/')));
          tracks.forEach(
              (track, values) ->
                  text.append("\n  ")
                      .append(track)
                      .append(": ")
                      .append(
                          String.join(
                              " > ",
                              values.stream()
                                  .map(value -> value.text().isEmpty() ? "none" : value.text())
                                  .toList())));
          counts.merge(text.toString(), 1, Integer::sum);
        });
    var all = new StringBuilder();
    counts.forEach((text, count) -> all.append(count).append(" × ").append(text).append('\n'));
    return all.toString();
  }
}
