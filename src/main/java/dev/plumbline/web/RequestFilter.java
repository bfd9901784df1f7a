package dev.plumbline.web;

import dev.plumbline.web.WebSettings.EvaluateAccess;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a request before a thread works on it, on its event loop: the name of the host,
 * who may send a body and how large, the body itself, and how many requests are worked on at once.
 * Probes and metrics ({@code /q/}) need no slot: whatever others send, there are threads left for
 * them.
 */
@ApplicationScoped
class RequestFilter {

  private static final Logger LOG = Logger.getLogger(RequestFilter.class);
  private static final int BEFORE_ROUTES = 1_000;
  private static final String EVALUATE = "/api/v1/evaluate";
  private static final String TRY = "/api/v1/rules/try";
  private static final Set<String> JSON = Set.of("application/json");
  private static final Set<String> SNAPSHOTS =
      Set.of("application/json", "application/x-tar", "application/gzip");
  private static final int MAX_RULES_BYTES = 256 << 10;
  private static final int MAX_OTHER_BYTES = 64 << 10;
  private static final int MAX_SNAPSHOT_BODIES = 4;
  private static final int MAX_OTHER_BODIES = 16;
  private static final long DRAIN_MILLIS = TimeUnit.SECONDS.toMillis(2);
  private static final long ABANDONED_MILLIS = TimeUnit.SECONDS.toMillis(60);
  private static final String SLOT = RequestFilter.class.getName();

  private final WebSettings settings;
  private final Access access;
  private final Documents documents;
  private final EvaluationPermits evaluations;
  private final HostNames hosts;
  private final long maxSnapshotBytes;
  private final ClientShares snapshots = new ClientShares(MAX_SNAPSHOT_BODIES, 2);
  private final ClientShares others = new ClientShares(MAX_OTHER_BODIES, 4);
  private final ClientShares requests;

  RequestFilter(
      WebSettings settings,
      Access access,
      Documents documents,
      EvaluationPermits evaluations,
      @ConfigProperty(name = "quarkus.http.host") String listens,
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBody) {
    this.settings = settings;
    this.access = access;
    this.documents = documents;
    this.evaluations = evaluations;
    this.hosts = new HostNames(listens, settings.hosts().orElse(List.of()));
    this.maxSnapshotBytes =
        EvaluationPermits.bodyBytes(maxBody.asLongValue(), Runtime.getRuntime().maxMemory());
    this.requests = new ClientShares(settings.requests(), settings.requests());
  }

  void register(@Observes Filters filters) {
    filters.register(this::filter, BEFORE_ROUTES);
  }

  /** What fails before or after the resources. */
  void failures(@Observes Router router) {
    router
        .route()
        .order(-BEFORE_ROUTES)
        .failureHandler(
            context -> {
              Throwable failure = context.failure();
              int status = context.statusCode();
              if (failure != null && status >= 500) {
                LOG.error("A request failed", failure);
              }
              reject(
                  context,
                  status >= 500
                      ? Problem.internal()
                      : Problem.ofStatus(
                          status, HttpResponseStatus.valueOf(status).reasonPhrase()));
            });
  }

  private void filter(RoutingContext context) {
    HttpServerRequest request = context.request();
    Problem problem = hosts.rejected(request.getHeader(HttpHeaders.HOST));
    if (problem != null) {
      reject(context, problem);
    } else if (!hasBody(request)) {
      enter(context);
    } else if (request.method() == HttpMethod.POST && isEvaluated(context)) {
      evaluated(context);
    } else {
      read(context, others, ClientShares.address(request), MAX_OTHER_BYTES);
    }
  }

  private static boolean hasBody(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || length != null && !length.equals("0");
  }

  /** Whether the body costs an evaluation. */
  private static boolean isEvaluated(RoutingContext context) {
    String path = context.normalizedPath();
    return path.equals(EVALUATE) || path.equals(TRY);
  }

  /** Everything that the headers say, before a byte of the body is read. */
  private void evaluated(RoutingContext context) {
    EvaluateAccess mode = evaluations.access();
    if (mode == EvaluateAccess.DISABLED) {
      reject(context, EvaluationPermits.disabled());
    } else if (mode == EvaluateAccess.AUTHENTICATED || settings.readAuthentication()) {
      String authorization = context.request().getHeader(HttpHeaders.AUTHORIZATION);
      if (authorization == null) {
        reject(context, Problem.noToken());
        return;
      }
      authenticate(context, authorization);
    } else {
      evaluated(context, ClientShares.address(context.request()));
    }
  }

  private void authenticate(RoutingContext context, String authorization) {
    String client = ClientShares.address(context.request());
    if (!requests.enter(client)) {
      reject(context, tooMany());
      return;
    }
    context.request().pause();
    context
        .vertx()
        .executeBlocking(() -> access.user(authorization), false)
        .onComplete(
            user -> {
              requests.leave(client);
              if (user.succeeded()) {
                evaluated(context, "user " + user.result().name());
              } else {
                reject(context, Problem.of(user.cause()));
              }
            });
  }

  private static Problem tooMany() {
    return Problem.busy("too many requests are being answered. Try: again in a second.");
  }

  private void evaluated(RoutingContext context, String client) {
    boolean rules = context.normalizedPath().equals(TRY);
    Problem problem = rules ? rulesType(context.request()) : snapshotType(context.request());
    if (problem == null && evaluations.full()) {
      problem = EvaluationPermits.busy();
    }
    if (problem == null) {
      context.put(EvaluationPermits.CLIENT, client);
      read(context, snapshots, client, rules ? MAX_RULES_BYTES : maxSnapshotBytes);
    } else {
      reject(context, problem);
    }
  }

  private static @Nullable Problem rulesType(HttpServerRequest request) {
    Problem problem =
        mediaType(request, JSON, "rules to try are", "Content-Type: application/json.");
    return problem == null ? encoding(request, "JSON without it.") : problem;
  }

  private static @Nullable Problem snapshotType(HttpServerRequest request) {
    Problem problem =
        mediaType(
            request,
            SNAPSHOTS,
            "a snapshot is",
            "Content-Type: application/json, application/x-tar or application/gzip.");
    return problem == null ? encoding(request, "a tar with application/gzip.") : problem;
  }

  private static @Nullable Problem encoding(HttpServerRequest request, String advice) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    return encoding == null || encoding.equalsIgnoreCase("identity")
        ? null
        : Problem.unsupported("a body with Content-Encoding is not read", advice);
  }

  private static @Nullable Problem mediaType(
      HttpServerRequest request, Set<String> types, String what, String advice) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type == null || !types.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
        ? Problem.unsupported(
            type == null ? "the header Content-Type is missing" : what + " not " + type, advice)
        : null;
  }

  /** Reads a body that is not too large, if there is a slot for it. */
  private void read(RoutingContext context, ClientShares slots, String client, long maxBytes) {
    String declared = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    long length = declared == null ? -1 : length(declared);
    if (length < 0) {
      reject(context, Problem.lengthRequired());
    } else if (length > maxBytes) {
      reject(context, Problem.tooLarge(length, maxBytes));
    } else if (!slots.enter(client)) {
      reject(context, Problem.busy("too many bodies are being read. Try: again in a second."));
    } else {
      RequestBody.read(
          context,
          length,
          settings.bodyTimeout(),
          problem -> {
            slots.leave(client);
            if (problem == null) {
              enter(context);
            } else {
              reject(context, problem);
            }
          });
    }
  }

  private static long length(String declared) {
    try {
      return Long.parseLong(declared);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Hands the request to the routes, in a slot that it keeps until a thread has answered it. */
  private void enter(RoutingContext context) {
    if (context.normalizedPath().startsWith("/q/")) {
      context.next();
      return;
    }
    String client = ClientShares.address(context.request());
    if (!requests.enter(client)) {
      reject(context, tooMany());
      return;
    }
    var slot = new Slot(requests, client);
    context.put(SLOT, slot);
    context.addHeadersEndHandler(answered -> slot.leave());
    // Whoever hangs up does not stop the thread that works for them.
    context.addEndHandler(
        ended -> {
          if (!slot.left()) {
            context.vertx().setTimer(ABANDONED_MILLIS, over -> slot.leave());
          }
        });
    context.next();
  }

  /** A thread has finished with the request, whether or not its client still waits. */
  @ServerResponseFilter
  void finished(RoutingContext context) {
    if (context.get(SLOT) instanceof Slot slot) {
      slot.leave();
    }
  }

  private static final class Slot {

    private final ClientShares slots;
    private final String client;
    private boolean left;

    Slot(ClientShares slots, String client) {
      this.slots = slots;
      this.client = client;
    }

    synchronized boolean left() {
      return left;
    }

    synchronized void leave() {
      if (!left) {
        left = true;
        slots.leave(client);
      }
    }
  }

  /** Answers, and discards for a moment what is still sent, so that the answer can be read. */
  private void reject(RoutingContext context, Problem problem) {
    HttpServerRequest request = context.request();
    if (context.response().closed() || context.response().ended()) {
      return;
    }
    documents.reject(context.response(), problem);
    if (!request.isEnded()) {
      request.handler(part -> {});
      request.exceptionHandler(broken -> {});
      request.resume();
      context
          .vertx()
          .setTimer(
              DRAIN_MILLIS,
              over -> {
                if (!request.isEnded()) {
                  request.connection().close();
                }
              });
    }
  }
}
