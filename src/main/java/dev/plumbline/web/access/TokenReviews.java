package dev.plumbline.web.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.client.ApiClient;
import dev.plumbline.client.ApiException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The API server authenticates tokens by TokenReview, and authorizes users by SubjectAccessReview
 * of {@code revisions.rules.plumbline.dev}, a resource that exists for RBAC alone.
 */
public final class TokenReviews implements Tokens {

  public static final String GROUP = "rules.plumbline.dev";

  public static final String RESOURCE = "revisions";

  private static final String AUTHENTICATION = "authentication.k8s.io/v1";
  private static final String AUTHORIZATION = "authorization.k8s.io/v1";
  private static final List<String> OF_ONE = List.of("update", "patch", "delete");

  /** Beyond these nothing is asked: it takes four requests for each. */
  private static final int MAX_CONFIG_MAPS = 50;

  private static final String COMPONENT = "Try: apply k8s/components/page-changes.";

  private final ApiClient client;
  private final List<String> audiences;
  private final Duration limit;

  /**
   * Uses the address and credentials of {@code client}, which the caller closes.
   *
   * @param audiences one of them must be in the token; none for that of the API server
   */
  public TokenReviews(KubernetesClient client, List<String> audiences, Duration limit) {
    this.client = new ApiClient(client, limit);
    this.audiences = List.copyOf(audiences);
    this.limit = limit;
  }

  @Override
  public @Nullable User user(String token) {
    ObjectNode review = review(AUTHENTICATION, "TokenReview");
    ObjectNode spec = review.putObject("spec").put("token", token);
    if (!audiences.isEmpty()) {
      audiences.forEach(spec.putArray("audiences")::add);
    }
    JsonNode status = post(AUTHENTICATION, "tokenreviews", review).path("status");
    if (!status.path("authenticated").asBoolean() || !intended(status.path("audiences"))) {
      return null;
    }
    if (!(status.path("user") instanceof ObjectNode user)
        || user.path("username").asText().isEmpty()) {
      return null;
    }
    var groups = new ArrayList<String>();
    user.path("groups").forEach(group -> groups.add(group.asText()));
    return new User(user.path("username").asText(), List.copyOf(groups), user);
  }

  /** A server that ignores audiences returns none: the token may be for any audience. */
  private boolean intended(JsonNode answered) {
    var named = new HashSet<String>();
    answered.forEach(each -> named.add(each.asText()));
    return audiences.isEmpty() || audiences.stream().anyMatch(named::contains);
  }

  @Override
  public @Nullable String denied(User user, String verb) {
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    attributes.put("group", GROUP).put("resource", RESOURCE).put("verb", verb);
    if (may(user, attributes)) {
      return null;
    }
    return user.name()
        + " may not "
        + verb
        + " "
        + RESOURCE
        + "."
        + GROUP
        + ". Try: bind the ClusterRole plumbline-approver.";
  }

  @Override
  public @Nullable Boolean writes(User user, List<String> configMaps) {
    if (configMaps.isEmpty()) {
      return null;
    }
    if (configMaps.size() > MAX_CONFIG_MAPS) {
      return true;
    }
    var namespaces = new TreeSet<String>();
    for (String each : configMaps) {
      namespaces.add(each.substring(0, each.indexOf('/')));
    }
    return namespaces.stream()
            .anyMatch(
                namespace ->
                    Stream.concat(Stream.of("create", "deletecollection"), OF_ONE.stream())
                        .anyMatch(verb -> writes(user, verb, namespace, "")))
        || configMaps.stream()
            .anyMatch(
                each ->
                    OF_ONE.stream()
                        .anyMatch(
                            verb ->
                                writes(
                                    user,
                                    verb,
                                    each.substring(0, each.indexOf('/')),
                                    each.substring(each.indexOf('/') + 1))));
  }

  /**
   * @param name empty for all of the namespace
   */
  private boolean writes(User user, String verb, String namespace, String name) {
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    attributes.put("resource", "configmaps").put("verb", verb).put("namespace", namespace);
    if (!name.isEmpty()) {
      attributes.put("name", name);
    }
    return may(user, attributes);
  }

  private boolean may(User user, ObjectNode attributes) {
    ObjectNode review = review(AUTHORIZATION, "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec").put("user", user.name());
    user.groups().forEach(spec.putArray("groups")::add);
    ObjectNode known = user.kubernetes();
    if (known != null && known.path("uid").isTextual()) {
      spec.set("uid", known.path("uid"));
    }
    if (known != null && known.path("extra").isObject()) {
      spec.set("extra", known.path("extra"));
    }
    spec.set("resourceAttributes", attributes);
    JsonNode status = post(AUTHORIZATION, "subjectaccessreviews", review).path("status");
    return status.path("allowed").asBoolean() && !status.path("denied").asBoolean();
  }

  private static ObjectNode review(String apiVersion, String kind) {
    return JsonNodeFactory.instance.objectNode().put("apiVersion", apiVersion).put("kind", kind);
  }

  private JsonNode post(String apiVersion, String resource, ObjectNode review) {
    try {
      return client.send(
          "POST", "/apis/" + apiVersion + "/" + resource, "application/json", review);
    } catch (ApiException e) {
      throw new UnavailableException(message(resource, e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("Plumbline is shutting down");
    }
  }

  private String message(String resource, ApiException e) {
    if (e.status() > 0) {
      return "the API server answers "
          + e.status()
          + " to "
          + resource
          + ". "
          + (e.status() == 403 ? COMPONENT : "Try: see its log.");
    }
    return e.code().equals(ApiException.TIMEOUT)
        ? "the API server does not answer within " + limit.toMillis() + " ms. Try: again later."
        : "the request to the API server failed: "
            + e.getMessage()
            + ". Try: check that it can be reached.";
  }
}
