package dev.plumbline.source.ec2;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.plumbline.source.ec2.AwsClients.AwsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** EC2, STS, SSM and SQS in this process: it answers what a test says. */
final class FakeAws implements AutoCloseable {

  /** What a call is answered. */
  record Reply(int status, String type, String body) {}

  /** What was asked: the parameters of a query, or {@code Body} for JSON. */
  record Request(String operation, Map<String, String> parameters) {

    /** The values of a filter of DescribeImages and the like; none when it is not there. */
    List<String> filter(String name) {
      var values = new ArrayList<String>();
      parameters.forEach(
          (key, value) -> {
            if (key.matches("Filter\\.\\d+\\.Name") && value.equals(name)) {
              String prefix = key.replace("Name", "Value.");
              parameters.forEach(
                  (other, found) -> {
                    if (other.startsWith(prefix)) {
                      values.add(found);
                    }
                  });
            }
          });
      return values;
    }
  }

  private final HttpServer server;
  private final Map<String, Function<Request, Reply>> replies = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  FakeAws() throws IOException {
    this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  /** The same over TLS. */
  static FakeAws secure(SSLContext context) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpsServer server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new FakeAws(server);
  }

  private FakeAws(HttpServer server) {
    this.server = server;
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
    for (String operation :
        List.of(
            "DescribeImages",
            "DescribeInstanceTypes",
            "DescribeInstanceTypeOfferings",
            "DescribeInstances",
            "DescribeSpotPriceHistory")) {
      on(operation, xml(operation, ""));
    }
    on("GetCallerIdentity", xml("GetCallerIdentity", "<Account>123456789012</Account>"));
  }

  /** Answers an operation with this from now on. */
  FakeAws on(String operation, Reply reply) {
    replies.put(operation, request -> reply);
    return this;
  }

  FakeAws on(String operation, Function<Request, Reply> reply) {
    replies.put(operation, reply);
    return this;
  }

  /** Does not answer an operation until the end of the test. */
  FakeAws hang(String operation) {
    return on(
        operation,
        request -> {
          try {
            closing.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return error(503, "Late");
        });
  }

  List<Request> requests(String operation) {
    return requests.stream().filter(each -> each.operation().equals(operation)).toList();
  }

  URI endpoint() {
    return URI.create(
        (server instanceof HttpsServer ? "https" : "http")
            + "://127.0.0.1:"
            + server.getAddress().getPort());
  }

  AwsClients clients() {
    return clients(Duration.ofMillis(500));
  }

  /** Clients that wait so long for an answer. */
  AwsClients clients(Duration read) {
    var timeouts = new AwsSettings.Timeouts(Duration.ofSeconds(2), read, read.multipliedBy(10));
    return new AwsClients(
        new AwsSettings("us-east-1", endpoint(), timeouts, 1),
        StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
  }

  static Reply xml(String operation, String inner) {
    boolean sts = operation.equals("GetCallerIdentity");
    String body =
        sts
            ? "<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"
                + "<GetCallerIdentityResult>"
                + inner
                + "</GetCallerIdentityResult></GetCallerIdentityResponse>"
            : "<"
                + operation
                + "Response><requestId>r</requestId>"
                + inner
                + "</"
                + operation
                + "Response>";
    return new Reply(200, "text/xml", body);
  }

  static Reply json(String body) {
    return new Reply(200, "application/x-amz-json-1.1", body);
  }

  static Reply error(int status, String code) {
    return new Reply(
        status,
        "text/xml",
        "<Response><Errors><Error><Code>"
            + code
            + "</Code><Message>for the"
            + " test</Message></Error></Errors><RequestID>r</RequestID></Response>");
  }

  static Reply jsonError(String code) {
    return new Reply(
        400,
        "application/x-amz-json-1.1",
        "{\"__type\": \"" + code + "\", \"message\": \"for the test\"}");
  }

  /** An image as EC2 writes it; without architecture where that is empty. */
  static String image(String id, String architecture) {
    return "<item><imageId>"
        + id
        + "</imageId><imageState>available</imageState><imageOwnerId>123456789012</imageOwnerId>"
        + "<name>golden</name>"
        + (architecture.isEmpty() ? "" : "<architecture>" + architecture + "</architecture>")
        + "<tagSet><item><key>stage</key><value>prod</value></item></tagSet></item>";
  }

  static Reply images(String... items) {
    return xml("DescribeImages", "<imagesSet>" + String.join("", items) + "</imagesSet>");
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    var parameters = new LinkedHashMap<String, String>();
    if (target == null) {
      for (String pair : body.split("&")) {
        String[] parts = pair.split("=", 2);
        parameters.put(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "");
      }
    } else {
      parameters.put("Body", body);
    }
    String operation =
        target == null
            ? parameters.getOrDefault("Action", "")
            : target.substring(target.indexOf('.') + 1);
    var request = new Request(operation, parameters);
    requests.add(request);
    Reply reply =
        replies.getOrDefault(operation, any -> error(400, "InvalidAction")).apply(request);
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    exchange.sendResponseHeaders(reply.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }
}
