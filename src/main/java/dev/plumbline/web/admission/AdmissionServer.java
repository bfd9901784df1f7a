package dev.plumbline.web.admission;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The port for the API server: HTTPS alone, nothing but {@code POST /validate}. A renewed
 * certificate is used from the next connection on.
 */
@ApplicationScoped
class AdmissionServer {

  /** An object of the API server is at most 3 MiB, and a review holds two of them. */
  private static final int MAX_REVIEW_BYTES = 8 << 20;

  private static final String TOO_LARGE =
      "The review is larger than " + MAX_REVIEW_BYTES + " bytes.";

  /** The API server waits for 30 s at most, and sends a review at once. */
  private static final long BODY_TIMEOUT_MILLIS = 5_000;

  private static final int MAX_READING = 64;
  private static final int IDLE_SECONDS = 120;

  private static final Logger LOG = Logger.getLogger(AdmissionServer.class);

  private final AdmissionSettings settings;
  private final Admission admission;
  private final TlsConfigurationRegistry tls;
  private final Vertx vertx;
  private final boolean serving;
  private final AtomicInteger reading = new AtomicInteger();
  private @Nullable HttpServer server;

  AdmissionServer(
      AdmissionSettings settings,
      Admission admission,
      TlsConfigurationRegistry tls,
      Vertx vertx,
      @ConfigProperty(name = "quarkus.http.host-enabled") boolean serving) {
    this.settings = settings;
    this.admission = admission;
    this.tls = tls;
    this.vertx = vertx;
    this.serving = serving;
  }

  void begin(@Observes StartupEvent event) {
    if (!serving || !settings.enabled()) {
      return;
    }
    TlsConfiguration certificate =
        tls.get(settings.tls())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "plumbline.admission.enabled is true, but there is no certificate. Try:"
                            + " set quarkus.tls."
                            + settings.tls()
                            + ".key-store.pem.tls.cert and .key."));
    var options =
        new HttpServerOptions()
            .setPort(settings.port())
            .setSsl(true)
            .setIdleTimeout(IDLE_SECONDS)
            .setKeyCertOptions(certificate.getKeyStoreOptions());
    server =
        vertx
            .createHttpServer(options)
            .requestHandler(this::answer)
            .listen()
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    LOG.infof("Admission is listening: port=%d mode=%s", port(), settings.mode());
  }

  int port() {
    HttpServer current = server;
    return current == null ? 0 : current.actualPort();
  }

  void renewed(@Observes CertificateUpdatedEvent event) {
    HttpServer current = server;
    if (current != null && event.name().equals(settings.tls())) {
      current
          .updateSSLOptions(event.tlsConfiguration().getSSLOptions())
          .onSuccess(done -> LOG.info("The certificate of admission was renewed"))
          .onFailure(
              e ->
                  LOG.errorf(
                      "The certificate of admission was not renewed: reason=%s", e.getMessage()));
    }
  }

  void end(@Observes ShutdownEvent event) {
    HttpServer current = server;
    if (current != null) {
      current.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private void answer(HttpServerRequest request) {
    if (!"/validate".equals(request.path())) {
      reject(request.response(), 404, "The only path is /validate.");
    } else if (request.method() != HttpMethod.POST) {
      reject(request.response(), 405, "The only method is POST.");
    } else if (declared(request) > MAX_REVIEW_BYTES) {
      reject(request.response(), 413, TOO_LARGE);
    } else if (reading.incrementAndGet() > MAX_READING) {
      reading.decrementAndGet();
      reject(request.response(), 429, "Too many reviews are being read. Try: again in a second.");
    } else {
      read(request);
    }
  }

  private static long declared(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Reads a review, whose sender has a time for all of it. */
  private void read(HttpServerRequest request) {
    Buffer body = Buffer.buffer();
    var over = new AtomicBoolean();
    long timer =
        vertx.setTimer(
            BODY_TIMEOUT_MILLIS,
            late -> {
              if (end(over)) {
                request.connection().close();
              }
            });
    request.exceptionHandler(
        broken -> {
          if (end(over)) {
            vertx.cancelTimer(timer);
          }
        });
    request.handler(
        part -> {
          if (over.get()) {
            return;
          }
          if (body.length() + part.length() <= MAX_REVIEW_BYTES) {
            body.appendBuffer(part);
          } else if (end(over)) {
            vertx.cancelTimer(timer);
            reject(request.response(), 413, TOO_LARGE);
          }
        });
    request.endHandler(
        all -> {
          if (end(over)) {
            vertx.cancelTimer(timer);
            check(body.getBytes(), request.response());
          }
        });
  }

  private boolean end(AtomicBoolean over) {
    boolean first = over.compareAndSet(false, true);
    if (first) {
      reading.decrementAndGet();
    }
    return first;
  }

  private void check(byte[] body, HttpServerResponse response) {
    Review review;
    try {
      review = Review.read(body);
    } catch (IllegalArgumentException e) {
      reject(response, 400, String.valueOf(e.getMessage()));
      return;
    }
    Context context = vertx.getOrCreateContext();
    admission
        .check(review)
        .thenAccept(
            verdict -> {
              String text = verdict.review(review.uid()).toString();
              context.runOnContext(
                  now -> response.putHeader("Content-Type", "application/json").end(text));
            });
  }

  private static void reject(HttpServerResponse response, int status, String line) {
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "text/plain; charset=utf-8")
        .end(Buffer.buffer((line + "\n").getBytes(StandardCharsets.UTF_8)));
  }
}
