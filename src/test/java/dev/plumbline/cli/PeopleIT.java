package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * People with tokens of a real API server and the Roles that are shipped: what each may write, and
 * that nobody approves what they may have written themselves, whatever they call themselves.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeopleIT {

  private static final String NAMESPACE = "people-it";
  private static final String AUDIENCE = "plumbline";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final JsonMapper JSON = new JsonMapper();

  /** What there is to write, by the name that this test gives it. */
  private static final Map<String, String> OBJECTS =
      Map.of(
          "rules of team-a",
          configMap("plumbline-rules-team-a"),
          "rules of team-b",
          configMap("plumbline-rules-team-b"),
          "parameters",
          configMap("plumbline-parameters"),
          "store",
          configMap("plumbline-revisions"),
          "text in the store",
          configMap("plumbline-revision-0123456789ab"),
          "lease",
          "/apis/coordination.k8s.io/v1/namespaces/" + NAMESPACE + "/leases/plumbline",
          "verdict",
          "/apis/plumbline.dev/v1alpha1/imageverdicts/ami-1",
          "pool",
          "/apis/karpenter.sh/v1/nodepools/default",
          "roles",
          "/apis/rbac.authorization.k8s.io/v1/namespaces/" + NAMESPACE + "/roles/any",
          "elsewhere",
          "/api/v1/namespaces/default/configmaps/any");

  @TempDir static Path folder;

  private KubernetesClient admin;

  @BeforeAll
  void roles() throws IOException {
    Peers.assumeThere();
    admin = Peers.shared().client();
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    load("k8s/components/people/rbac.yaml");
    load("k8s/components/page-changes/rbac.yaml");
    load("k8s/base/rbac.yaml");
    for (String name : List.of("plumbline-rules-team-a", "plumbline-rules-team-b")) {
      admin
          .resource(
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: %s, namespace: %s, labels: {plumbline.dev/rules: team}}
              """
                  .formatted(name, NAMESPACE))
          .serverSideApply();
    }
    bind("author", "Role", "plumbline-rule-author-team-a");
    bind("parameters", "Role", "plumbline-parameter-author");
    bind("auditor", "Role", "plumbline-auditor");
    bindCluster("auditor", "plumbline-auditor");
    bindCluster("approver", "plumbline-approver");
    bind("evader", "Role", "plumbline-rule-author-team-a");
    bindCluster("evader", "plumbline-approver");
    bind("colleague", "Role", "plumbline-rule-author-team-a");
    bindCluster("colleague", "plumbline-approver");
    bind("host", "Role", "plumbline");
    bindCluster("host", "plumbline");
    bindCluster("host", "plumbline-page-changes");
  }

  @AfterAll
  void end() {
    if (admin != null) {
      admin.close();
    }
  }

  private static String configMap(String name) {
    return "/api/v1/namespaces/" + NAMESPACE + "/configmaps/" + name;
  }

  private void load(String file) throws IOException {
    String text =
        Files.readString(Path.of(file)).replace("namespace: plumbline", "namespace: " + NAMESPACE);
    admin.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).items().stream()
        .filter(each -> each.getKind().endsWith("Role"))
        .forEach(role -> admin.resource(role).createOr(existing -> existing.update()));
  }

  private void bind(String person, String kind, String role) {
    account(person);
    admin
        .resource(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: %1$s-%3$s, namespace: %4$s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %2$s, name: %3$s}
            subjects: [{kind: ServiceAccount, name: %1$s, namespace: %4$s}]
            """
                .formatted(person, kind, role, NAMESPACE))
        .createOr(existing -> existing.update());
  }

  private void bindCluster(String person, String role) {
    account(person);
    admin
        .resource(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: people-it-%1$s-%2$s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %2$s}
            subjects: [{kind: ServiceAccount, name: %1$s, namespace: %3$s}]
            """
                .formatted(person, role, NAMESPACE))
        .createOr(existing -> existing.update());
  }

  private void account(String person) {
    admin
        .serviceAccounts()
        .inNamespace(NAMESPACE)
        .resource(
            new ServiceAccountBuilder().withNewMetadata().withName(person).endMetadata().build())
        .createOr(existing -> existing.update());
  }

  /**
   * @param audience empty for the API server itself
   */
  private String token(String person, String audience) {
    var wanted = new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3_600L);
    return admin
        .serviceAccounts()
        .inNamespace(NAMESPACE)
        .withName(person)
        .tokenRequest(
            (audience.isEmpty() ? wanted : wanted.withAudiences(audience)).endSpec().build())
        .getStatus()
        .getToken();
  }

  /** With the token alone. */
  private KubernetesClient as(String person) {
    Config known = Peers.shared().userConfig();
    Config config =
        new ConfigBuilder()
            .withAutoConfigure(false)
            .withMasterUrl(known.getMasterUrl())
            .withCaCertFile(known.getCaCertFile())
            .withCaCertData(known.getCaCertData())
            .withTrustCerts(known.isTrustCerts())
            .withOauthToken(token(person, ""))
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  @Test
  void eachMayWriteOneThingAndNoneOfTheOthers() throws Exception {
    assertThat(writable("author")).containsExactly("patch rules of team-a", "put rules of team-a");
    assertThat(writable("parameters")).containsExactly("patch parameters", "put parameters");
    assertThat(writable("approver")).isEmpty();
    assertThat(writable("auditor")).isEmpty();
    assertThat(writable("host"))
        .as("its own namespace, and nothing of Karpenter while it observes")
        .containsExactly(
            "create configmaps",
            "delete lease",
            "delete parameters",
            "delete rules of team-a",
            "delete rules of team-b",
            "delete store",
            "delete text in the store",
            "patch lease",
            "patch verdict",
            "put lease",
            "put parameters",
            "put rules of team-a",
            "put rules of team-b",
            "put store",
            "put text in the store");
  }

  @Test
  void whoAuditsReadsWhatTheyNeed() throws Exception {
    try (KubernetesClient client = as("auditor")) {
      var api = new ApiClient(client, TIMEOUT);
      for (String each : List.of("store", "lease", "verdict", "parameters")) {
        assertThat(status(api, "GET", OBJECTS.get(each), null)).as(each).isNotEqualTo(403);
      }
      for (String each : List.of("rules of team-a", "text in the store", "elsewhere")) {
        assertThat(status(api, "GET", OBJECTS.get(each), null)).as(each).isEqualTo(403);
      }
    }
  }

  /** What the API server does not forbid; nothing is changed. */
  private TreeSet<String> writable(String person) throws Exception {
    var writable = new TreeSet<String>();
    try (KubernetesClient client = as(person)) {
      var api = new ApiClient(client, TIMEOUT);
      for (Map.Entry<String, String> each : OBJECTS.entrySet()) {
        String path = each.getValue();
        String name = path.substring(path.lastIndexOf('/') + 1);
        ObjectNode body = JSON.createObjectNode();
        body.putObject("metadata").put("name", name).putObject("annotations").put("a", "b");
        if (status(api, "PATCH", path, body) != 403) {
          writable.add("patch " + each.getKey());
        }
        if (status(api, "PUT", path, body) != 403) {
          writable.add("put " + each.getKey());
        }
        if (status(api, "DELETE", path, JSON.createObjectNode()) != 403) {
          writable.add("delete " + each.getKey());
        }
      }
      ObjectNode created = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
      created
          .putObject("metadata")
          .put("name", "plumbline-rules-mine")
          .putObject("labels")
          .put("plumbline.dev/rules", "mine");
      if (status(api, "POST", "/api/v1/namespaces/" + NAMESPACE + "/configmaps", created) != 403) {
        writable.add("create configmaps");
      }
    }
    return writable;
  }

  private static int status(ApiClient api, String method, String path, JsonNode body)
      throws InterruptedException {
    try {
      if (method.equals("GET")) {
        var unused = api.get(path);
      } else {
        var unused =
            api.send(
                method,
                path + "?dryRun=All",
                method.equals("PATCH") ? "application/merge-patch+json" : "application/json",
                body);
      }
      return 200;
    } catch (ApiException e) {
      assertThat(e.status()).as("%s %s: %s", method, path, e.getMessage()).isPositive();
      return e.status();
    }
  }

  @Test
  void nobodyApprovesWhatTheyMayHaveWritten() throws Exception {
    try (var program = new PackagedProgram(Files.createDirectory(folder.resolve("program")))) {
      URI served = serve(program);

      String first = edited("evader", "bob", "actions.interval: 20m\n", served);
      approve(served, first, "evader");
      reason(served, first, "REV-064", "evader (token) does not count alone");
      assertThat(revision(served, first).path("author").asText())
          .as("whom they have made the author")
          .isEqualTo("bob");
      approve(served, first, "approver");
      active(served, first, "approver (token)");

      String second = edited("evader", "bob", "actions.interval: 30m\n", served);
      approve(served, second, "evader");
      reason(served, second, "REV-064", "evader (token) does not count alone");
      approve(served, second, "colleague");
      active(served, second, "colleague (token), ");
    }
  }

  private URI serve(PackagedProgram program) throws IOException {
    program
        .with(Peers.shared().env())
        .with(
            Map.of(
                "KUBECONFIG",
                kubeconfig().toString(),
                "PLUMBLINE_WEB_CHANGES",
                "true",
                "PLUMBLINE_WEB_AUTHENTICATION",
                "token-review",
                "PLUMBLINE_WEB_AUDIENCES",
                AUDIENCE))
        .options("-Dplumbline.leader.namespace=" + NAMESPACE);
    URI served = program.serve();
    until("it leads: ", () -> !program.isAlive() || program.said().contains("This replica acts"));
    return served;
  }

  private Path kubeconfig() throws IOException {
    var yaml = new YAMLMapper();
    JsonNode config =
        yaml.readTree(
            Path.of(String.valueOf(Peers.shared().env().get("PEERS_USER_KUBECONFIG"))).toFile());
    ((ObjectNode) config.at("/users/0")).putObject("user").put("token", token("host", ""));
    Path file = folder.resolve("kubeconfig");
    yaml.writeValue(file.toFile(), config);
    return file;
  }

  /**
   * Edits the rules of the team with their own token, in whatever name; the digest that is held.
   */
  private String edited(String person, String manager, String parameters, URI served)
      throws Exception {
    String before = candidate(served);
    ObjectNode map = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
    map.putObject("metadata").put("name", "plumbline-rules-team-a");
    map.putObject("data").put("parameters.yaml", parameters);
    try (KubernetesClient client = as(person)) {
      var unused =
          new ApiClient(client, TIMEOUT)
              .send(
                  "PATCH",
                  configMap("plumbline-rules-team-a") + "?force=true&fieldManager=" + manager,
                  "application/apply-patch+yaml",
                  map);
    }
    until(
        "it is held",
        () ->
            !candidate(served).equals(before)
                && revision(served, candidate(served)).path("state").asText().equals("held"));
    return candidate(served);
  }

  private static String candidate(URI served) {
    return get(served, "/api/v1/rules/revisions").path("candidate").asText();
  }

  private void approve(URI served, String digest, String person) throws Exception {
    Path place = Files.createTempDirectory(folder, "approve");
    Path token = Files.writeString(place.resolve("token"), token(person, AUDIENCE));
    try (var verb = new PackagedProgram(place)) {
      int code =
          verb.run(
              "rules",
              "approve",
              digest,
              "--url",
              served.toString(),
              "--token-file",
              token.toString());

      assertThat(code).as(verb.said()).isZero();
      assertThat(verb.out()).contains("requested approval of " + digest + " by system:service");
    }
  }

  private static void reason(URI served, String digest, String... parts) {
    until(
        digest + " is held for " + List.of(parts),
        () -> {
          String reasons = revision(served, digest).path("reasons").toString();
          return List.of(parts).stream().allMatch(reasons::contains);
        });
    assertThat(revision(served, digest).path("state").asText()).isEqualTo("held");
  }

  private static void active(URI served, String digest, String by) {
    until(
        digest + " is active",
        () -> revision(served, digest).path("state").asText().equals("active"));
    assertThat(revision(served, digest).path("approvedBy").asText()).contains(by);
  }

  private static JsonNode revision(URI served, String digest) {
    return get(served, "/api/v1/rules/revisions/" + digest);
  }

  private static JsonNode get(URI served, String path) {
    try {
      String answer = PackagedProgram.ask(served.resolve(path), null);
      return JSON.readTree(answer.substring(answer.indexOf(' ') + 1));
    } catch (IOException e) {
      return JSON.missingNode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return JSON.missingNode();
    }
  }

  private static void until(String what, BooleanSupplier condition) {
    Await.until(
        PackagedProgram.PATIENCE,
        what,
        () -> {
          boolean so = condition.getAsBoolean();
          if (!so) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
          }
          return so;
        });
  }
}
