package dev.plumbline.log.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Buckets of S3 in this process, addressed by path: objects are listed in pages, read, and written,
 * on the condition that there is none where that is requested. It fails as a test says.
 */
public final class FakeS3 implements AutoCloseable {

  /** Small, so that every listing of a test has several. */
  private static final int PAGE = 7;

  /** What a request is answered instead of what it requests. */
  public enum Failure {
    /** 503 SlowDown. */
    THROTTLED,
    /** The connection is closed without an answer. */
    AWAY,
    /** What is written is there, and the connection is closed without an answer. */
    LOST,
    /** The first half of the object, of which the rest never comes. */
    CUT,
    /** The first half of the object, as if it were all of it. */
    HALF
  }

  /** So many of the requests that match fail in this way. */
  private static final class Planned {
    private final Predicate<String> matches;
    private final Failure failure;
    private int left;

    Planned(Predicate<String> matches, Failure failure, int left) {
      this.matches = matches;
      this.failure = failure;
      this.left = left;
    }

    synchronized boolean takes(String request) {
      return left > 0 && matches.test(request) && left-- > 0;
    }
  }

  private final HttpServer server;
  private final ConcurrentSkipListMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Planned> planned = new CopyOnWriteArrayList<>();
  private final List<Failure> failed = new CopyOnWriteArrayList<>();
  private final AtomicInteger replaced = new AtomicInteger();
  private final AtomicBoolean unconditional = new AtomicBoolean();
  private final Map<String, @Nullable String> properties = new HashMap<>();

  public FakeS3() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What it holds, by {@code bucket/key}; a test may change it. */
  public Map<String, byte[]> objects() {
    return objects;
  }

  /** What was requested: {@code GET bucket/key}, {@code LIST bucket/prefix}. */
  public List<String> requests() {
    return requests;
  }

  /** So many of the requests that match fail. */
  public void fail(Failure failure, int times, Predicate<String> requests) {
    planned.add(new Planned(requests, failure, times));
  }

  /** How many requests have failed since all of it was forgotten. */
  public int failed() {
    return failed.size();
  }

  /** How often a request has written an object in place of another one. */
  public int replaced() {
    return replaced.get();
  }

  /** Ignores {@code If-None-Match} from now on, as old stores do. */
  public void ignoreConditions() {
    unconditional.set(true);
  }

  /** Answers all requests from now on. */
  public void forget() {
    planned.clear();
    failed.clear();
    requests.clear();
  }

  /** A client, to be closed by the test. */
  public S3Client client() {
    return S3Client.builder()
        .endpointOverride(endpoint())
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  /** A bucket below a prefix. */
  public static Bucket bucket(S3Client client, String name, String prefix, InstantSource clock) {
    return new Bucket(client, name, prefix, Protection.BUCKET, clock);
  }

  /** The verbs of this JVM use it, until it is closed. */
  public void serveVerbs() {
    set("plumbline.audit.s3.endpoint", endpoint().toString());
    set("plumbline.audit.s3.region", "us-east-1");
    set("aws.accessKeyId", "id");
    set("aws.secretAccessKey", "secret");
  }

  private void set(String property, String value) {
    properties.put(property, System.getProperty(property));
    System.setProperty(property, value);
  }

  @Override
  public void close() {
    server.stop(0);
    properties.forEach(
        (property, before) -> {
          if (before == null) {
            System.clearProperty(property);
          } else {
            System.setProperty(property, before);
          }
        });
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean lists = query.containsKey("list-type");
      String prefix = query.getOrDefault("prefix", "");
      String request =
          lists
              ? "LIST " + path.replaceAll("/$", "") + "/" + prefix
              : exchange.getRequestMethod() + " " + path;
      requests.add(request);
      for (Planned each : planned) {
        if (each.takes(request)) {
          failed.add(each.failure);
          fail(exchange, each.failure, path, body);
          return;
        }
      }
      if (lists) {
        list(exchange, path.replaceAll("/$", "") + "/", query);
      } else {
        switch (exchange.getRequestMethod()) {
          case "PUT" -> put(exchange, path, body);
          case "GET" -> get(exchange, path);
          default -> error(exchange, 405, "MethodNotAllowed");
        }
      }
    }
  }

  private void fail(HttpExchange exchange, Failure failure, String path, byte[] body)
      throws IOException {
    switch (failure) {
      case THROTTLED -> error(exchange, 503, "SlowDown");
      case AWAY -> {
        // Closed by the caller.
      }
      case LOST -> {
        boolean unused = store(exchange, path, body);
      }
      case CUT -> {
        byte[] object = Objects.requireNonNull(objects.get(path));
        exchange.sendResponseHeaders(200, object.length);
        exchange.getResponseBody().write(object, 0, object.length / 2);
        exchange.getResponseBody().flush();
      }
      case HALF -> {
        byte[] object = Objects.requireNonNull(objects.get(path));
        exchange.sendResponseHeaders(200, object.length / 2);
        exchange.getResponseBody().write(object, 0, object.length / 2);
      }
    }
  }

  private void put(HttpExchange exchange, String path, byte[] body) throws IOException {
    if (store(exchange, path, body)) {
      exchange.getResponseHeaders().set("ETag", "\"0\"");
      exchange.sendResponseHeaders(200, -1);
    } else {
      error(exchange, 412, "PreconditionFailed");
    }
  }

  /** False where it must not be there, and is. */
  private boolean store(HttpExchange exchange, String path, byte[] body) {
    String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    byte[] object = encoding != null && encoding.contains("aws-chunked") ? unchunked(body) : body;
    if (!unconditional.get()
        && "*".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      return objects.putIfAbsent(path, object) == null;
    }
    if (objects.put(path, object) != null) {
      replaced.incrementAndGet();
    }
    return true;
  }

  private void get(HttpExchange exchange, String path) throws IOException {
    byte[] object = objects.get(path);
    if (object == null) {
      error(exchange, 404, "NoSuchKey");
      return;
    }
    exchange.getResponseHeaders().set("ETag", "\"0\"");
    exchange.sendResponseHeaders(200, object.length == 0 ? -1 : object.length);
    exchange.getResponseBody().write(object);
  }

  /** As ListObjectsV2 answers: keys of the bucket in order, a page at a time. */
  private void list(HttpExchange exchange, String bucket, Map<String, String> query)
      throws IOException {
    String prefix = query.getOrDefault("prefix", "");
    String delimiter = query.getOrDefault("delimiter", "");
    String after = query.getOrDefault("continuation-token", query.getOrDefault("start-after", ""));
    int limit = Math.min(PAGE, Integer.parseInt(query.getOrDefault("max-keys", "1000")));
    var entries = new TreeSet<String>();
    for (String path : objects.keySet()) {
      String key = path.startsWith(bucket) ? path.substring(bucket.length()) : null;
      if (key != null && key.startsWith(prefix)) {
        int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        entries.add(end < 0 ? key : key.substring(0, end + delimiter.length()));
      }
    }
    List<String> page =
        entries.stream().filter(each -> each.compareTo(after) > 0).limit(limit).toList();
    boolean more = !page.isEmpty() && entries.higher(page.getLast()) != null;
    var text = new StringBuilder("<ListBucketResult>");
    text.append("<EncodingType>url</EncodingType><IsTruncated>" + more + "</IsTruncated>");
    if (more) {
      text.append("<NextContinuationToken>" + page.getLast() + "</NextContinuationToken>");
    }
    for (String each : page) {
      boolean folder = !delimiter.isEmpty() && each.endsWith(delimiter);
      String name = URLEncoder.encode(each, StandardCharsets.UTF_8);
      text.append(
          folder
              ? "<CommonPrefixes><Prefix>" + name + "</Prefix></CommonPrefixes>"
              : "<Contents><Key>" + name + "</Key></Contents>");
    }
    answer(exchange, 200, text.append("</ListBucketResult>").toString());
  }

  private static void error(HttpExchange exchange, int status, String code) throws IOException {
    answer(
        exchange,
        status,
        "<Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>");
  }

  private static void answer(HttpExchange exchange, int status, String xml) throws IOException {
    byte[] body = xml.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static Map<String, String> query(@Nullable String raw) {
    var query = new HashMap<String, String>();
    for (String each : raw == null ? new String[0] : raw.split("&")) {
      int equals = each.indexOf('=');
      query.put(
          equals < 0 ? each : each.substring(0, equals),
          equals < 0 ? "" : URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  /** The content of chunks: each follows a line with its size in hexadecimal; trailers follow. */
  private static byte[] unchunked(byte[] body) {
    var content = new ByteArrayOutputStream();
    int at = 0;
    while (true) {
      int end = at;
      while (body[end] != '\r') {
        end++;
      }
      String line = new String(body, at, end - at, StandardCharsets.US_ASCII);
      int size = Integer.parseInt(line.split(";")[0], 16);
      if (size == 0) {
        return content.toByteArray();
      }
      content.writeBytes(Arrays.copyOfRange(body, end + 2, end + 2 + size));
      at = end + 2 + size + 2;
    }
  }
}
