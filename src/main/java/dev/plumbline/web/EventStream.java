package dev.plumbline.web;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.engine.SettlementDifference;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Gates.Source;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.revision.Revision;
import dev.plumbline.revision.RuleSetStatus;
import dev.plumbline.revision.RuleState;
import dev.plumbline.work.Worker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Publishes changes as server-sent events on its own thread: it never blocks the loop, and no
 * client blocks it. Settlements that arrive faster than they are sent are coalesced.
 */
@ApplicationScoped
class EventStream implements HostEvents {

  private static final Duration SEND = Duration.ofMinutes(1);
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long MAX_AUTHENTICATED_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final String RETRY = "retry: 2000\n\n";

  private final HostState published;
  private final RuleState revisions;
  private final RolloutHistory history;
  private final WebSettings settings;
  private final Access access;
  private final Documents documents;
  private final EventSubscribers subscribers;
  private final Semaphore settlements = new Semaphore(0);

  private volatile boolean closed;
  private @Nullable HostSnapshot sent;
  private @Nullable StatusKey sentStatus;
  private long sentEntries;
  private @Nullable Thread thread;

  EventStream(
      HostState published,
      RuleState revisions,
      RolloutHistory history,
      WebSettings settings,
      Access access,
      Documents documents) {
    this.published = published;
    this.revisions = revisions;
    this.history = history;
    this.settings = settings;
    this.access = access;
    this.documents = documents;
    this.subscribers = new EventSubscribers(settings.streamsPerClient());
  }

  @RegisterForReflection
  @Schema
  record SettledEvent(
      long sequence,
      Instant at,
      @Schema(description = "The digest of the rules.") String rules,
      @Schema(description = "Since the event before; null in the first one of a connection.")
          @Nullable Changes changed) {

    static SettledEvent of(@Nullable HostSnapshot before, HostSnapshot now) {
      return new SettledEvent(
          now.sequence(),
          now.at(),
          now.rules().digest(),
          before == null ? null : Changes.of(now.settlement().since(before.settlement())));
    }
  }

  @RegisterForReflection
  record Changes(
      @Schema(description = "The number of conclusions that are new.") int added,
      @Schema(description = "The number of conclusions that are gone.") int removed,
      @Schema(description = "The number of changed conclusions by type.")
          SortedMap<String, Integer> types,
      @Schema(
              description =
                  "The objects of these conclusions, at most 200; instance types by their node"
                      + " class or pool.")
          SortedSet<String> objects,
      @Schema(description = "Whether there are more objects.") boolean more) {

    private static final int MAX_OBJECTS = 200;

    private static final Map<String, RecordType> NAMED =
        FactTypes.byComponent(
            EC2NodeClass.class,
            NodePool.class,
            NodeClaim.class,
            Node.class,
            Ami.class,
            Gate.class,
            Source.class);

    static Changes of(SettlementDifference difference) {
      var types = new TreeMap<String, Integer>();
      var objects = new TreeSet<String>();
      Stream.concat(difference.added().stream(), difference.removed().stream())
          .map(Concluded::conclusion)
          .forEach(
              each -> {
                types.merge(each.type(), 1, Integer::sum);
                objects.addAll(objects(each));
              });
      return new Changes(
          difference.added().size(),
          difference.removed().size(),
          types,
          objects.stream().limit(MAX_OBJECTS).collect(Collectors.toCollection(TreeSet::new)),
          objects.size() > MAX_OBJECTS);
    }

    private static List<String> objects(Conclusion conclusion) {
      var objects = new ArrayList<String>();
      RecordType type = ConclusionTypes.of(conclusion.getClass());
      if (type != null) {
        for (Property component : type.components()) {
          RecordType named = NAMED.get(component.name());
          if (named != null && component.reader().apply(conclusion) instanceof String name) {
            objects.add(named.key(name));
          }
        }
      }
      if (conclusion instanceof GateClosed gate && gate.blocks().indexOf('/') > 0) {
        objects.add(gate.blocks());
      }
      return objects;
    }
  }

  /** A status event is sent only if this changes. */
  private record StatusKey(
      List<GateClosed> gates, List<String> sources, boolean leader, List<String> revisions) {

    static StatusKey of(HostSnapshot live, RuleSetStatus rules) {
      var gates = new ArrayList<>(live.settlement().of(GateClosed.class));
      gates.addAll(live.gates());
      var sources = new ArrayList<String>();
      for (Fact fact : live.facts(SourceStatus.class)) {
        if (fact instanceof SourceStatus source) {
          sources.add(source.source() + " " + source.state() + " " + source.code());
        }
      }
      var revisions = new ArrayList<String>(rules.reasons());
      revisions.add(rules.word().name());
      revisions.add(key(rules.serving()));
      revisions.add(key(rules.candidate()));
      rules.history().revisions().forEach(each -> revisions.add(key(each)));
      return new StatusKey(gates, sources, live.leader(), revisions);
    }

    private static String key(@Nullable Revision revision) {
      return revision == null
          ? ""
          : revision.digest() + " " + revision.state() + " " + revision.approvedBy();
    }
  }

  void begin(
      @Observes StartupEvent event,
      @ConfigProperty(name = "quarkus.http.host-enabled") boolean serving) {
    if (serving) {
      Worker made = Worker.of("plumbline-events", this::run);
      thread = made;
      made.start();
    }
  }

  void end(@Observes ShutdownEvent event) {
    closed = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
    subscribers.close();
  }

  void routes(@Observes Router router) {
    router.get("/api/v1/events").handler(this::connect);
  }

  @Override
  public void settled(HostSnapshot live, Duration took, int changes) {
    if (settlements.availablePermits() == 0) {
      settlements.release();
    }
  }

  /** Verifies the token off the event loop: it may need a request to the API server. */
  private void connect(RoutingContext context) {
    if (!settings.readAuthentication()) {
      subscribe(context.response(), ClientShares.address(context.request()));
      return;
    }
    String authorization = context.request().getHeader(HttpHeaders.AUTHORIZATION);
    context
        .vertx()
        .executeBlocking(() -> access.user(authorization), false)
        .onSuccess(
            user -> {
              subscribe(context.response(), "user " + user.name());
              // The token may expire: the client reconnects with a valid one.
              context
                  .vertx()
                  .setTimer(MAX_AUTHENTICATED_MILLIS, over -> subscribers.end(context.response()));
            })
        .onFailure(fault -> documents.reject(context.response(), Problem.of(fault)));
  }

  private void subscribe(HttpServerResponse response, String client) {
    if (response.closed()) {
      return;
    }
    Problem problem =
        closed
            ? Problem.crowded("Plumbline is shutting down. Try: another replica.")
            : subscribers.add(response, client);
    if (problem != null) {
      documents.reject(response, problem);
      return;
    }
    HostSnapshot live = published.now();
    String begin =
        live == null
            ? RETRY
            : RETRY + event("settled", documents.text(SettledEvent.of(null, live)));
    subscribers.begin(response, begin);
  }

  private void run() {
    long beat = System.nanoTime();
    while (!closed) {
      try {
        if (settlements.tryAcquire(POLL_NANOS, TimeUnit.NANOSECONDS)) {
          settlements.drainPermits();
        }
      } catch (InterruptedException e) {
        return;
      }
      Worker.at("send", SEND);
      send();
      if (System.nanoTime() - beat >= HEARTBEAT_NANOS) {
        beat = System.nanoTime();
        subscribers.send(":\n\n");
      }
      Worker.idle();
    }
  }

  /** Sends the changes since the last call. */
  @SuppressWarnings("ReferenceEquality") // a published state never changes
  private void send() {
    HostSnapshot now = published.now();
    if (now == null) {
      return;
    }
    HostSnapshot before = sent;
    if (now != before) {
      sent = now;
      history.add(now);
      if (subscribers.count() > 0 && (before == null || before.sequence() != now.sequence())) {
        subscribers.send(event("settled", documents.text(SettledEvent.of(before, now))));
      }
    }
    StatusKey status = StatusKey.of(now, revisions.now());
    StatusKey statusBefore = sentStatus;
    sentStatus = status;
    if (statusBefore != null && !statusBefore.equals(status)) {
      subscribers.send(event("status", "{\"sequence\":" + now.sequence() + "}"));
    }
    long entries = published.log().entries();
    if (entries != sentEntries) {
      sentEntries = entries;
      subscribers.send(event("recorded", "{\"sequence\":" + now.sequence() + "}"));
    }
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}
