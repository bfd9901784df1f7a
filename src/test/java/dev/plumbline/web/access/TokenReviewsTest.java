package dev.plumbline.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.web.access.Tokens.UnavailableException;
import dev.plumbline.web.access.Tokens.User;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked of the API server, and what is made of its answers, of a stand-in. */
class TokenReviewsTest {

  private static final String ANN =
      "{'username': 'ann', 'uid': '7', 'groups': ['ops'], 'extra': {'scopes': ['a', 'b']}}";

  private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private HttpServer http;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          asked.add(exchange.getRequestURI() + " " + new String(body, StandardCharsets.UTF_8));
          String answer = answers.poll();
          byte[] told = (answer == null ? "{}" : answer).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 403 : 201, told.length);
          exchange.getResponseBody().write(told);
          exchange.close();
        });
    http.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withAutoConfigure(false)
                    .withMasterUrl("http://localhost:" + http.getAddress().getPort())
                    .build())
            .build();
  }

  @AfterEach
  void end() {
    client.close();
    http.stop(0);
  }

  @Test
  void aTokenIsTheUsersThatTheApiServerTells() throws IOException {
    answer("{'status': {'authenticated': true, 'user': " + ANN + "}}");

    User ann = reviews().user("token-of-ann");

    assertThat(ann).isNotNull();
    assertThat(ann.name()).isEqualTo("ann");
    assertThat(ann.groups()).containsExactly("ops");
    JsonNode review = next("/apis/authentication.k8s.io/v1/tokenreviews");
    assertThat(review.at("/spec/token").asText()).isEqualTo("token-of-ann");
    assertThat(review.at("/spec").has("audiences")).isFalse();
  }

  @Test
  void aTokenThatIsRefusedOrForSomebodyElseIsNobodys() {
    answer("{'status': {'authenticated': false, 'error': 'expired'}}");
    answer("{'status': {'authenticated': true, 'user': {}}}");
    answer("{}");
    // A server that has never heard of audiences.
    answer("{'status': {'authenticated': true, 'user': " + ANN + "}}");
    answer("{'status': {'authenticated': true, 'audiences': ['x'], 'user': " + ANN + "}}");
    answer("{'status': {'authenticated': true, 'audiences': ['plumbline'], 'user': " + ANN + "}}");

    assertThat(reviews().user("a")).isNull();
    assertThat(reviews().user("b")).isNull();
    assertThat(reviews().user("c")).isNull();
    assertThat(reviews("plumbline").user("d")).isNull();
    assertThat(reviews("plumbline").user("e")).isNull();
    assertThat(reviews("plumbline").user("f")).isNotNull();
  }

  @Test
  void whatOneMayIsAskedOfRbacWithAllThatIsKnownOfTheUser() throws IOException {
    answer("{'status': {'authenticated': true, 'user': " + ANN + "}}");
    answer("{'status': {'allowed': true}}");
    answer("{'status': {'allowed': false, 'reason': 'no binding'}}");
    answer("{'status': {'allowed': true, 'denied': true}}");
    User ann = reviews().user("t");
    asked.clear();

    assertThat(reviews().denied(ann, "approve")).isNull();
    assertThat(reviews().denied(ann, "rollback"))
        .startsWith("ann may not rollback revisions.rules.plumbline.dev. Try: bind");
    assertThat(reviews().denied(ann, "rollback")).isNotNull();
    JsonNode spec = next("/apis/authorization.k8s.io/v1/subjectaccessreviews").path("spec");
    assertThat(spec.toString())
        .isEqualTo(
            ("{'user':'ann','groups':['ops'],'uid':'7','extra':{'scopes':['a','b']},"
                    + "'resourceAttributes':{'group':'rules.plumbline.dev','resource':'revisions',"
                    + "'verb':'approve'}}")
                .replace('\'', '"'));
  }

  @Test
  void anApiServerThatDoesNotTellIsNoReasonToTrust() {
    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> reviews().user("t"))
        .withMessage(
            "the API server answers 403 to tokenreviews. Try: apply k8s/components/page-changes.");
    http.stop(0);
    assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> reviews().user("t"));
  }

  @Test
  void anApiServerThatDoesNotAnswerIsGivenUp() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KubernetesClient waiting =
            new KubernetesClientBuilder()
                .withConfig(
                    new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("http://localhost:" + silent.getLocalPort())
                        .build())
                .build()) {
      var reviews = new TokenReviews(waiting, List.of(), Duration.ofMillis(300));

      assertThatExceptionOfType(UnavailableException.class)
          .isThrownBy(() -> reviews.user("t"))
          .withMessage("the API server does not answer within 300 ms. Try: again later.");
    }
  }

  @Test
  void anAnswerThatIsNoReviewIsNoReasonToTrust() {
    answers.add("<html>");
    answers.add("[".repeat(100_000));
    answers.add("{\"status\": 7}");
    answers.add("{\"status\": {\"authenticated\": \"yes\", \"user\": {\"username\": \"ann\"}}}");

    assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> reviews().user("t"));
    assertThatExceptionOfType(UnavailableException.class).isThrownBy(() -> reviews().user("t"));
    assertThat(reviews().user("t")).isNull();
    assertThat(reviews().user("t")).isNull();
  }

  private TokenReviews reviews(String... audiences) {
    return new TokenReviews(client, List.of(audiences), Duration.ofSeconds(20));
  }

  private void answer(String json) {
    answers.add(json.replace('\'', '"'));
  }

  private JsonNode next(String path) throws IOException {
    String request = String.valueOf(asked.poll());
    assertThat(request).startsWith(path + " ");
    return new JsonMapper().readTree(request.substring(path.length()));
  }
}
