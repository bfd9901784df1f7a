package dev.plumbline.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.Live;
import dev.plumbline.host.Published;
import dev.plumbline.host.rules.PublishedRevisions;
import dev.plumbline.web.view.Changed;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Tells browsers what has changed, as server-sent events, on a thread of its own: the loop never
 * waits for it, and it waits for no browser. Of several settlements that come while it tells of
 * one, it tells in one.
 */
@ApplicationScoped
class EventStream implements HostEvents {

  private static final long LOOK = TimeUnit.SECONDS.toNanos(1);
  private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(15);
  private static final long LONGEST = TimeUnit.MINUTES.toMillis(10);
  private static final String RETRY = "retry: 2000\n\n";

  private final Published published;
  private final PublishedRevisions revisions;
  private final RolloutHistory history;
  private final WebSettings settings;
  private final Access access;
  private final Browsers browsers = new Browsers();
  private final Semaphore news = new Semaphore(0);

  private volatile boolean closed;
  private volatile @Nullable Live told;
  private @Nullable StatusSeen standing;
  private @Nullable Thread thread;

  EventStream(
      Published published,
      PublishedRevisions revisions,
      RolloutHistory history,
      WebSettings settings,
      Access access) {
    this.published = published;
    this.revisions = revisions;
    this.history = history;
    this.settings = settings;
    this.access = access;
  }

  /** Only {@code serve} opens a port. */
  void begin(
      @Observes StartupEvent event,
      @ConfigProperty(name = "quarkus.http.host-enabled") boolean serving) {
    if (serving) {
      thread = Thread.ofPlatform().daemon().name("plumbline-events").start(this::run);
    }
  }

  void end(@Observes ShutdownEvent event) {
    closed = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
    browsers.close();
  }

  void routes(@Observes Router router) {
    router.get("/api/v1/events").handler(this::connect);
  }

  @Override
  public void settled(Live live, Duration took, int changes) {
    if (news.availablePermits() == 0) {
      news.release();
    }
  }

  /** How many listen. */
  int listening() {
    return browsers.count();
  }

  /** Who may not read is told so; the API server is asked on another thread. */
  private void connect(RoutingContext asked) {
    if (!settings.readAuthentication()) {
      listen(asked.response());
      return;
    }
    String authorization = asked.request().getHeader(HttpHeaders.AUTHORIZATION);
    asked
        .vertx()
        .executeBlocking(() -> access.user(authorization), false)
        .onSuccess(
            user -> {
              listen(asked.response());
              // A token does not count for ever: who listens on comes again with one.
              asked.vertx().setTimer(LONGEST, over -> browsers.end(asked.response()));
            })
        .onFailure(fault -> refuse(asked.response(), fault));
  }

  private static void refuse(HttpServerResponse response, Throwable fault) {
    Problem problem =
        fault instanceof Problem told
            ? told
            : Problem.unavailable("it cannot be told who asks: " + fault);
    response.setStatusCode(problem.status()).putHeader("Content-Type", ProblemMapper.TYPE);
    if (problem.status() == 401) {
      response.putHeader("WWW-Authenticate", "Bearer");
    }
    if (problem.retryAfter() != null) {
      response.putHeader("Retry-After", String.valueOf(problem.retryAfter()));
    }
    response.end(ProblemMapper.text(problem));
  }

  private void listen(HttpServerResponse response) {
    if (response.closed()) {
      return;
    }
    if (closed || !browsers.admit(response)) {
      String detail =
          closed
              ? "the program ends. Maybe another replica answers."
              : Browsers.MOST + " pages listen already. Maybe close one that nobody looks at.";
      refuse(response, Problem.crowded(detail));
      return;
    }
    Live live = published.now();
    String begin = live == null ? RETRY : RETRY + event("settled", Changed.settled(null, live));
    browsers.begin(response, begin);
  }

  private void run() {
    long beat = System.nanoTime();
    while (!closed) {
      try {
        if (news.tryAcquire(LOOK, TimeUnit.NANOSECONDS)) {
          news.drainPermits();
        }
      } catch (InterruptedException e) {
        return;
      }
      tell();
      if (System.nanoTime() - beat >= HEARTBEAT) {
        beat = System.nanoTime();
        browsers.tell(":\n\n");
      }
    }
  }

  /** Tells what is published, if it was not told yet. */
  @SuppressWarnings("ReferenceEquality") // what is published is never changed
  private void tell() {
    Live now = published.now();
    if (now == null) {
      return;
    }
    Live before = told;
    if (now != before) {
      told = now;
      history.see(now);
      if (browsers.count() > 0 && (before == null || before.sequence() != now.sequence())) {
        browsers.tell(event("settled", Changed.settled(before, now)));
      }
    }
    StatusSeen stands = StatusSeen.of(now, revisions.now());
    StatusSeen stood = standing;
    standing = stands;
    if (stood != null && !stood.equals(stands)) {
      browsers.tell("event: status\ndata: {\"sequence\":" + now.sequence() + "}\n\n");
    }
  }

  private static String event(String name, JsonNode data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}
