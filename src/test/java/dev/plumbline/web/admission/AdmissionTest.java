package dev.plumbline.web.admission;

import static dev.plumbline.web.admission.Reviews.RULES;
import static dev.plumbline.web.admission.Reviews.configMap;
import static dev.plumbline.web.admission.Reviews.pool;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.loop.HostSnapshots;
import dev.plumbline.loop.HostState;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.restassured.response.ValidatableResponse;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the API server is answered over TLS, and what an author sees of it. */
@Tag("served")
@QuarkusTest
@TestProfile(Admitting.class)
class AdmissionTest {

  @Inject AdmissionServer server;
  @Inject HostState published;
  @Inject TlsConfigurationRegistry tls;
  @Inject Event<CertificateUpdatedEvent> renewed;

  @ConfigProperty(name = "quarkus.tls.admission.key-store.pem.tls.cert")
  Path certificate;

  @BeforeEach
  void live() {
    HostSnapshots.publish(published, LIVE);
  }

  private static final dev.plumbline.loop.HostSnapshot LIVE = HostSnapshots.whole("tour");

  @Test
  void aPoolWithoutTypesIsDenied() {
    ask(Reviews.of(pool("default", "bottlerocket", "x"), pool("default", "a", "c"), "kubectl"))
        .statusCode(200)
        .body("kind", equalTo("AdmissionReview"))
        .body("response.uid", equalTo("42"))
        .body("response.allowed", equalTo(false))
        .body("response.status.code", equalTo(422))
        .body("response.status.message", containsString("Try: loosen the requirements"));
  }

  @Test
  void whatPlumblineWritesPassesAtOnce() {
    ask(Reviews.of(pool("default", "bottlerocket", "x"), null, "plumbline"))
        .body("response.allowed", equalTo(true))
        .body("response.warnings", nullValue());
  }

  @Test
  void rulesAreRefusedWithTheirPlace() {
    JsonNode bad = configMap(Map.of("team.drl", RULES.replace("ownerId", "ownerID")));

    ask(Reviews.of(bad, null, "kubectl"))
        .body("response.allowed", equalTo(false))
        .body("response.status.message", startsWith("team.drl:9:"));
    ask(Reviews.of(configMap(Map.of("team.drl", RULES)), null, "kubectl"))
        .body("response.allowed", equalTo(true));
  }

  @Test
  void otherKindsAndDeletionsPass() {
    JsonNode secret = Reviews.yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}}");
    ask(Reviews.of(secret, null, "kubectl")).body("response.allowed", equalTo(true));

    var gone = Reviews.of(pool("default", "bottlerocket", "x"), null, "kubectl");
    ((com.fasterxml.jackson.databind.node.ObjectNode) gone.get("request"))
        .put("operation", "DELETE");
    ask(gone).body("response.allowed", equalTo(true));
  }

  @Test
  void beforeAnythingHasSettledItPassesWithAWarning() {
    HostSnapshots.publish(published, null);

    ask(Reviews.of(pool("default", "bottlerocket", "x"), null, "kubectl"))
        .body("response.allowed", equalTo(true))
        .body("response.warnings", hasItem("plumbline: not checked: nothing has settled yet."));
  }

  @Test
  void whatIsNoReviewIsRefused() {
    for (String body :
        new String[] {
          "{",
          "[]",
          "{\"apiVersion\":\"admission.k8s.io/v1beta1\",\"kind\":\"AdmissionReview\"}",
          "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{}}"
        }) {
      request()
          .body(body)
          .post(url("/validate"))
          .then()
          .statusCode(400)
          .body(containsString("Try: "));
    }
    String values = "{\"a\":[" + "{},".repeat(1_000_000) + "{}]}";
    String deep = "[".repeat(100_000);
    for (String body : new String[] {values, deep}) {
      request()
          .body(body.getBytes(StandardCharsets.UTF_8))
          .post(url("/validate"))
          .then()
          .statusCode(400);
    }
    request().get(url("/validate")).then().statusCode(405);
    request().post(url("/q/metrics")).then().statusCode(404);
    request().body(new byte[9 << 20]).post(url("/validate")).then().statusCode(413);
  }

  @Test
  void answersAreCounted() {
    ask(Reviews.of(pool("default", "bottlerocket", "x"), null, "plumbline"));

    given()
        .get("/q/metrics")
        .then()
        .body(
            containsString("plumbline_admission_seconds_count{answer=\"allowed\",sort=\"other\""));
  }

  @Test
  void aCertificateThatIsReplacedCountsFromTheNextConnectionOn() throws Exception {
    X509Certificate made = new Certificate(certificate.getParent()).make("second");
    TlsConfiguration configuration = tls.get("admission").orElseThrow();

    assertThat(configuration.reload()).isTrue();
    renewed.fire(new CertificateUpdatedEvent("admission", configuration));

    dev.plumbline.loop.Await.until(
        "the new certificate is shown",
        () -> shown().equals(made.getSubjectX500Principal().getName()));
  }

  @Test
  void anAuthorSeesLineAndColumn() throws IOException {
    Peers.assumeThere();
    try (KubernetesClient client = Peers.shared().client()) {
      client
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName("admitting")
                  .addToLabels("kubernetes.io/metadata.name", "admitting")
                  .endMetadata()
                  .build())
          .serverSideApply();
      var hook = client.resource(webhook(client)).create();
      try {
        ConfigMap bad = rules("bad", RULES.replace("ownerId", "ownerID"));
        // The API server takes a moment to know of the webhook; until then what is bad passes.
        dev.plumbline.loop.Await.until("the webhook is asked", () -> refused(client, bad));

        assertThatThrownBy(() -> client.resource(bad).create())
            .isInstanceOf(KubernetesClientException.class)
            .hasMessageContaining("admission webhook \"rules.plumbline.dev\" denied the request")
            .hasMessageContaining("team.drl:9:");
        assertThat(client.resource(rules("good", RULES)).create().getMetadata().getName())
            .isEqualTo("good");
      } finally {
        client.resource(hook).delete();
      }
    }
  }

  private static boolean refused(KubernetesClient client, ConfigMap map) {
    try {
      client.resource(map).dryRun().create();
      return false;
    } catch (KubernetesClientException e) {
      if (e.getMessage().contains("failed calling webhook")) {
        throw e;
      }
      return true;
    }
  }

  private static ConfigMap rules(String name, String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("admitting")
        .addToLabels("plumbline.dev/rules", "")
        .endMetadata()
        .addToData("team.drl", text)
        .build();
  }

  /** The one that is shipped, but for where it asks. */
  private ValidatingWebhookConfiguration webhook(KubernetesClient client) throws IOException {
    var hook =
        client
            .getKubernetesSerialization()
            .unmarshal(
                Files.readString(Path.of("k8s/components/admission/webhook.yaml")),
                ValidatingWebhookConfiguration.class);
    hook.getMetadata().setName("plumbline-test");
    hook.getWebhooks().removeIf(each -> !each.getName().equals("rules.plumbline.dev"));
    var rules = hook.getWebhooks().getFirst();
    rules.getClientConfig().setService(null);
    rules.getClientConfig().setUrl("https://127.0.0.1:" + server.port() + "/validate");
    rules
        .getClientConfig()
        .setCaBundle(Base64.getEncoder().encodeToString(Files.readAllBytes(certificate)));
    rules.getNamespaceSelector().setMatchLabels(Map.of("kubernetes.io/metadata.name", "admitting"));
    rules.setTimeoutSeconds(30);
    rules.setFailurePolicy("Fail");
    return hook;
  }

  private ValidatableResponse ask(JsonNode review) {
    return request().body(review.toString()).post(url("/validate")).then();
  }

  private static io.restassured.specification.RequestSpecification request() {
    return given().relaxedHTTPSValidation().contentType("application/json");
  }

  private String url(String path) {
    return "https://127.0.0.1:" + server.port() + path;
  }

  /** Whose certificate is shown to who connects now. */
  private String shown() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Anyone()}, null);
      try (var socket =
          (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
        socket.startHandshake();
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
            .getSubjectX500Principal()
            .getName();
      }
    } catch (IOException e) {
      // While it is being replaced a connection may fail.
      return "";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Trusts everybody: what is looked at is who it is. */
  private static final class Anyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
