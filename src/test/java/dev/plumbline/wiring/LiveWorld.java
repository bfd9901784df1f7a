package dev.plumbline.wiring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.ec2.FakeRegion;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot folder that is served live: its objects by an API server, the rest by {@link
 * FakeRegion}, what is remembered by a state file. A host that is assembled as {@code serve} and
 * {@code snapshot} assemble theirs sees it from there.
 */
final class LiveWorld {

  static final Evaluation EVALUATION = Evaluation.with((Path) null);

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final List<String> REMEMBERED =
      List.of("learnedCapacity", "unavailableOfferings", "pastLaunches", "launchFailures");
  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** How long to wait at a time while a source fails, which never answers. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(1_500);

  /** In the files of a folder: {@code NOW-PT10M}, so that it does not grow old. */
  private static final Pattern AGO = Pattern.compile("NOW-(PT[0-9A-Z]+)");

  private final Path folder;
  private final Path work;
  private final JsonNode settings;

  private LiveWorld(Path folder, Path work) throws IOException {
    this.folder = folder;
    this.work = work;
    this.settings = YAML.readTree(folder.resolve("snapshot.yaml").toFile());
  }

  /** The world of {@code folder}, with what is made of it in {@code work}. */
  static LiveWorld of(Path folder, Path work) throws IOException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Path dated = work.resolve("given");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = dated.resolve(folder.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.writeString(
            copy,
            AGO.matcher(Files.readString(file))
                .replaceAll(ago -> now.minus(Duration.parse(ago.group(1))).toString()));
      }
    }
    return new LiveWorld(dated, work);
  }

  /** The Kubernetes version that its settings name. */
  String kubernetesVersion() {
    return settings.path("kubernetesVersion").asText("1.33");
  }

  /** The objects of those files of {@code cluster/}, in their order. */
  List<ObjectNode> objects(Predicate<String> of) throws IOException {
    var objects = new ArrayList<ObjectNode>();
    Path cluster = folder.resolve("cluster");
    if (Files.isDirectory(cluster)) {
      try (Stream<Path> files = Files.walk(cluster)) {
        for (Path file :
            files
                .filter(Files::isRegularFile)
                .filter(each -> of.test(each.getFileName().toString()))
                .sorted()
                .toList()) {
          try (var documents = YAML.readerFor(ObjectNode.class).readValues(file.toFile())) {
            while (documents.hasNext()) {
              var object = (ObjectNode) documents.next();
              if (object.path("kind").asText().equals("List")) {
                object.path("items").forEach(item -> objects.add((ObjectNode) item));
              } else {
                objects.add(object);
              }
            }
          }
        }
      }
    }
    return objects;
  }

  /** What a host makes of it, and the folder in which it is recorded. */
  record Recorded(HostSnapshot live, Path folder, List<String> unanswered) {}

  /**
   * Settles what a host sees live, and records it as {@code plumbline snapshot} does.
   *
   * @param client of the API server that has the objects; null without a cluster
   * @param failing the operation of AWS that fails; empty when none does
   */
  Recorded record(@Nullable KubernetesClient client, String failing)
      throws IOException, InterruptedException {
    try (var region = new FakeRegion(folder)) {
      if (!failing.isEmpty()) {
        region.fail(failing, "UnauthorizedOperation");
      }
      boolean fails = !failing.isEmpty() || settings.path("sources").toString().contains("failed");
      return record(client, region, fails);
    }
  }

  private Recorded record(@Nullable KubernetesClient client, FakeRegion region, boolean fails)
      throws IOException, InterruptedException {
    var published = new HostState();
    AssemblySettings assembly = assembly(region);
    HostEnvironment around = new Wiring(assembly, published).assemble(EVALUATION, client);
    try (around;
        var host =
            new Host(
                EVALUATION,
                published,
                ActionPipeline.DISABLED,
                assembly.host().timings(Clock.systemUTC()),
                around.events())) {
      Path parameters = work.resolve("parameters.yaml");
      Files.writeString(parameters, YAML.writeValueAsString(settings.path("parameters")));
      if (settings.has("parameters")) {
        host.publish(List.of(EVALUATION.parameters(parameters)));
      }
      var recorder = new DocumentRecorder(host);
      host.start();
      around.start(recorder);
      List<String> unanswered =
          fails
              ? whatFails(recorder, published, around)
              : recorder.await(published, around::pending, QUIET, TIMEOUT);
      around.sources().forEach(FactSource::close);
      HostSnapshot live = Objects.requireNonNull(published.now());
      Path to = work.resolve("recorded");
      new SnapshotWriter(to, EVALUATION.policy())
          .write(live, recorder.documents(), around.region());
      return new Recorded(live, to, unanswered);
    }
  }

  /** Waits until what does not answer has failed, twice the same. */
  private static List<String> whatFails(
      DocumentRecorder recorder, HostState published, HostEnvironment around)
      throws InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    List<String> before = List.of();
    while (true) {
      List<String> missing = recorder.await(published, around::pending, QUIET, POLL_INTERVAL);
      HostSnapshot now = published.now();
      boolean failed =
          now != null
              && published.queued() == 0
              && now.facts(SourceStatus.class).stream()
                  .filter(each -> missing.contains(each.source()))
                  .allMatch(each -> each.state().equals("failed"));
      if ((failed && missing.equals(before)) || System.nanoTime() - end > 0) {
        return missing;
      }
      before = missing;
    }
  }

  private AssemblySettings assembly(FakeRegion region) throws IOException {
    ObjectNode remembered = new ObjectMapper().createObjectNode();
    for (String each : REMEMBERED) {
      if (settings.has(each)) {
        remembered.set(each, settings.get(each));
      }
    }
    Path state = work.resolve("state.yaml");
    Files.writeString(state, YAML.writeValueAsString(remembered));
    var set = new HashMap<String, String>();
    set.put("plumbline.ec2.endpoint", region.endpoint().toString());
    set.put("plumbline.ec2.region", settings.path("region").asText("us-east-1"));
    set.put("plumbline.ec2.requests-per-second", "100");
    set.put("plumbline.ec2.burst", "100");
    set.put("plumbline.ec2.attempts", "1");
    set.put("plumbline.host.tick", "1s");
    set.put("plumbline.host.state-file", state.toString());
    set.put("plumbline.leader.election", "false");
    return Replica.settings(set);
  }
}
