package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.jni.HelmLib;
import com.marcnuri.helm.jni.NativeLibrary;
import com.marcnuri.helm.jni.RepoServerOptions;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The path of somebody who has nothing yet, by the commands of docs/install.md and docs/operate.md:
 * the chart from a registry, the first finding, the first kind of action, the first pin of one node
 * class, and everything reverted. Registry and API server are real; Helm is its library; the pod is
 * played by the packaged program ({@link PlayedPod}), and so is what a Job would do.
 */
@Tag("long")
class QuickstartIT {

  private static final String NAMESPACE = "plumbline";
  private static final String OLD = "ami-000000000000000a1";
  private static final String YOUNG = "ami-000000000000000a2";
  private static final Path INSTALL = Path.of("docs/install.md");
  private static final Path OPERATE = Path.of("docs/operate.md");

  @TempDir Path folder;

  private final Map<String, Duration> times = new LinkedHashMap<>();
  private HelmLib registries;
  private String registry;
  private KubernetesClient admin;
  private Path kubeconfig;

  @BeforeEach
  void open() {
    Installed.assumePossible();
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/kubectl")), "no kubectl");
    registries = NativeLibrary.getInstance().load();
    registry =
        registries.RepoOciServerStart(new RepoServerOptions(null, "somebody", "password")).out;
    admin = Peers.renewed().client();
    kubeconfig = Path.of(Peers.shared().env().get("KUBECONFIG"));
  }

  @AfterEach
  void close() {
    if (admin != null) {
      admin.close();
      registries.RepoServerStopAll();
      Peers.retire();
    }
    times.forEach((step, time) -> System.out.printf("%6.1f s  %s%n", time.toMillis() / 1e3, step));
  }

  @Test
  void fromNothingToAPinAndBack() throws Exception {
    ObjectApi server = Cluster.server();
    image(OLD, "quickstart-v1", Instant.parse("2026-01-01T00:00:00Z"));
    image(YOUNG, "quickstart-v2", Instant.now());
    ObjectRef golden = Cluster.ref(Cluster.make(server, nodeClass("golden")));
    ObjectRef other = Cluster.ref(Cluster.make(server, nodeClass("other")));
    JsonNode terms = terms(server, golden);
    publish();

    timed("helm install", () -> helm(documented(INSTALL, "helm install plumbline oci://"), ""));
    timed("key of the decision log", this::key);
    try (PackagedProgram pod = pod()) {
      URI page = timed("the pod answers", () -> pod.serve());
      timed("first finding", () -> finding(page));
      assertThat(terms(server, golden)).as("it observes").isEqualTo(terms);
    }

    String day4 = documented(OPERATE, "helm upgrade plumbline oci://");
    timed("helm upgrade: Report", () -> helm(day4, "clusterName: my-cluster\n"));
    String events = documented(OPERATE, "kubectl get events ");
    try (PackagedProgram pod = pod()) {
      pod.serve();
      timed(
          "first Report enforced",
          () -> {
            Await.until(
                PackagedProgram.PATIENCE, "an Event", () -> kubectl(events).contains("golden"));
            return null;
          });
      assertThat(terms(server, golden)).as("it reports alone").isEqualTo(terms);
    }

    kubectl(documented(OPERATE, "kubectl annotate ec2nodeclasses --all "));
    kubectl(documented(OPERATE, "kubectl annotate ec2nodeclass golden "));
    timed(
        "helm upgrade: PinAmis",
        () ->
            helm(
                day4.replace("mode.Report", "mode.PinAmis"),
                """
                clusterName: my-cluster
                replicas: 1
                decisionLog: {existingClaim: log}
                actions: {mode: {Report: enforce}}
                """));
    try (PackagedProgram pod = pod()) {
      pod.serve();
      timed(
          "first pin",
          () -> {
            Await.until(
                PackagedProgram.PATIENCE,
                "golden is pinned",
                () -> terms(server, golden).at("/0/id").asText().equals(OLD));
            return null;
          });
      assertThat(terms(server, other)).as("only the one node class").isEqualTo(terms);
    }

    timed("helm uninstall", this::uninstall);
    timed("release", this::release);
    assertThat(terms(server, golden)).isEqualTo(terms);
    Cluster.delete(server, golden);
    Cluster.delete(server, other);
  }

  /** What a step of the reader does, and how long it takes. */
  private interface Step<T> {
    T take() throws Exception;
  }

  private <T> T timed(String name, Step<T> step) throws Exception {
    long begin = System.nanoTime();
    T made = step.take();
    times.put(name, Duration.ofNanos(System.nanoTime() - begin));
    return made;
  }

  /** The first command of a page that begins so, without its comment. */
  private static String documented(Path page, String begin) throws IOException {
    return Files.readAllLines(page).stream()
        .map(line -> line.strip().replaceFirst("\\s+#.*$", ""))
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(page + " has no command '" + begin + "…'"));
  }

  private static void image(String id, String name, Instant created) {
    String body =
        """
        {"Name": "%s", "Architecture": "x86_64", "State": "available",
         "CreationDate": "%s", "OwnerId": "123456789012", "EnaSupport": true,
         "RootDeviceType": "ebs", "VirtualizationType": "hvm", "RootDeviceName": "/dev/xvda"}
        """
            .formatted(name, created);
    Peers.seed(Peers.shared().aws(), "PUT", "images/" + id, body);
  }

  private static ObjectNode nodeClass(String name) {
    ObjectNode object = Cluster.nodeClass(name);
    ObjectNode spec = (ObjectNode) object.path("spec");
    spec.put("amiFamily", "AL2023");
    spec.putArray("amiSelectorTerms").addObject().put("name", "quickstart-*");
    return object;
  }

  private static JsonNode terms(ObjectApi server, ObjectRef nodeClass) {
    return Cluster.now(server, nodeClass).at("/spec/amiSelectorTerms");
  }

  /** As the release workflow does, without what the API server is too old for. */
  private void publish() throws IOException {
    Path chart = folder.resolve("plumbline");
    Chart.copy(chart, "-SNAPSHOT", "");
    Path about = chart.resolve("Chart.yaml");
    Files.writeString(about, Files.readString(about).replace("kubeVersion:", "# kubeVersion:"));
    Files.delete(chart.resolve("templates/imageverdicts.yaml"));
    Files.delete(chart.resolve("templates/poddisruptionbudget.yaml"));
    new Helm(chart).packageIt().withDestination(folder).call();
    Helm.registry()
        .login()
        .withHost(registry)
        .withUsername("somebody")
        .withPassword("password")
        .plainHttp()
        .call();
    Path archive;
    try (var files = Files.list(folder)) {
      archive = files.filter(file -> file.toString().endsWith(".tgz")).findFirst().orElseThrow();
    }
    Helm.push()
        .withChart(archive)
        .withRemote(URI.create("oci://" + registry + "/charts"))
        .plainHttp()
        .call();
  }

  /** Types a command of Helm, at the registry of the test. */
  private Void helm(String command, String values) throws IOException {
    var words = Pattern.compile("helm (install|upgrade) plumbline (oci://\\S+) (.*)");
    var found = words.matcher(command);
    assertThat(found.matches()).as(command).isTrue();
    String chart = found.group(2).replace("ghcr.io/OWNER", registry);
    String version = option(command, "--version");
    assertThat(option(command, "--namespace")).isEqualTo(NAMESPACE);
    String[] set = option(command, "--set").split("=");
    if (found.group(1).equals("install")) {
      assertThat(command).contains("--create-namespace");
      Helm.install(chart)
          .plainHttp()
          .withName("plumbline")
          .withVersion(version)
          .withNamespace(NAMESPACE)
          .createNamespace()
          .withKubeConfig(kubeconfig)
          .set(set[0], set[1])
          .call();
    } else {
      assertThat(option(command, "-f")).isEqualTo("my-values.yaml");
      Helm.upgrade(chart)
          .plainHttp()
          .withName("plumbline")
          .withVersion(version)
          .withNamespace(NAMESPACE)
          .withKubeConfig(kubeconfig)
          .withValuesFile(Files.writeString(folder.resolve("my-values.yaml"), values))
          .set(set[0], set[1])
          .call();
    }
    return null;
  }

  private static String option(String command, String name) {
    var value = Pattern.compile(" " + name + " (\\S+)").matcher(command);
    assertThat(value.find()).as("%s in %s", name, command).isTrue();
    return value.group(1);
  }

  /** Types a command of kubectl. */
  private String kubectl(String command) {
    try {
      var builder = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true);
      builder.environment().put("KUBECONFIG", kubeconfig.toString());
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(said).isZero();
      return said;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The Job that makes the key of the decision log. */
  private Void key() throws Exception {
    PodSpec job =
        admin.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems().stream()
            .filter(each -> each.getMetadata().getName().startsWith("plumbline-key"))
            .findFirst()
            .orElseThrow()
            .getSpec()
            .getTemplate()
            .getSpec();
    try (PackagedProgram program = player().of(job)) {
      assertThat(program.run(PlayedPod.arguments(job))).as(program.said()).isZero();
    }
    assertThat(admin.secrets().inNamespace(NAMESPACE).withName("plumbline-audit-key").get())
        .isNotNull();
    return null;
  }

  private PackagedProgram pod() throws IOException {
    PodSpec pod =
        admin
            .apps()
            .deployments()
            .inNamespace(NAMESPACE)
            .withName("plumbline")
            .get()
            .getSpec()
            .getTemplate()
            .getSpec();
    assertThat(PlayedPod.arguments(pod)).containsExactly("serve");
    return player().of(pod);
  }

  private PlayedPod player() {
    return new PlayedPod(admin, NAMESPACE, folder);
  }

  private static Void finding(URI page) {
    Await.until(
        PackagedProgram.PATIENCE,
        "the young image is refused",
        () -> {
          try {
            String answer =
                PackagedProgram.ask(page.resolve("/api/v1/conclusions?type=AmiObjection"), null);
            return answer.contains("AMI-005") && answer.contains(YOUNG);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    return null;
  }

  private Void uninstall() throws IOException {
    assertThat(documented(INSTALL, "helm uninstall "))
        .isEqualTo("helm uninstall plumbline --namespace plumbline");
    Helm.uninstall("plumbline")
        .withNamespace(NAMESPACE)
        .withKubeConfig(kubeconfig)
        .noHooks()
        .call();
    assertThat(admin.apps().deployments().inNamespace(NAMESPACE).list().getItems()).isEmpty();
    return null;
  }

  /** The hook of the removal: its account, its permissions, and what its Job runs. */
  private Void release() throws Exception {
    PodSpec pod = null;
    for (JsonNode object :
        Chart.hooks(folder.resolve("hooks"), Files.createFile(folder.resolve("none.yaml")))) {
      HasMetadata resource = admin.getKubernetesSerialization().unmarshal(object.toString());
      if (resource instanceof io.fabric8.kubernetes.api.model.batch.v1.Job job) {
        pod = job.getSpec().getTemplate().getSpec();
      } else {
        admin.resource(resource).forceConflicts().serverSideApply();
      }
    }
    try (PackagedProgram program = player().of(pod)) {
      assertThat(program.run(PlayedPod.arguments(pod))).as(program.said()).isZero();
      assertThat(program.out()).contains("golden");
    }
    return null;
  }
}
