package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the API server, once each time: whoever asks knows best when to ask again. Only where a
 * connection that was kept open turns out to be closed, a new one is tried.
 */
final class ApiServer {

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private final HttpClient http;
  private final String root;
  private final Duration limit;

  /**
   * Asks where and as whom {@code client} does.
   *
   * @param limit how long an answer, or the beginning of a watch, may take
   */
  ApiServer(KubernetesClient client, Duration limit) {
    var once =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(0)
            .build();
    this.http = client.newClient(once).getHttpClient();
    this.root = client.getMasterUrl().toString().replaceAll("/+$", "");
    this.limit = limit;
  }

  /** What is at {@code path} with its query. */
  JsonNode get(String path) throws ApiException, InterruptedException {
    return withoutReset(() -> answer(path));
  }

  private JsonNode answer(String path) throws ApiException, InterruptedException {
    HttpRequest request = request(path).timeout(limit.toMillis(), TimeUnit.MILLISECONDS).build();
    var sent = http.sendAsync(request, byte[].class);
    try {
      HttpResponse<byte[]> response = sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      JsonNode body = json(response.body());
      if (!response.isSuccessful()) {
        throw ApiException.refused(response.code(), body, retryAfter(response));
      }
      return body;
    } catch (ExecutionException | TimeoutException e) {
      sent.cancel(true);
      throw ApiException.unreachable(e);
    }
  }

  /** The events at {@code path} with its query, from now on. */
  WatchStream watch(String path) throws ApiException, InterruptedException {
    return withoutReset(() -> stream(path));
  }

  private WatchStream stream(String path) throws ApiException, InterruptedException {
    var stream = new WatchStream();
    var sent = http.consumeBytes(request(path).forStreaming().build(), stream);
    try {
      var response = sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      stream.begin(response.body());
      if (!response.isSuccessful()) {
        JsonNode body = json(stream.all(limit));
        throw ApiException.refused(response.code(), body, retryAfter(response));
      }
      return stream;
    } catch (ExecutionException | TimeoutException e) {
      // One that begins too late would never end.
      sent.thenAccept(response -> response.body().cancel());
      throw ApiException.unreachable(e);
    }
  }

  private interface Request<T> {
    T send() throws ApiException, InterruptedException;
  }

  private static <T> T withoutReset(Request<T> request) throws ApiException, InterruptedException {
    try {
      return request.send();
    } catch (ApiException e) {
      if (e.code().equals(ApiException.RESET)) {
        return request.send();
      }
      throw e;
    }
  }

  /** {@code text} as JSON; nothing when it is none, as what proxies say. */
  static JsonNode json(byte[] text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = http.newHttpRequestBuilder().uri(root + path);
    request.header("Accept", "application/json");
    return request;
  }

  private static String retryAfter(HttpResponse<?> response) {
    String told = response.header("Retry-After");
    return told == null ? "" : told;
  }
}
