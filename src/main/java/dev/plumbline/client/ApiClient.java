package dev.plumbline.client;

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
import org.jspecify.annotations.Nullable;

/**
 * A client of the API server that reads and writes JSON trees. Requests have a timeout and are not
 * retried: that is up to the caller. Only a read on a stale keep-alive connection is sent once
 * more.
 */
public final class ApiClient {

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private final HttpClient http;
  private final String root;
  private final Duration timeout;

  public ApiClient(KubernetesClient client, Duration timeout) {
    this.http = withoutRetries(client, null).getHttpClient();
    this.root = client.getMasterUrl().toString().replaceAll("/+$", "");
    this.timeout = timeout;
  }

  /**
   * A copy of {@code client} without retries.
   *
   * @param timeout the request timeout; null for that of {@code client}
   */
  public static KubernetesClient withoutRetries(
      KubernetesClient client, @Nullable Duration timeout) {
    var config =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(0);
    if (timeout != null) {
      config.withRequestTimeout(Math.toIntExact(timeout.toMillis()));
    }
    return client.newClient(config.build()).adapt(KubernetesClient.class);
  }

  public JsonNode get(String path) throws ApiException, InterruptedException {
    JsonNode body = retryOnReset(() -> execute(request(path)));
    if (body.isMissingNode()) {
      throw notJson();
    }
    return body;
  }

  public JsonNode send(String method, String path, String contentType, JsonNode body)
      throws ApiException, InterruptedException {
    return execute(request(path).method(method, contentType, body.toString()));
  }

  private JsonNode execute(HttpRequest.Builder builder) throws ApiException, InterruptedException {
    HttpRequest request = builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).build();
    var sent = http.sendAsync(request, byte[].class);
    try {
      HttpResponse<byte[]> response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      JsonNode body = parse(response.body());
      if (!response.isSuccessful()) {
        throw ApiException.answered(response.code(), body, retryAfter(response));
      }
      if (body.isMissingNode() && response.body() != null && response.body().length > 0) {
        throw notJson();
      }
      return body;
    } catch (ExecutionException | TimeoutException e) {
      throw ApiException.unreachable(e);
    } finally {
      sent.cancel(true);
    }
  }

  public WatchStream watch(String path) throws ApiException, InterruptedException {
    return retryOnReset(() -> openWatch(path));
  }

  private WatchStream openWatch(String path) throws ApiException, InterruptedException {
    var stream = new WatchStream();
    var sent = http.consumeBytes(request(path).forStreaming().build(), stream);
    try {
      var response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      stream.begin(response.body());
      if (!response.isSuccessful()) {
        JsonNode body = parse(stream.readAll(timeout));
        throw ApiException.answered(response.code(), body, retryAfter(response));
      }
      return stream;
    } catch (ExecutionException | TimeoutException e) {
      // Cancels a watch that starts after the timeout.
      sent.thenAccept(response -> response.body().cancel());
      throw ApiException.unreachable(e);
    }
  }

  private static ApiException notJson() {
    return new ApiException("InternalError", "the answer of the API server is not JSON");
  }

  private interface Request<T> {
    T send() throws ApiException, InterruptedException;
  }

  private static <T> T retryOnReset(Request<T> request) throws ApiException, InterruptedException {
    try {
      return request.send();
    } catch (ApiException e) {
      if (e.code().equals(ApiException.RESET)) {
        return request.send();
      }
      throw e;
    }
  }

  /** {@code text} as JSON; a missing node if it is not JSON, such as the error page of a proxy. */
  static JsonNode parse(byte @Nullable [] text) {
    try {
      return text == null ? MissingNode.getInstance() : JSON.readTree(text);
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
    String header = response.header("Retry-After");
    return header == null ? "" : header;
  }
}
