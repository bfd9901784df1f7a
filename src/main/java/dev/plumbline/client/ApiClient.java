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
 * The API server, read and written as JSON trees. Every request is sent once and ends in time:
 * callers know best when to try again. Only a read whose kept-alive connection turns out to be
 * closed is sent once more.
 */
public final class ApiClient {

  private static final ObjectReader JSON = JsonMapper.builder().build().reader();

  private final HttpClient http;
  private final String root;
  private final Duration timeout;

  /**
   * Sends where and as whom {@code client}, which its maker closes, does.
   *
   * @param timeout how long an answer, or the beginning of a watch, may take
   */
  public ApiClient(KubernetesClient client, Duration timeout) {
    this.http = once(client, null).getHttpClient();
    this.root = client.getMasterUrl().toString().replaceAll("/+$", "");
    this.timeout = timeout;
  }

  /**
   * {@code client} without retries of its own.
   *
   * @param timeout how long a request may take; null for what {@code client} has
   */
  public static KubernetesClient once(KubernetesClient client, @Nullable Duration timeout) {
    var config =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(0);
    if (timeout != null) {
      config.withRequestTimeout(Math.toIntExact(timeout.toMillis()));
    }
    return client.newClient(config.build()).adapt(KubernetesClient.class);
  }

  /** What is at {@code path} with its query. */
  public JsonNode get(String path) throws ApiException, InterruptedException {
    JsonNode body = withoutReset(() -> answer(request(path)));
    if (body.isMissingNode()) {
      throw noJson();
    }
    return body;
  }

  /** Sends {@code body} to {@code path} with its query; what the API server answers. */
  public JsonNode send(String method, String path, String contentType, JsonNode body)
      throws ApiException, InterruptedException {
    return answer(request(path).method(method, contentType, body.toString()));
  }

  private JsonNode answer(HttpRequest.Builder builder) throws ApiException, InterruptedException {
    HttpRequest request = builder.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).build();
    var sent = http.sendAsync(request, byte[].class);
    try {
      HttpResponse<byte[]> response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      JsonNode body = json(response.body());
      if (!response.isSuccessful()) {
        throw ApiException.answered(response.code(), body, retryAfter(response));
      }
      if (body.isMissingNode() && response.body() != null && response.body().length > 0) {
        throw noJson();
      }
      return body;
    } catch (ExecutionException | TimeoutException e) {
      throw ApiException.unreachable(e);
    } finally {
      sent.cancel(true);
    }
  }

  /** The events at {@code path} with its query, from now on. */
  public WatchStream watch(String path) throws ApiException, InterruptedException {
    return withoutReset(() -> stream(path));
  }

  private WatchStream stream(String path) throws ApiException, InterruptedException {
    var stream = new WatchStream();
    var sent = http.consumeBytes(request(path).forStreaming().build(), stream);
    try {
      var response = sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      stream.begin(response.body());
      if (!response.isSuccessful()) {
        JsonNode body = json(stream.all(timeout));
        throw ApiException.answered(response.code(), body, retryAfter(response));
      }
      return stream;
    } catch (ExecutionException | TimeoutException e) {
      // One that begins too late would never end.
      sent.thenAccept(response -> response.body().cancel());
      throw ApiException.unreachable(e);
    }
  }

  private static ApiException noJson() {
    return new ApiException("InternalError", "the answer of the API server is not JSON");
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

  /** {@code text} as JSON; missing when it is not JSON, such as the page of a proxy. */
  static JsonNode json(byte @Nullable [] text) {
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
