package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.cli.audit.AuditKeyCommand;
import dev.plumbline.cli.command.Program;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.peers.Peers;
import dev.plumbline.record.SigningKeySecret;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code plumbline audit key}, with Secrets in a real API server. */
class AuditKeyCommandTest {

  private static final String NAME = "audit-key-of-a-test";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void printsAPrivateKeyThatSigns() {
    assertThat(run(new AuditKeyCommand(namespace -> fail()))).isZero();

    assertThat(SigningKey.read("a", out.toString()).verifier().pem())
        .startsWith("-----BEGIN PUBLIC KEY-----");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void createsASecretOnceAndLeavesItAsItIs() {
    Peers.assumeThere();
    ObjectApi server = Cluster.server();
    var secrets = new SigningKeySecret(server, "default");

    assertThat(run(new AuditKeyCommand(namespace -> secrets), "--secret", NAME)).isZero();
    JsonNode made = server.get(new ObjectRef("v1", "Secret", "default", NAME));
    assertThat(made).isNotNull();
    String pem =
        new String(
            Base64.getDecoder().decode(made.at("/data/key.pem").asText()), StandardCharsets.UTF_8);
    assertThat(VerifierKey.read("a", out.toString()).sameKey(SigningKey.read("a", pem).verifier()))
        .isTrue();
    assertThat(made.path("immutable").asBoolean()).isTrue();

    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    assertThat(run(new AuditKeyCommand(namespace -> secrets), "--secret", NAME)).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo("Secret default/" + NAME + " already exists; it is not changed\n");
    assertThat(server.get(new ObjectRef("v1", "Secret", "default", NAME))).isEqualTo(made);
  }

  @Test
  void reportsThatThereIsNoCluster() {
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder().withMasterUrl("http://127.0.0.1:1/").build())
            .build()) {
      var secrets =
          new SigningKeySecret(new ObjectApi(client, ObjectApi.TIMEOUT, () -> true), "ours");

      assertThat(run(new AuditKeyCommand(namespace -> secrets), "--secret", NAME)).isEqualTo(2);
    }
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .startsWith("plumbline: Secret ours/" + NAME + " cannot be created: ServiceUnavailable: ")
        .contains("Try: set KUBECONFIG")
        .doesNotContain("PRIVATE KEY");
  }

  @Test
  void refusesANamespaceWithoutASecret() {
    assertThat(run(new AuditKeyCommand(namespace -> fail()), "--namespace", "ours")).isEqualTo(2);
    assertThat(err.toString()).contains("Try: --secret NAME");
  }

  private static SigningKeySecret fail() {
    throw new AssertionError("no cluster is needed");
  }

  private int run(AuditKeyCommand command, String... arguments) {
    return Program.configure(new CommandLine(command))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
