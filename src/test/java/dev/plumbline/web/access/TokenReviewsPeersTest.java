package dev.plumbline.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import dev.plumbline.web.access.Tokens.User;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real tokens of a service account, reviewed by a real API server, with the roles of k8s. */
class TokenReviewsPeersTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String ROLES = "k8s/components/page-changes/rbac.yaml";

  @BeforeAll
  static void peers() {
    Peers.assumeThere();
  }

  @Test
  void aServiceAccountMayOnceItIsBound() throws Exception {
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .serviceAccounts()
          .inNamespace("default")
          .resource(
              new ServiceAccountBuilder().withNewMetadata().withName("ann").endMetadata().build())
          .createOr(existing -> existing.update());
      String token = token(client, "plumbline");
      var reviews = new TokenReviews(client, List.of("plumbline"), LIMIT);

      User ann = reviews.user(token);
      assertThat(ann).isNotNull();
      assertThat(ann.name()).isEqualTo("system:serviceaccount:default:ann");
      assertThat(ann.groups()).contains("system:serviceaccounts");
      assertThat(reviews.user(token(client, "somebody-else"))).isNull();
      assertThat(reviews.user(token + "x")).isNull();
      assertThat(reviews.denied(ann, "approve")).contains("ann may not approve revisions");

      try (var roles = Files.newInputStream(Path.of(ROLES))) {
        client.load(roles).items().stream()
            .filter(each -> each.getKind().equals("ClusterRole"))
            .forEach(role -> client.resource(role).createOr(existing -> existing.update()));
      }
      client
          .resource(
              """
              apiVersion: rbac.authorization.k8s.io/v1
              kind: ClusterRoleBinding
              metadata: {name: ann-approves}
              roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: plumbline-approver}
              subjects: [{kind: ServiceAccount, name: ann, namespace: default}]
              """)
          .createOr(existing -> existing.update());

      Await.until("the binding counts", () -> reviews.denied(ann, "approve") == null);
      assertThat(reviews.denied(ann, "rollback")).isNull();
      assertThat(reviews.denied(ann, "delete")).isNotNull();
    }
  }

  private static String token(KubernetesClient client, String audience) {
    TokenRequest request =
        new TokenRequestBuilder()
            .withNewSpec()
            .withAudiences(audience)
            .withExpirationSeconds(600L)
            .endSpec()
            .build();
    return client
        .serviceAccounts()
        .inNamespace("default")
        .withName("ann")
        .tokenRequest(request)
        .getStatus()
        .getToken();
  }
}
