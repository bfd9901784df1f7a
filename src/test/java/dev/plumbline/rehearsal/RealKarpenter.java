package dev.plumbline.rehearsal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A real Karpenter, the program that acts on its cluster, and somebody who lets things happen. */
final class RealKarpenter implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** For what takes minutes: rings, instances that start, drift. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final String UNREGISTERED = "karpenter.sh/unregistered";
  private static final ResourceDefinitionContext VERDICTS =
      kind("plumbline.dev", "v1alpha1", "imageverdicts");
  private static final ResourceDefinitionContext CLAIMS = kind("karpenter.sh", "v1", "nodeclaims");
  private static final List<ResourceDefinitionContext> WATCHED =
      List.of(
          VERDICTS,
          kind("karpenter.k8s.aws", "v1", "ec2nodeclasses"),
          kind("karpenter.sh", "v1", "nodepools"),
          CLAIMS,
          kind("", "v1", "nodes"));

  private final KarpenterScenario scenario;
  private final Path folder;
  private final Peers peers;
  private final KubernetesClient client;
  private final PackagedProgram program;
  private final ClusterRecord record;
  private final List<SharedIndexInformer<GenericKubernetesResource>> informers = new ArrayList<>();
  private final Map<String, JsonNode> kubelets = new HashMap<>();
  private @Nullable URI answers;

  /** Starts all of it; what it writes is left in {@code folder}. */
  RealKarpenter(KarpenterScenario scenario, Path folder) throws IOException {
    this.scenario = scenario;
    this.folder = folder;
    this.program = new PackagedProgram(folder).warm().bothCompilers();
    this.peers = Peers.startKarpenter();
    this.client = peers.client();
    this.record = new ClusterRecord(folder.resolve("changes.jsonl"));
    apply(Files.readString(Path.of("charts/plumbline/crd/imageverdicts.yaml")));
    Await.until("ImageVerdicts are served", () -> serves(VERDICTS));
    WATCHED.forEach(this::watch);
  }

  private static ResourceDefinitionContext kind(String group, String version, String plural) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withPlural(plural)
        .withNamespaced(false)
        .build();
  }

  private boolean serves(ResourceDefinitionContext kind) {
    try {
      client.genericKubernetesResources(kind).list();
      return true;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private void watch(ResourceDefinitionContext kind) {
    informers.add(
        client
            .genericKubernetesResources(kind)
            .inform(
                new ResourceEventHandler<GenericKubernetesResource>() {
                  @Override
                  public void onAdd(GenericKubernetesResource object) {
                    record.add("ADDED", tree(object));
                  }

                  @Override
                  public void onUpdate(
                      GenericKubernetesResource before, GenericKubernetesResource object) {
                    record.add("MODIFIED", tree(object));
                    register(object);
                  }

                  @Override
                  public void onDelete(GenericKubernetesResource object, boolean unknown) {
                    record.add("DELETED", tree(object));
                  }
                }));
  }

  /**
   * The kubelet of the peer may write a taint back that Karpenter has just taken away: such a node
   * would never be initialized.
   */
  private void register(HasMetadata object) {
    if (object.getKind().equals("Node")
        && object.getMetadata().getLabels().containsKey("karpenter.sh/registered")
        && tree(object).at("/spec/taints").findValuesAsText("key").contains(UNREGISTERED)) {
      client
          .nodes()
          .withName(object.getMetadata().getName())
          .edit(
              node -> {
                node.getSpec().getTaints().removeIf(each -> each.getKey().equals(UNREGISTERED));
                return node;
              });
    }
  }

  private JsonNode tree(HasMetadata object) {
    try {
      return JSON.readTree(client.getKubernetesSerialization().asJson(object));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void apply(String objects) {
    client.load(new ByteArrayInputStream(objects.getBytes(UTF_8))).serverSideApply();
  }

  /** Lets everything happen, then nothing for some time; tells what was seen. */
  ClusterRecord run(Duration calm) throws IOException, InterruptedException {
    Path parameters = folder.resolve("parameters.yaml");
    new YAMLMapper().writeValue(parameters.toFile(), scenario.parameters());
    program.with(peers.env());
    program.with(
        Map.of(
            "PLUMBLINE_HOST_PARAMETERS_FILE", parameters.toString(),
            "PLUMBLINE_RULES_STATE_DIR", folder.resolve("state").toString(),
            "PLUMBLINE_LEADER_ELECTION", "false",
            "PLUMBLINE_EC2_ACCOUNT_ID", "123456789012",
            "PLUMBLINE_EC2_INTERVAL_IMAGES", "10s",
            "PLUMBLINE_EC2_INTERVAL_SSM_PARAMETERS", "10s"));
    for (Map<String, JsonNode> step : scenario.steps()) {
      for (var each : step.entrySet()) {
        record.say(each.getKey() + " " + each.getValue());
        happen(each.getKey(), each.getValue());
      }
      if (answers == null) {
        // The first release is there when the first image is looked for.
        apply(scenario.applied());
        answers = program.serve();
      }
    }
    record.say("calm");
    pass(calm);
    record.say("end");
    program.end();
    return record;
  }

  /** How often a field of an object was written, as the decision log has it: by kind and name. */
  Map<String, Integer> carriedOut() throws IOException {
    var counts = new TreeMap<String, Integer>();
    try (Stream<Path> segments = Files.list(folder.resolve("audit/segments"))) {
      for (Path segment : segments.toList()) {
        for (String line : lines(segment)) {
          JsonNode entry = JSON.readTree(line);
          JsonNode outcome = entry.path("body");
          if (entry.path("kind").asText().equals("outcome")
              && outcome.path("result").asText().equals("done")
              && !outcome.path("action").asText().equals("KeepImageVerdicts")) {
            JsonNode object = outcome.path("object");
            counts.merge(
                object.path("kind").asText() + "/" + object.path("name").asText(), 1, Integer::sum);
          }
        }
      }
    }
    return counts;
  }

  /** Of a segment that is open or closed; none of what stands beside it. */
  private static List<String> lines(Path file) throws IOException {
    if (file.toString().endsWith(".jsonl")) {
      return Files.readAllLines(file);
    }
    if (file.toString().endsWith(".jsonl.gz")) {
      try (var closed = new GZIPInputStream(Files.newInputStream(file))) {
        return new String(closed.readAllBytes(), UTF_8).lines().toList();
      }
    }
    return List.of();
  }

  /** What a replay of the decision log says. */
  String replayed() throws IOException, InterruptedException {
    Path place = Files.createDirectory(folder.resolve("replay"));
    try (var replay = new PackagedProgram(place)) {
      replay.run("audit", "replay", "--log", folder.resolve("audit").toString());
      return replay.said();
    }
  }

  private void pass(Duration time) {
    Instant end = Instant.now().plus(time);
    until(time.plus(PATIENCE), "time has passed", () -> Instant.now().isAfter(end));
  }

  private void happen(String verb, JsonNode what) throws IOException, InterruptedException {
    switch (verb) {
      case "release" -> release(what.asText());
      case "pointer" -> pointer(what.asText());
      case "kubelets" -> kubelets(what);
      case "wait" -> pass(Duration.ofSeconds(what.asLong()));
      case "cluster" ->
          until("there are " + what + " nodes", () -> record.readyNodes().size() == what.asInt());
      case "nodes" ->
          until("all nodes run " + what, () -> record.allRun(what.asText()) && !record.isMoving());
      case "running" ->
          until("a node runs " + what, () -> record.claimsOn(what.asText()).size() > 0);
      case "verdict" -> untilEach(what, record::state);
      case "pinned" -> untilEach(what, record::pin);
      case "exists" -> until(what + " is there", () -> record.exists(what.asText()));
      case "gone" -> until(what + " is gone", () -> !record.exists(what.asText()));
      case "keep" -> record.keep(what.asText());
      case "says" ->
          what.properties()
              .forEach(
                  each ->
                      until(each.toString(), () -> says(each.getKey(), each.getValue().asText())));
      case "waits" ->
          what.properties()
              .forEach(
                  each ->
                      until(each.toString(), () -> waits(each.getKey(), each.getValue().asText())));
      case "delete" ->
          record
              .claimsOn(what.asText())
              .forEach(claim -> client.genericKubernetesResources(CLAIMS).withName(claim).delete());
      case "scale" ->
          what.properties()
              .forEach(
                  each ->
                      client
                          .apps()
                          .deployments()
                          .inNamespace("default")
                          .withName(each.getKey())
                          .scale(each.getValue().asInt()));
      default -> throw new IllegalArgumentException("no such step: " + verb);
    }
  }

  /** Whether the nodes of an app are said to wait for something, or one of them. */
  private boolean waits(String app, String what) {
    return client
        .pods()
        .inNamespace("default")
        .withLabel("app", app)
        .resources()
        .map(
            pod ->
                record.claimOf(Objects.requireNonNullElse(pod.get().getSpec().getNodeName(), "")))
        .anyMatch(claim -> claim != null && says("explain?for=NodeClaim/" + claim, what));
  }

  /** Whether the answer to a request has these words in it. */
  private boolean says(String request, String what) {
    try {
      String said = PackagedProgram.ask(URI.create(answers + "/api/v1/" + request), null);
      Files.writeString(folder.resolve(request.replaceAll("\\W+", ".") + ".json"), said);
      return said.contains(what);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives all back, as people do, and waits until nothing of the program is left. */
  void giveBack() throws IOException, InterruptedException {
    Path place = Files.createDirectory(folder.resolve("release"));
    try (var release = new PackagedProgram(place).with(peers.env())) {
      assertThat(release.run("release")).as(release.said()).isZero();
    }
    Await.until(
        Duration.ofMinutes(3), "all is given back", () -> record.marked("plumbline").isEmpty());
  }

  private void untilEach(JsonNode what, Function<String, @Nullable String> now) {
    what.properties()
        .forEach(
            each ->
                until(
                    each.toString(),
                    () -> each.getValue().asText().equals(now.apply(each.getKey()))));
  }

  private void until(String what, BooleanSupplier condition) {
    until(PATIENCE, what, condition);
  }

  private void until(Duration patience, String what, BooleanSupplier condition) {
    Await.until(
        patience,
        what,
        () -> {
          if (program.isAlive()) {
            return condition.getAsBoolean();
          }
          throw new AssertionError("it has ended: " + program.said());
        });
  }

  /** A new image, in SSM under its version; SSM's pointer names it. */
  private void release(String version) throws IOException, InterruptedException {
    String id = record.image(version);
    ObjectNode image =
        JSON.createObjectNode()
            .put("State", "available")
            .put("Architecture", "x86_64")
            .put("CreationDate", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
            .put("VirtualizationType", "hvm")
            .put("RootDeviceType", "ebs")
            .put("RootDeviceName", "/dev/xvda")
            .put("EnaSupport", true);
    image.setAll(scenario.release().image());
    image.put("Name", named(image.path("Name").asText(), version));
    seed("images/" + id, image);
    parameters(scenario.release().paths(), version, id);
    pointer(version);
  }

  private void pointer(String version) throws IOException, InterruptedException {
    parameters(scenario.release().pointers(), version, record.image(version));
  }

  private void parameters(@Nullable List<String> names, String version, String id)
      throws IOException, InterruptedException {
    if (names != null) {
      var values = new TreeMap<String, String>();
      names.forEach(name -> values.put(named(name, version), id));
      seed("parameters", JSON.valueToTree(values));
    }
  }

  private static String named(String text, String version) {
    return text.replace("VERSION", version);
  }

  /** Which images go wrong: "never", or after how many seconds. */
  private void kubelets(JsonNode what) throws IOException {
    what.properties().forEach(each -> kubelets.put(record.image(each.getKey()), each.getValue()));
    Path bad = Path.of(peers.env().get("PEERS_DIR"), "bad.json");
    Path next = Files.write(bad.resolveSibling("bad.next"), JSON.writeValueAsBytes(kubelets));
    Files.move(next, bad, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void seed(String path, JsonNode body) {
    Peers.seed(peers.aws(), "PUT", path, body.toString());
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
    program.close();
    client.close();
    peers.close();
    record.close();
  }
}
