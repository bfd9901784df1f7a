package dev.plumbline.action.kubernetes;

import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.action.Change;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectRef;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of an API server, and what is made of its answers, of a stand-in that is told. */
class ObjectApiTest {

  private static final ObjectRef REF =
      new ObjectRef("karpenter.k8s.aws/v1", "EC2NodeClass", null, "default");

  private static final String CONFLICT =
      "{\"reason\": \"Conflict\", \"message\": \"the object has been modified\"}";

  /** An answer to come. */
  private record Answer(int status, String body) {}

  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch ended = new CountDownLatch(1);

  private HttpServer http;
  private KubernetesClient client;
  private ObjectApi server;

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String type = exchange.getRequestHeaders().getFirst("Content-Type");
          asked.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + (body.isEmpty() ? "" : " " + type + " " + body));
          Answer answer = answers.poll();
          if (answer == null) {
            await(ended);
            answer = new Answer(500, "");
          }
          byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    http.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withMasterUrl("http://127.0.0.1:" + http.getAddress().getPort() + "/")
                    .build())
            .build();
    server = new ObjectApi(client, Duration.ofSeconds(20), () -> true);
  }

  @AfterEach
  void stop() {
    ended.countDown();
    client.close();
    http.stop(0);
  }

  @Test
  void anObjectThatChangesBetweenReadingAndWritingIsReadOnceMore() {
    answer(200, nodeClass("1", "a").toString());
    answer(409, CONFLICT);
    answer(200, nodeClass("2", "a").toString());
    answer(200, nodeClass("3", "b").toString());

    assertThat(pin()).isEqualTo(Written.DONE);

    assertThat(asked)
        .containsExactly(
            "GET /apis/karpenter.k8s.aws/v1/ec2nodeclasses/default",
            patched("1"),
            "GET /apis/karpenter.k8s.aws/v1/ec2nodeclasses/default",
            patched("2"));
  }

  @Test
  void whatSomebodyElseWroteInBetweenIsNotOverwritten() {
    answer(200, nodeClass("1", "a").toString());
    answer(409, CONFLICT);
    answer(200, nodeClass("2", "c").toString());

    assertThat(pin().result()).isEqualTo(Result.OUTDATED);
    assertThat(asked).hasSize(3);
  }

  @Test
  void anObjectThatNeverRestsIsOutdated() {
    answer(200, nodeClass("1", "a").toString());
    answer(409, CONFLICT);
    answer(200, nodeClass("2", "a").toString());
    answer(409, CONFLICT);

    assertThat(pin().result()).isEqualTo(Result.OUTDATED);
    assertThat(asked).hasSize(4);
  }

  @Test
  void whatIsSoAlreadyIsNotWritten() {
    answer(200, nodeClass("1", "b").toString());

    assertThat(pin()).isEqualTo(Written.UNCHANGED);
    assertThat(asked).hasSize(1);
  }

  @Test
  void appliesAsItsOwnManager() {
    var wanted = Cluster.ours(yaml("{apiVersion: v1, kind: X, metadata: {name: x}}"));
    answer(404, "{\"reason\": \"NotFound\"}");
    answer(201, wanted.toString());

    new ObjectWriter(server).write(REF, new Change.Apply(null, wanted));

    assertThat(asked.getLast())
        .startsWith(
            "PATCH /apis/karpenter.k8s.aws/v1/ec2nodeclasses/default"
                + "?fieldManager=plumbline&force=true application/apply-patch+yaml");
  }

  @Test
  void triesOnceAndTellsWhy() {
    answer(503, "<html>not now</html>");
    answer(429, "{\"reason\": \"TooManyRequests\", \"message\": \"slow down\"}");
    answer(200, "<html>");

    assertThat(code()).isEqualTo("ServiceUnavailable");
    assertThat(code()).isEqualTo("TooManyRequests");
    assertThat(code()).isEqualTo("InternalError");
    assertThat(asked).hasSize(3);
  }

  @Test
  void waitsNoLongerThanItMay() {
    server = new ObjectApi(client, Duration.ofMillis(200), () -> true);

    assertThat(code()).isEqualTo("Timeout");
  }

  @Test
  void tellsThatNobodyAnswers() {
    http.stop(0);

    assertThat(code()).isEqualTo("ServiceUnavailable");
  }

  @Test
  void readsListsPageByPage() {
    answer(200, "{\"metadata\": {\"continue\": \"x y\"}, \"items\": [{\"a\": 1}]}");
    answer(200, "{\"metadata\": {}, \"items\": [{\"a\": 2}]}");

    assertThat(server.list("v1", "Event", "a=b"))
        .extracting(item -> item.path("a").asInt() + item.path("kind").asText())
        .containsExactly("1Event", "2Event");
    assertThat(asked.getLast())
        .isEqualTo("GET /api/v1/events?labelSelector=a%3Db&limit=500&continue=x+y");
  }

  private Written pin() {
    var change =
        new Change.Patch(nodeClass("0", "a"), yaml("{spec: {amiSelectorTerms: [{alias: b}]}}"));
    return new ObjectWriter(server).write(REF, change);
  }

  private static String patched(String version) {
    return "PATCH /apis/karpenter.k8s.aws/v1/ec2nodeclasses/default?fieldManager=plumbline "
        + "application/merge-patch+json {\"spec\":{\"amiSelectorTerms\":[{\"alias\":\"b\"}]},"
        + "\"metadata\":{\"resourceVersion\":\""
        + version
        + "\",\"uid\":\"u\"}}";
  }

  private String code() {
    var codes = new ArrayList<String>();
    assertThatExceptionOfType(WriteFaultException.class)
        .isThrownBy(() -> server.get(REF))
        .satisfies(e -> codes.add(e.code()));
    return codes.getFirst();
  }

  private void answer(int status, String body) {
    answers.add(new Answer(status, body));
  }

  private static JsonNode nodeClass(String version, String alias) {
    return yaml(
        "{metadata: {name: default, uid: u, resourceVersion: '%s'}, spec: {amiSelectorTerms: [{alias: %s}]}}"
            .formatted(version, alias));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
