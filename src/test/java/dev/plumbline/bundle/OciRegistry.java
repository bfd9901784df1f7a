package dev.plumbline.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.log.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A registry in memory, after the OCI distribution specification: monolithic uploads, manifests by
 * tag and digest, and, where it is wanted, tokens, faults and redirects.
 */
public final class OciRegistry implements AutoCloseable {

  private static final Pattern PATH =
      Pattern.compile("/v2/(.+)/(manifests|blobs)/(uploads/[^/]*|[^/]+)");
  private static final String USER =
      "Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
  private static final String TOKEN = "Bearer t0ken";

  private final HttpServer server;
  private final HttpServer storage;
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<String, byte[]> manifests = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> authorizationsOfStorage = new CopyOnWriteArrayList<>();
  private final AtomicInteger faults = new AtomicInteger();
  private volatile boolean tokens;
  private volatile boolean redirects;

  public OciRegistry() {
    try {
      var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      server = HttpServer.create(here, 0);
      storage = HttpServer.create(here, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    storage.createContext("/", this::stored);
    server.start();
    storage.start();
  }

  /** Host and port. */
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on only {@code ann} with {@code secret} may do anything, by a token. */
  void requireTokens() {
    tokens = true;
  }

  /** From now on blobs are on another host. */
  void redirect() {
    redirects = true;
  }

  /** The next requests fail with 503. */
  public void fail(int next) {
    faults.set(next);
  }

  /** {@code GET /v2/…} and so on, in order. */
  List<String> requests() {
    return requests;
  }

  List<String> authorizationsOfStorage() {
    return authorizationsOfStorage;
  }

  /** Has a tag name what another one names. */
  public void tag(String repository, String from, String to) {
    manifests.put(repository + " " + to, manifests.get(repository + " " + from));
  }

  byte[] manifest(String repository, String reference) {
    return manifests.get(repository + " " + reference);
  }

  /** Replaces the content of the blob of this digest, as somebody who writes to its disk. */
  void replace(String digest, byte[] content) {
    blobs.put(digest, content);
  }

  /** Pushes any archive, as somebody who may write here and has no key. */
  public void push(String repository, String tag, byte[] archive) {
    blobs.put(digest(archive), archive);
    put(
        repository,
        tag,
        """
        {"artifactType": "application/vnd.plumbline.rules.v1", "layers": [{
          "mediaType": "application/vnd.plumbline.rules.v1.tar+gzip",
          "digest": "%s", "size": %d}]}
        """
            .formatted(digest(archive), archive.length));
  }

  /** Puts what somebody else may push: any manifest under any tag. */
  void put(String repository, String reference, String manifest) {
    manifests.put(repository + " " + reference, manifest.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    storage.stop(0);
  }

  private void stored(HttpExchange exchange) throws IOException {
    authorizationsOfStorage.add("" + exchange.getRequestHeaders().getFirst("Authorization"));
    byte[] blob = blobs.get(exchange.getRequestURI().getPath().substring(1));
    answer(exchange, blob == null ? 404 : 200, blob == null ? new byte[0] : blob);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    byte[] body = exchange.getRequestBody().readAllBytes();
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      error(exchange, 503, "UNAVAILABLE");
    } else if (path.equals("/token")) {
      if (USER.equals(authorization)) {
        answer(exchange, 200, "{\"token\":\"t0ken\"}".getBytes(StandardCharsets.UTF_8));
      } else {
        error(exchange, 401, "UNAUTHORIZED");
      }
    } else if (tokens && !TOKEN.equals(authorization)) {
      exchange
          .getResponseHeaders()
          .add(
              "WWW-Authenticate",
              "Bearer realm=\"http://%s/token\",service=\"test\",scope=\"repository:x:pull,push\""
                  .formatted(host()));
      error(exchange, 401, "UNAUTHORIZED");
    } else {
      Matcher parts = PATH.matcher(path);
      if (!parts.matches()) {
        error(exchange, 404, "NAME_UNKNOWN");
      } else if (parts.group(2).equals("manifests")) {
        manifests(exchange, parts.group(1), parts.group(3), body);
      } else {
        blobs(exchange, path, parts.group(3), body);
      }
    }
  }

  private void manifests(HttpExchange exchange, String repository, String reference, byte[] body)
      throws IOException {
    String key = repository + " ";
    if (exchange.getRequestMethod().equals("PUT")) {
      JsonNode manifest = new JsonMapper().readTree(body);
      var named = new ArrayList<JsonNode>(List.of(manifest.path("config")));
      manifest.path("layers").forEach(named::add);
      for (JsonNode each : named) {
        byte[] blob = blobs.get(each.path("digest").asText());
        if (blob == null || blob.length != each.path("size").asInt()) {
          error(exchange, 400, "MANIFEST_BLOB_UNKNOWN");
          return;
        }
      }
      manifests.put(key + reference, body);
      manifests.put(key + digest(body), body);
      exchange.getResponseHeaders().add("Docker-Content-Digest", digest(body));
      answer(exchange, 201, new byte[0]);
      return;
    }
    byte[] manifest = manifests.get(key + reference);
    if (manifest == null) {
      error(exchange, 404, "MANIFEST_UNKNOWN");
      return;
    }
    exchange.getResponseHeaders().add("Docker-Content-Digest", digest(manifest));
    answer(exchange, 200, manifest);
  }

  private void blobs(HttpExchange exchange, String path, String reference, byte[] body)
      throws IOException {
    switch (exchange.getRequestMethod()) {
      case "POST" -> {
        exchange.getResponseHeaders().add("Location", path + "session?state=1");
        answer(exchange, 202, new byte[0]);
      }
      case "PUT" -> {
        String query = exchange.getRequestURI().getQuery();
        if (!query.equals("state=1&digest=" + digest(body))) {
          error(exchange, 400, "DIGEST_INVALID");
          return;
        }
        blobs.put(digest(body), body);
        answer(exchange, 201, new byte[0]);
      }
      default -> {
        byte[] blob = blobs.get(reference);
        if (blob == null) {
          error(exchange, 404, "BLOB_UNKNOWN");
        } else if (redirects && exchange.getRequestMethod().equals("GET")) {
          exchange
              .getResponseHeaders()
              .add(
                  "Location",
                  "http://localhost:%d/%s".formatted(storage.getAddress().getPort(), reference));
          answer(exchange, 307, new byte[0]);
        } else {
          answer(exchange, 200, blob);
        }
      }
    }
  }

  private static String digest(byte[] bytes) {
    return "sha256:" + Hashes.hex(Hashes.of(bytes));
  }

  private static void error(HttpExchange exchange, int status, String code) throws IOException {
    answer(
        exchange,
        status,
        "{\"errors\":[{\"code\":\"%s\",\"message\":\"no\"}]}"
            .formatted(code)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }
}
