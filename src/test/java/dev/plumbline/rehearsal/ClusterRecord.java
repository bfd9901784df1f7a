package dev.plumbline.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Every change of a cluster's objects, as the API server told of it, and what follows from them:
 * which releases nodes ran, what was pinned when, and how often a field was written.
 */
final class ClusterRecord implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITTEN = Set.of("EC2NodeClass", "NodePool");

  /** States in which every node class may launch a release. */
  private static final Set<String> FOR_ALL = Set.of("rolling", "proven");

  /** A field of a spec was changed. */
  record Write(Instant at, String object, String field, JsonNode before, JsonNode after) {}

  /** A claim ran an image from {@code launched} on. */
  record Launch(String claim, String image, String nodeClass, Instant launched) {}

  private final Map<String, JsonNode> objects = new TreeMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private final Map<String, List<String>> states = new TreeMap<>();
  private final Map<String, Instant> stateSince = new HashMap<>();
  private final List<Launch> launches = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final TreeSet<Instant> evidence = new TreeSet<>();
  private final Map<String, List<String>> pins = new TreeMap<>();
  private final Map<String, Instant> wasReady = new HashMap<>();
  private final Map<String, Instant> notReady = new HashMap<>();
  private final Map<String, String> nodes = new HashMap<>();
  private final Map<String, Instant> said = new HashMap<>();
  private final Map<String, Integer> exposed = new TreeMap<>();
  private final Set<String> kept = new TreeSet<>();
  private final Map<String, Integer> madeAndDeleted = new TreeMap<>();
  private final Map<String, Instant> retired = new HashMap<>();
  private final Set<String> deleting = new HashSet<>();
  private final BufferedWriter file;
  private int statusWrites;

  ClusterRecord(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  /** The id of the image of a version. */
  synchronized String image(String version) {
    String id = "ami-%017x".formatted(0xa0000000L + (version.hashCode() & 0xffffff));
    versions.put(id, version);
    return id;
  }

  /** Somebody does something from now on. */
  synchronized void say(String what) {
    evidence.add(Instant.now());
    said.put(what, Instant.now());
    write(JSON.createObjectNode().put("at", Instant.now().toString()).put("step", what));
  }

  /** An object is there, has changed, or is gone. */
  synchronized void add(String type, JsonNode object) {
    Instant now = Instant.now();
    write(
        JSON.createObjectNode()
            .put("at", now.toString())
            .put("type", type)
            .set("object", withoutNoise(object)));
    String kind = object.path("kind").asText();
    String name = object.at("/metadata/name").asText();
    String key = kind + "/" + name;
    JsonNode before = objects.getOrDefault(key, MissingNode.getInstance());
    if (type.equals("DELETED")) {
      objects.remove(key);
    } else {
      objects.put(key, object);
    }
    switch (kind) {
      case "ImageVerdict" -> verdict(object, now);
      case "NodeClaim" -> claim(before, object, now, type);
      case "Node" -> node(name, object, now);
      default -> {}
    }
    if (WRITTEN.contains(kind) && type.equals("MODIFIED") && !before.isMissingNode()) {
      for (String field : fields(before, object)) {
        JsonNode old = before.path("spec").path(field);
        JsonNode next = object.path("spec").path(field);
        if (!old.equals(next)) {
          writes.add(new Write(now, key, field, old, next));
        }
      }
    }
    if (object.at("/metadata/annotations").has("plumbline.dev/canary-of")) {
      canary(type, key, object, now);
    }
    if (kind.equals("EC2NodeClass")) {
      String pin = pin(object);
      List<String> all = pins.computeIfAbsent(name, n -> new ArrayList<>());
      if (!pin.isEmpty() && (all.isEmpty() || !all.getLast().equals(pin))) {
        all.add(pin);
      }
    }
  }

  /** An object of a canary was made, or is being deleted; a pool launches nothing more then. */
  private void canary(String type, String key, JsonNode object, Instant now) {
    boolean isDeleted = type.equals("DELETED") || object.at("/metadata").has("deletionTimestamp");
    if (type.equals("ADDED") || (isDeleted && deleting.add(object.at("/metadata/uid").asText()))) {
      madeAndDeleted.merge(key, 1, Integer::sum);
      evidence.add(now);
      if (isDeleted && key.startsWith("NodePool/")) {
        retired.putIfAbsent(
            version(object.at("/metadata/annotations/plumbline.dev~1canary-release").asText()),
            now);
      }
    }
  }

  private static Set<String> fields(JsonNode before, JsonNode after) {
    var fields = new TreeSet<String>();
    before.path("spec").fieldNames().forEachRemaining(fields::add);
    after.path("spec").fieldNames().forEachRemaining(fields::add);
    return fields;
  }

  private static JsonNode withoutNoise(JsonNode object) {
    ObjectNode copy = object.deepCopy();
    ((ObjectNode) copy.path("metadata")).remove("managedFields");
    return copy;
  }

  private void verdict(JsonNode object, Instant now) {
    statusWrites++;
    String version = version(object.at("/status/release").asText());
    String state = object.at("/status/state").asText();
    if (state.isEmpty()) {
      return;
    }
    List<String> all = states.computeIfAbsent(version, v -> new ArrayList<>());
    if (all.isEmpty() || !all.getLast().equals(state)) {
      all.add(state);
      stateSince.put(version, now);
      evidence.add(now);
      expose();
    }
  }

  private void claim(JsonNode before, JsonNode object, Instant now, String type) {
    if (!type.equals("MODIFIED")) {
      evidence.add(now);
    }
    nodes.put(object.at("/metadata/name").asText(), object.at("/status/nodeName").asText());
    String image = object.at("/status/imageID").asText();
    if (before.at("/status/imageID").asText().isEmpty() && !image.isEmpty()) {
      launches.add(
          new Launch(
              object.at("/metadata/name").asText(),
              version(image),
              object.at("/spec/nodeClassRef/name").asText(),
              now));
      expose();
    }
  }

  private void node(String name, JsonNode object, Instant now) {
    String ready =
        StreamSupport.stream(object.at("/status/conditions").spliterator(), false)
            .filter(each -> each.path("type").asText().equals("Ready"))
            .map(each -> each.path("status").asText())
            .findFirst()
            .orElse("");
    if (ready.equals("True")) {
      if (wasReady.putIfAbsent(name, now) == null | notReady.remove(name) != null) {
        evidence.add(now);
      }
    } else if (wasReady.containsKey(name) && notReady.putIfAbsent(name, now) == null) {
      evidence.add(now);
    }
  }

  /** Counts nodes on releases that not everybody may run, once there is another to stay on. */
  private void expose() {
    if (states.values().stream().anyMatch(all -> all.contains("proven"))) {
      Map<String, Long> counts =
          claims().stream()
              .collect(
                  Collectors.groupingBy(
                      claim -> version(claim.at("/status/imageID").asText()),
                      Collectors.counting()));
      counts.forEach(
          (version, count) -> {
            if (!version.isEmpty()
                && !FOR_ALL.contains(Objects.requireNonNullElse(state(version), ""))) {
              exposed.merge(version, count.intValue(), Math::max);
            }
          });
    }
  }

  /** The releases that a node class names; others' images and what is not pinned are left out. */
  private String pin(JsonNode nodeClass) {
    return StreamSupport.stream(nodeClass.at("/spec/amiSelectorTerms").spliterator(), false)
        .map(term -> term.has("id") ? term.path("id").asText() : term.path("alias").asText())
        .filter(
            term -> versions.containsKey(term) || (term.contains("@") && !term.endsWith("@latest")))
        .map(this::version)
        .distinct()
        .sorted()
        .collect(Collectors.joining("+"));
  }

  /** Of an image id, or of a release of a family. */
  private String version(String release) {
    String version = release.substring(release.indexOf('@') + 1);
    if (versions.containsKey(version)) {
      return versions.get(version);
    }
    return versions.containsValue(version) || !version.startsWith("v")
        ? version
        : version.substring(1);
  }

  private List<JsonNode> claims() {
    return objects.values().stream()
        .filter(object -> object.path("kind").asText().equals("NodeClaim"))
        .toList();
  }

  /** The names of the claims that run a version. */
  synchronized List<String> claimsOn(String version) {
    return claims().stream()
        .filter(claim -> version(claim.at("/status/imageID").asText()).equals(version))
        .map(claim -> claim.at("/metadata/name").asText())
        .toList();
  }

  /** The claims that run a version now are to stay. */
  synchronized void keep(String version) {
    kept.addAll(claimsOn(version));
  }

  /** The claims that were to stay, and did not. */
  synchronized List<String> lost() {
    return kept.stream()
        .filter(
            claim -> {
              JsonNode now = objects.get("NodeClaim/" + claim);
              return now == null || now.at("/metadata").has("deletionTimestamp");
            })
        .toList();
  }

  /** Whether an object is there: its kind and name. */
  synchronized boolean exists(String object) {
    return objects.containsKey(object);
  }

  /** Node classes and pools in which a word stands. */
  synchronized List<String> marked(String word) {
    return objects.entrySet().stream()
        .filter(each -> WRITTEN.contains(each.getValue().path("kind").asText()))
        .filter(each -> each.getValue().toString().contains(word))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The claim of a node, or null. */
  synchronized @Nullable String claimOf(String node) {
    return nodes.entrySet().stream()
        .filter(each -> each.getValue().equals(node))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** The names of the nodes that are ready. */
  synchronized List<String> readyNodes() {
    return objects.keySet().stream()
        .filter(key -> key.startsWith("Node/"))
        .map(key -> key.substring("Node/".length()))
        .filter(name -> wasReady.containsKey(name) && !notReady.containsKey(name))
        .toList();
  }

  /** Whether there are nodes, and every one is ready and runs a version. */
  synchronized boolean allRun(String version) {
    int on = claimsOn(version).size();
    return on > 0 && on == claims().size() && on == readyNodes().size();
  }

  /** Whether claims are being deleted. */
  synchronized boolean isMoving() {
    return claims().stream().anyMatch(claim -> claim.at("/metadata").has("deletionTimestamp"));
  }

  /** The state of a release, or null. */
  synchronized @Nullable String state(String version) {
    List<String> all = states.getOrDefault(version, List.of());
    return all.isEmpty() ? null : all.getLast();
  }

  /** What a node class is pinned to, or null. */
  synchronized @Nullable String pin(String nodeClass) {
    List<String> all = pins.getOrDefault(nodeClass, List.of());
    return all.isEmpty() ? null : all.getLast();
  }

  /** The states that each release went through. */
  synchronized Map<String, List<String>> states() {
    return states;
  }

  /** What each node class was pinned to, one after the other. */
  synchronized Map<String, List<String>> pins() {
    return pins;
  }

  /** The most nodes at a time on each release that was not for all. */
  synchronized Map<String, Integer> exposed() {
    return exposed;
  }

  synchronized List<Write> writes() {
    return writes;
  }

  /** How often a field of each object was written; an object of a canary made, or deleted. */
  synchronized Map<String, Integer> written() {
    var counts = new TreeMap<String, Integer>(madeAndDeleted);
    writes.forEach(write -> counts.merge(write.object(), 1, Integer::sum));
    return counts;
  }

  synchronized int statusWrites() {
    return statusWrites;
  }

  /** Writes of a field that were taken back within a minute. */
  synchronized List<Write> flaps() {
    var flaps = new ArrayList<Write>();
    eachPair(
        (first, second) -> {
          if (first.before().equals(second.after())
              && first.at().plusSeconds(60).isAfter(second.at())) {
            flaps.add(second);
          }
        });
    return flaps;
  }

  /** Writes of a field that was written before, with nothing new in between. */
  synchronized List<Write> needless() {
    var needless = new ArrayList<Write>();
    eachPair(
        (first, second) -> {
          if (evidence.subSet(first.at(), second.at()).isEmpty()) {
            needless.add(second);
          }
        });
    return needless;
  }

  private void eachPair(BiConsumer<Write, Write> each) {
    var last = new HashMap<String, Write>();
    for (Write write : writes) {
      Write before = last.put(write.object() + " " + write.field(), write);
      if (before != null) {
        each.accept(before, write);
      }
    }
  }

  /** When the first node of a release was shown to fail. */
  synchronized @Nullable Instant failed(
      String version, Duration notReadyFor, Duration readyWithin) {
    return launches.stream()
        .filter(launch -> launch.image().equals(version))
        .map(
            launch -> {
              Instant bad = notReady.get(nodes.getOrDefault(launch.claim(), ""));
              return bad == null ? launch.launched().plus(readyWithin) : bad.plus(notReadyFor);
            })
        .min(Instant::compareTo)
        .orElse(null);
  }

  /** When somebody did something, for the first time. */
  synchronized @Nullable Instant said(String what) {
    return said.get(what);
  }

  /** When a release entered the state that it is in. */
  synchronized @Nullable Instant since(String version) {
    return stateSince.get(version);
  }

  /**
   * When the last node class that was pinned to a release was pinned to another one, or the pool of
   * its canary was deleted.
   */
  synchronized @Nullable Instant left(String image) {
    return Stream.concat(
            writes.stream()
                .filter(write -> write.field().equals("amiSelectorTerms"))
                .filter(write -> names(write.before(), image) && !names(write.after(), image))
                .map(Write::at),
            Stream.ofNullable(retired.get(image)))
        .max(Instant::compareTo)
        .orElse(null);
  }

  private boolean names(JsonNode terms, String version) {
    return pin(JSON.createObjectNode()
            .set("spec", JSON.createObjectNode().set("amiSelectorTerms", terms)))
        .equals(version);
  }

  /** The launches on a release after a moment. */
  synchronized List<Launch> launched(String version, Instant after) {
    return launches.stream()
        .filter(launch -> launch.image().equals(version) && launch.launched().isAfter(after))
        .toList();
  }

  private void write(JsonNode line) {
    try {
      file.write(line.toString());
      file.newLine();
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
