package dev.plumbline.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.peers.Peers;
import dev.plumbline.web.access.Issuer;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * One who may approve and one who may not, by tokens that the program can have judged: by a real
 * API server where there is one, else by an issuer of the test.
 *
 * @param settings what the program is told, so that it knows whom to ask
 * @param ann whose token allows it
 * @param bob whose token does not
 * @param refusal what bob is told
 * @param end lets go of who judges
 */
record Approvers(
    Map<String, String> settings, Person ann, Person bob, String refusal, Runnable end) {

  private static final Path ROLES = Path.of("k8s/components/page-changes/rbac.yaml");
  private static final String AUDIENCE = Issuer.AUDIENCE;

  /** Somebody with a token. */
  record Person(String name, String token) {}

  /** Those of this machine; what they need is kept in {@code folder}. */
  static Approvers of(Path folder) throws IOException {
    return Peers.there() ? ofCluster(folder) : ofIssuer();
  }

  private static Approvers ofIssuer() {
    var issuer = new Issuer();
    return new Approvers(
        Map.of(
            "PLUMBLINE_WEB_CHANGES", "true",
            "PLUMBLINE_WEB_AUTHENTICATION", "oidc",
            "PLUMBLINE_WEB_AUDIENCES", AUDIENCE,
            "PLUMBLINE_WEB_OIDC_ISSUER", issuer.name(),
            "PLUMBLINE_WEB_OIDC_CHANGE_GROUPS", "approvers"),
        new Person("ann", issuer.token("ann", "approvers")),
        new Person("bob", issuer.token("bob", "readers")),
        "bob is in none of the groups that may change something",
        issuer::close);
  }

  /** Service accounts, and a program that may ask about them what is shipped for it, no more. */
  private static Approvers ofCluster(Path folder) throws IOException {
    KubernetesClient client = Peers.shared().sharedClient();
    try (var roles = Files.newInputStream(ROLES)) {
      client.load(roles).items().stream()
          .filter(each -> each.getKind().equals("ClusterRole"))
          .forEach(role -> client.resource(role).createOr(existing -> existing.update()));
    }
    String program = token(client, "page-program", "");
    bind(client, "page-program", "plumbline-page-changes");
    Person ann = person(client, "page-ann");
    bind(client, "page-ann", "plumbline-approver");
    Person bob = person(client, "page-bob");
    return new Approvers(
        Map.of(
            "KUBECONFIG",
            kubeconfig(folder, program).toString(),
            "PLUMBLINE_WEB_CHANGES",
            "true",
            "PLUMBLINE_WEB_AUTHENTICATION",
            "token-review",
            "PLUMBLINE_WEB_AUDIENCES",
            AUDIENCE),
        ann,
        bob,
        bob.name() + " may not approve revisions.rules.plumbline.dev",
        () -> {});
  }

  private static Person person(KubernetesClient client, String name) {
    String token = token(client, name, AUDIENCE);
    return new Person("system:serviceaccount:default:" + name, token);
  }

  private static void bind(KubernetesClient client, String name, String role) {
    client
        .resource(
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: %1$s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %2$s}
            subjects: [{kind: ServiceAccount, name: %1$s, namespace: default}]
            """
                .formatted(name, role))
        .createOr(existing -> existing.update());
  }

  /** A token of a service account, which is made; for the API server itself without an audience. */
  private static String token(KubernetesClient client, String name, String audience) {
    client
        .serviceAccounts()
        .inNamespace("default")
        .resource(
            new ServiceAccountBuilder().withNewMetadata().withName(name).endMetadata().build())
        .createOr(existing -> existing.update());
    var asked = new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3_600L);
    return client
        .serviceAccounts()
        .inNamespace("default")
        .withName(name)
        .tokenRequest(
            (audience.isEmpty() ? asked : asked.withAudiences(audience)).endSpec().build())
        .getStatus()
        .getToken();
  }

  private static Path kubeconfig(Path folder, String token) throws IOException {
    var yaml = new YAMLMapper();
    JsonNode config = yaml.readTree(Path.of(known("PEERS_USER_KUBECONFIG")).toFile());
    ((ObjectNode) config.at("/users/0")).putObject("user").put("token", token);
    Path file = folder.resolve("kubeconfig");
    yaml.writeValue(file.toFile(), config);
    return file;
  }

  private static String known(String variable) {
    return String.valueOf(Peers.shared().env().get(variable));
  }
}
