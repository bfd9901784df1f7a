package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
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

  private record Event(int version, String line) {}

  private static final class Resource {
    final Map<String, ObjectNode> objects = new TreeMap<>();
    final List<Event> history = new ArrayList<>();
    final List<BlockingQueue<String>> watches = new ArrayList<>();
    @Nullable Refusal refusal;
    int expiredBefore;
    boolean silent;
    int resets;
  }

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Resource> resources = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private int version = 100;

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
    return new KubernetesClientBuilder()
        .withConfig(new ConfigBuilder().withMasterUrl(place()).withAutoConfigure(false).build())
        .build();
  }

  /** Every request so far, with its query. */
  public synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** Makes or changes an object. */
  synchronized void put(KubernetesKind kind, String yaml) {
    ObjectNode object = object(yaml);
    Resource resource = of(kind);
    String name = object.at("/metadata/name").asText();
    boolean there = resource.objects.containsKey(name);
    object.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    resource.objects.put(name, object);
    event(resource, there ? "MODIFIED" : "ADDED", object);
  }

  synchronized void delete(KubernetesKind kind, String name) {
    Resource resource = of(kind);
    ObjectNode object = resource.objects.remove(name).deepCopy();
    object.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    event(resource, "DELETED", object);
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
    event(of(kind), "BOOKMARK", object);
  }

  /** Sends a line to every watch of the kind. */
  synchronized void say(KubernetesKind kind, String line) {
    of(kind).watches.forEach(watch -> watch.add(line));
  }

  /** Ends every watch of the kind. */
  synchronized void hangUp(KubernetesKind kind) {
    of(kind).watches.forEach(watch -> watch.add(""));
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

  private void event(Resource resource, String type, JsonNode object) {
    ObjectNode event = JSON.createObjectNode().put("type", type);
    event.set("object", object.deepCopy());
    resource.history.add(new Event(version, event.toString()));
    if (!resource.silent) {
      resource.watches.forEach(watch -> watch.add(event.toString()));
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
      if (resource == null) {
        status = 404;
        body = "404 page not found";
      } else if (resource.refusal != null) {
        status = resource.refusal.http();
        body = resource.refusal.body();
      } else if (path.equals("/version")) {
        status = 200;
        body = "{\"major\":\"1\",\"minor\":\"33+\"}";
      } else if (!query.containsKey("watch")) {
        status = 200;
        body = page(resource, query);
      } else if (Integer.parseInt(query.get("resourceVersion")) < resource.expiredBefore) {
        status = 410;
        body = "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}";
      } else {
        status = 200;
        watch = watch(resource, Integer.parseInt(query.get("resourceVersion")));
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
    List<ObjectNode> all = List.copyOf(resource.objects.values());
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

  private static BlockingQueue<String> watch(Resource resource, int from) {
    var watch = new LinkedBlockingQueue<String>();
    if (!resource.silent) {
      resource.history.stream()
          .filter(event -> event.version() > from)
          .forEach(event -> watch.add(event.line()));
    }
    resource.watches.add(watch);
    return watch;
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
