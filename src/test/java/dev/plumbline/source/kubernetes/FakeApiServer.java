package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.client.ClusterClient;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Speaks list and watch as an API server does, and fails as it can. */
public final class FakeApiServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** An answer in place of the true one. */
  private record Refusal(int http, String body) {}

  /** A change, and how the object was before; an empty object when it was not there. */
  private record Event(int version, String type, ObjectNode before, ObjectNode object) {}

  private record Watch(Selector selector, BlockingQueue<String> lines) {

    /** An object that a selector begins or ceases to match is added or deleted to its watch. */
    void add(Event event) {
      boolean did = selector.matches(event.before());
      boolean does = selector.matches(event.object()) && !event.type().equals("DELETED");
      String type =
          event.type().equals("BOOKMARK")
              ? event.type()
              : does ? (did ? "MODIFIED" : "ADDED") : did ? "DELETED" : "";
      if (!type.isEmpty()) {
        ObjectNode line = JSON.createObjectNode().put("type", type);
        lines.add(line.set("object", event.object()).toString());
      }
    }
  }

  /** The field and label selectors of a request, as far as they are used here. */
  private record Selector(List<String> fields, List<String> labels) {

    static Selector of(Map<String, String> query) {
      return new Selector(
          terms(query.getOrDefault("fieldSelector", "")),
          terms(query.getOrDefault("labelSelector", "")));
    }

    private static List<String> terms(String selector) {
      return selector.isEmpty() ? List.of() : List.of(selector.split(","));
    }

    boolean matches(JsonNode object) {
      return object.has("metadata")
          && fields.stream().allMatch(term -> field(term, object))
          && labels.stream().allMatch(term -> label(term, object));
    }

    private static boolean field(String term, JsonNode object) {
      boolean unequal = term.contains("!=");
      String[] sides = term.split("!?=", 2);
      String value = object.at("/" + sides[0].replace('.', '/')).asText();
      if (value.isEmpty() && sides[0].equals("status.phase")) {
        value = "Pending";
      }
      return value.equals(sides[1]) != unequal;
    }

    private static boolean label(String term, JsonNode object) {
      JsonNode labels = object.at("/metadata/labels");
      return term.startsWith("!") ? !labels.has(term.substring(1)) : labels.has(term);
    }
  }

  private static final class Resource {
    final Map<String, ObjectNode> objects = new TreeMap<>();
    final List<Event> history = new ArrayList<>();
    final List<Watch> watches = new ArrayList<>();
    @Nullable Refusal refusal;
    int expiredBefore;
    boolean silent;
    int resets;
  }

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Resource> resources = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> answered = new ArrayList<>();
  private int version = 100;
  private String minor = "33";

  /** Serves at once, at a port that is free. */
  public FakeApiServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
    for (KubernetesKind kind : KubernetesKind.values()) {
      resources.put(kind.path("plumbline"), new Resource());
    }
    resources.put("/version", new Resource());
  }

  /** Where it answers; also as a proxy before others. */
  String place() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** A client of it, to be closed by the test. */
  public KubernetesClient client() {
    return ClusterClient.of(
        new ConfigBuilder().withMasterUrl(place()).withAutoConfigure(false).build(),
        new VertxHttpClientFactory());
  }

  /** Every request so far, with its query. */
  public synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** The requests whose connection was not closed instead. */
  synchronized List<String> answered() {
    return List.copyOf(answered);
  }

  /** Makes or changes an object. */
  void put(KubernetesKind kind, String yaml) {
    put(kind, object(yaml));
  }

  /** Makes or changes an object of a kind that is watched. */
  public void put(ObjectNode object) {
    String kind = object.path("kind").asText();
    for (KubernetesKind each : KubernetesKind.values()) {
      if (each.kind().equals(kind)) {
        put(each, object.deepCopy());
        return;
      }
    }
    throw new IllegalArgumentException(kind + " is not watched");
  }

  private synchronized void put(KubernetesKind kind, ObjectNode object) {
    Resource resource = of(kind);
    object.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    ObjectNode before = resource.objects.put(key(object), object);
    event(resource, before == null ? "ADDED" : "MODIFIED", before, object);
  }

  private static String key(JsonNode object) {
    String namespace = object.at("/metadata/namespace").asText();
    String name = object.at("/metadata/name").asText();
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  synchronized void delete(KubernetesKind kind, String name) {
    Resource resource = of(kind);
    String key =
        resource.objects.keySet().stream()
            .filter(each -> each.equals(name) || each.endsWith("/" + name))
            .findFirst()
            .orElseThrow();
    ObjectNode before = resource.objects.remove(key);
    ObjectNode object = before.deepCopy();
    object.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    event(resource, "DELETED", before, object);
  }

  /** Makes or changes a ConfigMap of namespace plumbline. */
  public void putConfigMap(String yaml) {
    put(KubernetesKind.CONFIG_MAPS, yaml);
  }

  /** Deletes a ConfigMap of namespace plumbline. */
  public void deleteConfigMap(String name) {
    delete(KubernetesKind.CONFIG_MAPS, name);
  }

  /** Answers so whenever ConfigMaps are asked for; with 0 truly again. */
  public void refuseConfigMaps(int status, String body) {
    refuse(KubernetesKind.CONFIG_MAPS, status, body);
  }

  /** Tells every watch of the kind that nothing happened until now. */
  synchronized void bookmark(KubernetesKind kind) {
    ObjectNode object = JSON.createObjectNode();
    object.putObject("metadata").put("resourceVersion", String.valueOf(++version));
    event(of(kind), "BOOKMARK", null, object);
  }

  /** Sends a line to every watch of the kind. */
  synchronized void say(KubernetesKind kind, String line) {
    of(kind).watches.forEach(watch -> watch.lines().add(line));
  }

  /** Ends every watch of the kind. */
  synchronized void hangUp(KubernetesKind kind) {
    of(kind).watches.forEach(watch -> watch.lines().add(""));
  }

  /** Ends every watch of the kind, and closes the connection of the next requests for it. */
  synchronized void reset(KubernetesKind kind, int requests) {
    of(kind).resets = requests;
    hangUp(kind);
  }

  /** From now on watches of the kind tell nothing, or all again. */
  synchronized void silent(KubernetesKind kind, boolean silent) {
    of(kind).silent = silent;
  }

  /** Nobody may resume from before now. */
  synchronized void compact(KubernetesKind kind) {
    of(kind).history.clear();
    of(kind).expiredBefore = ++version;
  }

  /** Answers so whenever the kind is asked for; with 0 truly again. */
  synchronized void refuse(KubernetesKind kind, int status, String body) {
    of(kind).refusal = status == 0 ? null : new Refusal(status, body);
    hangUp(kind);
  }

  /** Is of another version of Kubernetes than 1.33: 1.32. */
  public synchronized void beOf(String kubernetesVersion) {
    minor = kubernetesVersion.substring(kubernetesVersion.indexOf('.') + 1);
  }

  /** Serves no such kind from now on. */
  public synchronized void withoutKind(String kind) {
    for (KubernetesKind each : KubernetesKind.values()) {
      if (each.kind().equals(kind)) {
        resources.remove(each.path("plumbline"));
      }
    }
  }

  synchronized void refuseVersion(int status, String body) {
    resources.get("/version").refusal = status == 0 ? null : new Refusal(status, body);
  }

  private Resource of(KubernetesKind kind) {
    return resources.get(kind.path("plumbline"));
  }

  private static ObjectNode object(String yaml) {
    try {
      return (ObjectNode) new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void event(
      Resource resource, String type, @Nullable ObjectNode before, ObjectNode object) {
    var event =
        new Event(
            version,
            type,
            before == null ? JSON.createObjectNode() : before.deepCopy(),
            object.deepCopy());
    resource.history.add(event);
    if (!resource.silent) {
      resource.watches.forEach(watch -> watch.add(event));
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
    BlockingQueue<String> watch = null;
    int status;
    String body = "";
    synchronized (this) {
      requests.add(exchange.getRequestURI().toString());
      Resource resource = resources.get(path);
      if (resource != null && resource.resets > 0) {
        resource.resets--;
        // What a handler throws closes the connection.
        throw new IOException("reset");
      }
      answered.add(exchange.getRequestURI().toString());
      if (resource == null) {
        status = 404;
        body = "404 page not found";
      } else if (resource.refusal != null) {
        status = resource.refusal.http();
        body = resource.refusal.body();
      } else if (path.equals("/version")) {
        status = 200;
        body = "{\"major\":\"1\",\"minor\":\"" + minor + "+\"}";
      } else if (!query.containsKey("watch")) {
        status = 200;
        body = page(resource, query);
      } else if (Integer.parseInt(query.get("resourceVersion")) < resource.expiredBefore) {
        status = 410;
        body = "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}";
      } else {
        status = 200;
        watch = watch(resource, Selector.of(query), Integer.parseInt(query.get("resourceVersion")));
      }
    }
    if (watch != null) {
      stream(exchange, watch);
      return;
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private String page(Resource resource, Map<String, String> query) {
    int from = Integer.parseInt(query.getOrDefault("continue", "0"));
    int limit = Integer.parseInt(query.get("limit"));
    Selector selector = Selector.of(query);
    List<ObjectNode> all = resource.objects.values().stream().filter(selector::matches).toList();
    ObjectNode list = JSON.createObjectNode();
    ObjectNode metadata = list.putObject("metadata");
    metadata.put("resourceVersion", String.valueOf(version));
    int to = Math.min(all.size(), from + limit);
    if (to < all.size()) {
      metadata.put("continue", String.valueOf(to));
    }
    list.putArray("items").addAll(all.subList(from, to));
    return list.toString();
  }

  private static BlockingQueue<String> watch(Resource resource, Selector selector, int from) {
    var watch = new Watch(selector, new LinkedBlockingQueue<>());
    if (!resource.silent) {
      resource.history.stream().filter(event -> event.version() > from).forEach(watch::add);
    }
    resource.watches.add(watch);
    return watch.lines();
  }

  private static void stream(HttpExchange exchange, BlockingQueue<String> watch)
      throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.flush();
      for (String line = watch.take(); !line.isEmpty(); line = watch.take()) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Map<String, String> query(@Nullable String raw) {
    var values = new HashMap<String, String>();
    for (String each : raw == null ? new String[0] : raw.split("&")) {
      String[] pair = each.split("=", 2);
      values.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
    }
    return values;
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
