package dev.plumbline.image;

import dev.plumbline.cli.PackagedProgram;
import dev.plumbline.web.access.Issuer;
import dev.plumbline.web.admission.Certificate;
import dev.plumbline.web.admission.Reviews;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;

/** Who asks a program that serves: the API server before it takes a change, and people by token. */
final class Callers implements AutoCloseable {

  private static final String NAME = "admission";

  private final Certificate certificate;
  private final Issuer issuer = new Issuer();
  private final int port;

  /** With a certificate that is made in a folder. */
  Callers(Path folder) throws IOException {
    certificate = new Certificate(folder);
    certificate.make(NAME);
    port = PackagedProgram.freePort();
  }

  /** The settings, as variables, of a program that answers them however busy the machine is. */
  Map<String, String> settings() {
    return Map.of(
        "PLUMBLINE_ADMISSION_ENABLED",
        "true",
        "PLUMBLINE_ADMISSION_PORT",
        "" + port,
        "PLUMBLINE_ADMISSION_DEADLINE",
        "5m",
        "QUARKUS_TLS_ADMISSION_KEY_STORE_PEM_TLS_CERT",
        certificate.cert().toString(),
        "QUARKUS_TLS_ADMISSION_KEY_STORE_PEM_TLS_KEY",
        certificate.key().toString(),
        "PLUMBLINE_WEB_CHANGES",
        "true",
        "PLUMBLINE_WEB_AUTHENTICATION",
        "oidc",
        "PLUMBLINE_WEB_AUDIENCES",
        Issuer.AUDIENCE,
        "PLUMBLINE_WEB_OIDC_ISSUER",
        issuer.name(),
        "PLUMBLINE_WEB_OIDC_CHANGE_GROUPS",
        "approvers");
  }

  /** A token of one who may approve. */
  String token() {
    return issuer.token("ann", "approvers");
  }

  /** What is answered about a pool that would be left without instance types. */
  String review() throws IOException, InterruptedException {
    String review =
        Reviews.of(
                Reviews.pool("default", "bottlerocket", "x"),
                Reviews.pool("default", "bottlerocket", "c"),
                "kubectl")
            .toString();
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(certificate.context(NAME)).build()) {
      return sent(client, URI.create("https://127.0.0.1:" + port + "/validate"), review, "");
    }
  }

  /** What is answered to one who wants a revision to serve again. */
  static String rollback(URI api, String digest, String token)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return sent(client, api.resolve("rules/revisions/" + digest + "/rollback"), "{}", token);
    }
  }

  private static String sent(HttpClient client, URI place, String body, String token)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(place)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    HttpResponse<String> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }

  @Override
  public void close() {
    issuer.close();
  }
}
