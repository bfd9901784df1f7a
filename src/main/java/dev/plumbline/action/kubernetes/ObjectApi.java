package dev.plumbline.action.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ChangeWriter.NotLeadingException;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.ObjectRef;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes objects as JSON trees. Requests have a timeout and are not retried; writes use
 * the field manager {@code plumbline}, and only happen while this replica is the leader.
 */
public final class ObjectApi implements ObjectServer {

  public static final String FIELD_MANAGER = "plumbline";

  /** Less than what lies between the renew deadline and the end of a lease. */
  public static final Duration TIMEOUT = Duration.ofSeconds(4);

  private static final String PAGE = "500";

  private static final String APPLY = "application/apply-patch+yaml";
  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON = "application/json";

  private final ApiClient client;
  private final Duration timeout;
  private final BooleanSupplier mayWrite;

  /** Uses the server of {@code client}, which the caller closes. */
  public ObjectApi(KubernetesClient client, Duration timeout, BooleanSupplier mayWrite) {
    this.client = new ApiClient(client, timeout);
    this.timeout = timeout;
    this.mayWrite = mayWrite;
  }

  @Override
  public @Nullable JsonNode get(ObjectRef ref) {
    return read(Paths.of(ref));
  }

  @Override
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
        // The items of a list of built-in kinds do not name their kind.
        items.add(((ObjectNode) item).put("apiVersion", apiVersion).put("kind", kind));
      }
      next = page.path("metadata").path("continue").asText();
    } while (!next.isEmpty());
    return items;
  }

  @Override
  public boolean serves(String apiVersion, String kind) {
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

  @Override
  public JsonNode apply(ObjectRef ref, JsonNode applied, boolean force) {
    String path =
        Paths.with(Paths.of(ref), "fieldManager", FIELD_MANAGER, "force", String.valueOf(force));
    return write("PATCH", path, APPLY, applied);
  }

  @Override
  public JsonNode merge(ObjectRef ref, JsonNode patch) {
    String path = Paths.with(Paths.of(ref), "fieldManager", FIELD_MANAGER);
    return write("PATCH", path, MERGE, patch);
  }

  @Override
  public JsonNode mergeStatus(ObjectRef ref, JsonNode patch) {
    String path = Paths.with(Paths.of(ref) + "/status", "fieldManager", FIELD_MANAGER);
    return write("PATCH", path, MERGE, patch);
  }

  @Override
  public JsonNode create(ObjectRef ref, JsonNode object) {
    String path =
        Paths.with(
            Paths.of(ref.apiVersion(), ref.kind(), ref.namespace()), "fieldManager", FIELD_MANAGER);
    return write("POST", path, JSON, object);
  }

  @Override
  public void delete(ObjectRef ref, JsonNode live) {
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
    try {
      return client.get(path);
    } catch (ApiException e) {
      if (e.status() == 404) {
        return null;
      }
      throw fault(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private JsonNode write(String method, String path, String type, JsonNode body) {
    if (!mayWrite.getAsBoolean()) {
      throw new NotLeadingException();
    }
    try {
      return client.send(method, path, type, body);
    } catch (ApiException e) {
      throw fault(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private WriteFaultException fault(ApiException e) {
    if (e.status() > 0) {
      return new WriteFaultException(
          e.code(), e.detail().isEmpty() ? "the API server answered " + e.status() : e.detail());
    }
    if (e.code().equals(ApiException.TIMEOUT)) {
      return new WriteFaultException(e.code(), "no answer within " + timeout.toMillis() + " ms");
    }
    Throwable cause = e.getCause();
    return cause == null
        ? new WriteFaultException(e.code(), e.detail())
        : new WriteFaultException(
            "ServiceUnavailable",
            "the API server cannot be reached: "
                + (cause.getCause() == null ? cause : cause.getCause()));
  }

  private static WriteFaultException interrupted() {
    Thread.currentThread().interrupt();
    return new WriteFaultException(ApiException.TIMEOUT, "cancelled: the program ends");
  }

  /** Where the API server has objects: the kinds written here are called by the plain plural. */
  static final class Paths {

    private Paths() {}

    static String of(ObjectRef ref) {
      return of(ref.apiVersion(), ref.kind(), ref.namespace()) + "/" + ref.name();
    }

    static String of(String apiVersion, String kind, @Nullable String namespace) {
      String plural = ObjectKind.plural(kind).toLowerCase(Locale.ROOT);
      return group(apiVersion)
          + (namespace == null ? "/" : "/namespaces/" + namespace + "/")
          + plural;
    }

    static String group(String apiVersion) {
      return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    }

    static String with(String path, String... parameters) {
      var query = new StringBuilder(path);
      for (int i = 0; i < parameters.length; i += 2) {
        query
            .append(i == 0 ? '?' : '&')
            .append(parameters[i])
            .append('=')
            .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
      }
      return query.toString();
    }
  }
}
