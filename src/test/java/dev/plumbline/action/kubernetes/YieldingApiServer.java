package dev.plumbline.action.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plumbline.client.ClusterClient;
import dev.plumbline.web.admission.Certificate;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Takes over TLS whatever is written to it, and serves reports: an API server that is stood in for.
 */
public final class YieldingApiServer implements AutoCloseable {

  private static final String NONE = "{\"items\": []}";

  /** What is there; nothing else is. */
  private static final Map<String, String> THERE =
      Map.of(
          "/apis/karpenter.sh/v1/nodepools/a",
          "{\"metadata\": {\"name\": \"a\", \"uid\": \"1\"}}",
          "/apis/openreports.io/v1alpha1",
          "{\"resources\": [{\"kind\": \"ClusterReport\"}]}",
          "/apis/openreports.io/v1alpha1/clusterreports",
          NONE,
          "/apis/openreports.io/v1alpha1/reports",
          NONE);

  private static final String ANN =
      "{\"status\": {\"authenticated\": true, \"allowed\": true, \"user\": {\"username\": \"ann\"}}}";

  private final Certificate certificate;
  private final HttpsServer https;
  private final List<String> written = new CopyOnWriteArrayList<>();

  /** Shows the certificate that was made as {@code name}, at a port that is free. */
  public YieldingApiServer(Certificate certificate, String name) throws IOException {
    this.certificate = certificate;
    https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(certificate.context(name)));
    https.createContext("/", this::answer);
    https.start();
  }

  /** A client that trusts it by the file of its authority. */
  public KubernetesClient client() {
    return ClusterClient.of(
        new ConfigBuilder()
            .withAutoConfigure(false)
            .withMasterUrl("https://127.0.0.1:" + https.getAddress().getPort())
            .withCaCertFile(certificate.cert().toString())
            .build(),
        new VertxHttpClientFactory());
  }

  /** Every write so far: its method and the kind. */
  public List<String> written() {
    return List.copyOf(written);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] sent = exchange.getRequestBody().readAllBytes();
    boolean reads = exchange.getRequestMethod().equals("GET");
    String answer =
        reads
            ? THERE.get(path)
            : path.endsWith("reviews") ? ANN : new String(sent, StandardCharsets.UTF_8);
    if (!reads) {
      written.add(exchange.getRequestMethod() + " " + path.replaceFirst(".*/(\\w+s)(/.*)?$", "$1"));
    }
    byte[] told = (answer == null ? "{}" : answer).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer == null ? 404 : 200, told.length);
    exchange.getResponseBody().write(told);
    exchange.close();
  }

  @Override
  public void close() {
    https.stop(0);
  }
}
