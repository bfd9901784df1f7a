package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.NotLeadingException;
import dev.plumbline.action.WriteFaultException;
import dev.plumbline.fact.ObjectRef;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The API server, read and written as JSON trees. Every request is made once and ends in time;
 * every write is made as field manager {@code plumbline}, and only while this replica leads.
 */
public final class ApiServer {

  /** By this name the API server notes which fields are ours. */
  public static final String FIELD_MANAGER = "plumbline";

  /** Less than what lies between the renew deadline and the end of a lease. */
  public static final Duration TIMEOUT = Duration.ofSeconds(4);

  private static final String PAGE = "500";

  private static final String APPLY = "application/apply-patch+yaml";
  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON = "application/json";

  private final HttpClient http;
  private final String root;
  private final Duration timeout;
  private final BooleanSupplier mayWrite;
  private final ObjectMapper mapper = new ObjectMapper();

  /**
   * The one that {@code client}, which its maker closes, is for.
   *
   * @param timeout how long a request may take
   * @param mayWrite whether this replica leads, asked before every write
   */
  public ApiServer(KubernetesClient client, Duration timeout, BooleanSupplier mayWrite) {
    int millis = Math.toIntExact(timeout.toMillis());
    this.http =
        client
            .getHttpClient()
            .newBuilder()
            .tag(
                new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                    .withRequestRetryBackoffLimit(0)
                    .withRequestTimeout(millis)
                    .build())
            .build();
    this.root = client.getMasterUrl().toString().replaceAll("/+$", "");
    this.timeout = timeout;
    this.mayWrite = mayWrite;
  }

  /** What the API server answered. */
  private record Answer(int status, JsonNode body) {

    boolean good() {
      return status >= 200 && status < 300;
    }
  }

  /**
   * The object as it is now; null when there is none.
   *
   * @throws WriteFaultException when that cannot be told
   */
  public @Nullable JsonNode get(ObjectRef ref) {
    return read(Paths.of(ref));
  }

  /**
   * All objects of a kind in the whole cluster; none where the kind is not served.
   *
   * @param selector a label selector; empty for all
   * @throws WriteFaultException when that cannot be told
   */
  public ArrayNode list(String apiVersion, String kind, String selector) {
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    String next = "";
    do {
      JsonNode page =
          read(
              Paths.with(
                  Paths.of(apiVersion, kind, null),
                  "labelSelector",
                  selector,
                  "limit",
                  PAGE,
                  "continue",
                  next));
      if (page == null) {
        return items;
      }
      for (JsonNode item : page.path("items")) {
        // The items of a list of built-in kinds do not say what they are.
        items.add(((ObjectNode) item).put("apiVersion", apiVersion).put("kind", kind));
      }
      next = page.path("metadata").path("continue").asText();
    } while (!next.isEmpty());
    return items;
  }

  /** Whether the API server serves a kind of this group and version now. */
  boolean serves(String apiVersion, String kind) {
    JsonNode group = read(Paths.group(apiVersion));
    if (group != null) {
      for (JsonNode resource : group.path("resources")) {
        if (resource.path("kind").asText().equals(kind)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Makes or changes an object by server-side apply; the object as it is then. */
  JsonNode apply(ObjectRef ref, JsonNode applied, boolean force) {
    String path =
        Paths.with(Paths.of(ref), "fieldManager", FIELD_MANAGER, "force", String.valueOf(force));
    return write("PATCH", path, APPLY, applied);
  }

  /** Changes an object by JSON merge patch; the object as it is then. */
  JsonNode merge(ObjectRef ref, JsonNode patch) {
    String path = Paths.with(Paths.of(ref), "fieldManager", FIELD_MANAGER);
    return write("PATCH", path, MERGE, patch);
  }

  /** Makes an object. */
  JsonNode create(ObjectRef ref, JsonNode object) {
    String path =
        Paths.with(
            Paths.of(ref.apiVersion(), ref.kind(), ref.namespace()), "fieldManager", FIELD_MANAGER);
    return write("POST", path, JSON, object);
  }

  /** Deletes exactly {@code live}. */
  void delete(ObjectRef ref, JsonNode live) {
    JsonNode metadata = live.path("metadata");
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.put("kind", "DeleteOptions").put("apiVersion", "v1");
    options.put("propagationPolicy", "Background");
    options
        .putObject("preconditions")
        .put("uid", metadata.path("uid").asText())
        .put("resourceVersion", metadata.path("resourceVersion").asText());
    write("DELETE", Paths.of(ref), JSON, options);
  }

  private @Nullable JsonNode read(String path) {
    Answer answer = send(http.newHttpRequestBuilder().uri(root + path).build());
    if (answer.status() == 404) {
      return null;
    }
    return bodyOf(answer);
  }

  private JsonNode write(String method, String path, String type, JsonNode body) {
    if (!mayWrite.getAsBoolean()) {
      throw new NotLeadingException();
    }
    HttpRequest.Builder request = http.newHttpRequestBuilder().uri(root + path);
    return bodyOf(send(request.method(method, type, body.toString()).build()));
  }

  private static JsonNode bodyOf(Answer answer) {
    if (answer.good()) {
      return answer.body();
    }
    String reason = answer.body().path("reason").asText();
    String message = answer.body().path("message").asText();
    throw new WriteFaultException(
        reason.isEmpty() ? reason(answer.status()) : reason,
        message.isEmpty() ? "the API server answered " + answer.status() : message);
  }

  private static String reason(int status) {
    return switch (status) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 415 -> "UnsupportedMediaType";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 500 -> "InternalError";
      case 504 -> "Timeout";
      default -> status >= 500 ? "ServiceUnavailable" : "HTTP" + status;
    };
  }

  private Answer send(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> asked = http.sendAsync(request, String.class);
    try {
      HttpResponse<String> response = asked.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.code(), tree(response));
    } catch (TimeoutException e) {
      asked.cancel(true);
      throw new WriteFaultException("Timeout", "no answer within " + timeout.toMillis() + " ms");
    } catch (ExecutionException e) {
      throw new WriteFaultException(
          "ServiceUnavailable", "the API server cannot be reached: " + e.getCause());
    } catch (InterruptedException e) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      throw new WriteFaultException("Timeout", "given up: the program ends");
    }
  }

  private JsonNode tree(HttpResponse<String> response) {
    String body = response.body();
    try {
      return body == null ? mapper.missingNode() : mapper.readTree(body);
    } catch (JsonProcessingException e) {
      if (response.isSuccessful()) {
        throw new WriteFaultException(
            "InternalError", "the answer of the API server is no JSON: " + e.getOriginalMessage());
      }
      return mapper.missingNode();
    }
  }
}
