package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.loop.Await;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One that does not read is let go of, and hinders nobody. */
class EventSubscribersTest {

  private static final String CHUNK = "x".repeat(64 << 10);
  private static final int SHARE = 3;
  private static final int MOST_CHUNKS = 2_000;

  private final Vertx vertx = Vertx.vertx();
  private final EventSubscribers subscribers = new EventSubscribers(SHARE);
  private final AtomicInteger clients = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void serve() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  Problem problem = subscribers.add(request.response(), client(request));
                  if (problem == null) {
                    subscribers.begin(request.response(), "begin");
                  } else {
                    request.response().setStatusCode(problem.status()).end();
                  }
                })
            .listen(0, "localhost")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  @AfterEach
  void end() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void whoDoesNotReadIsLetGoOf() throws IOException {
    var read = new AtomicLong();
    try (Socket slow = connect(4096);
        Socket reading = connect(1 << 20)) {
      assertThat(slow.isConnected()).isTrue();
      Thread reader = Thread.ofPlatform().daemon().start(() -> read(reading, read));
      Await.until("both listen", () -> subscribers.count() == 2);

      // What the system itself keeps for a connection has an end.
      for (int i = 0; i < MOST_CHUNKS && subscribers.count() == 2; i++) {
        tell(read);
      }
      assertThat(subscribers.count()).isEqualTo(1);
      tell(read);

      subscribers.close();
      Await.until("the answer ends", () -> !reader.isAlive());
    }
  }

  /** As fast as the one who reads does. */
  private void tell(AtomicLong read) {
    long before = read.get();
    subscribers.send(CHUNK);
    Await.until("one reads", () -> read.get() >= before + CHUNK.length());
  }

  @Test
  void thereIsRoomForFifty() throws IOException {
    var sockets = new Socket[EventSubscribers.MAX_SUBSCRIBERS];
    for (int i = 0; i < sockets.length; i++) {
      sockets[i] = connect(4096);
    }
    Await.until("all listen", () -> subscribers.count() == EventSubscribers.MAX_SUBSCRIBERS);
    try (Socket late = connect(4096)) {
      assertThat(line(late)).isEqualTo("HTTP/1.1 503 Service Unavailable");
    }
    sockets[0].close();
    Await.until("one has gone", () -> subscribers.count() == EventSubscribers.MAX_SUBSCRIBERS - 1);
    try (Socket next = connect(4096)) {
      assertThat(line(next)).isEqualTo("HTTP/1.1 200 OK");
    }
    for (Socket each : sockets) {
      each.close();
    }
    Await.until("all have gone", () -> subscribers.count() == 0);
  }

  @Test
  void oneClientHasItsShare() throws IOException {
    var sockets = new Socket[EventSubscribers.MAX_SUBSCRIBERS];
    for (int i = 0; i < SHARE; i++) {
      sockets[i] = connect(4096, "page");
      assertThat(line(sockets[i])).isEqualTo("HTTP/1.1 200 OK");
    }
    try (Socket late = connect(4096, "page");
        Socket other = connect(4096, "other")) {
      assertThat(line(late)).isEqualTo("HTTP/1.1 429 Too Many Requests");
      assertThat(line(other)).isEqualTo("HTTP/1.1 200 OK");
    }
    for (int i = 0; i < SHARE; i++) {
      sockets[i].close();
    }
    Await.until("all have gone", () -> subscribers.count() == 0);
    try (Socket again = connect(4096, "page")) {
      assertThat(line(again)).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  /** Whoever names itself is one client; all others are clients of their own. */
  private String client(HttpServerRequest request) {
    String named = request.getHeader("Client");
    return named == null ? "client " + clients.incrementAndGet() : named;
  }

  private Socket connect(int buffer) throws IOException {
    return connect(buffer, null);
  }

  private Socket connect(int buffer, @Nullable String client) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(buffer);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort()));
    socket
        .getOutputStream()
        .write(
            ("GET / HTTP/1.1\r\nHost: x\r\n"
                    + (client == null ? "" : "Client: " + client + "\r\n")
                    + "\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String line(Socket socket) throws IOException {
    var line = new StringBuilder();
    InputStream in = socket.getInputStream();
    for (int c = in.read(); c > 0 && c != '\r'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private static void read(Socket socket, AtomicLong read) {
    byte[] buffer = new byte[64 << 10];
    try {
      for (int n = socket.getInputStream().read(buffer);
          n >= 0;
          n = socket.getInputStream().read(buffer)) {
        read.addAndGet(n);
        if (new String(buffer, 0, n, StandardCharsets.US_ASCII).endsWith("0\r\n\r\n")) {
          return;
        }
      }
    } catch (IOException e) {
      // It was closed.
    }
  }
}
