package dev.plumbline.wiring;

import static dev.plumbline.action.kubernetes.Cluster.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.MemoryRecorder;
import dev.plumbline.action.Action;
import dev.plumbline.action.Action.Mode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Change;
import dev.plumbline.action.ClusterActuator;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.action.WriteLimits;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.Await;
import dev.plumbline.peers.Peers;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two replicas and one Lease in a real API server. */
class LeadershipTest {

  private static final ObjectRef POOL =
      new ObjectRef("karpenter.sh/v1", "NodePool", null, "led-by-one");

  private final ObjectApi server = Peers.there() ? Cluster.server() : null;

  @Test
  void oneActsAndTheOtherOnceItIsGone() throws InterruptedException {
    Peers.assumeThere();
    JsonNode pool = Cluster.make(server, Cluster.nodePool(POOL.name()));
    try (var one = new Replica("one");
        var other = new Replica("other");
        var watch = new Watch(one, other)) {
      one.leadership.start();
      assertThat(one.leads()).isTrue();
      other.leadership.start();
      one.weigh(pool, 10);
      other.weigh(pool, 20);
      assertThat(one.outcome().result()).isEqualTo(Outcome.Result.DONE);
      JsonNode weighed = Cluster.now(server, POOL);
      assertThat(weighed.at("/spec/weight").asInt()).isEqualTo(10);
      assertThat(weighed.at("/metadata/generation").asInt()).isEqualTo(2);

      one.kill();
      assertThat(other.leads()).isTrue();
      one.weigh(weighed, 30);
      other.weigh(weighed, 40);

      assertThat(other.outcome().result()).isEqualTo(Outcome.Result.DONE);
      JsonNode last = Cluster.now(server, POOL);
      assertThat(last.at("/spec/weight").asInt()).isEqualTo(40);
      assertThat(last.at("/metadata/generation").asInt()).isEqualTo(3);
      assertThat(last.at("/metadata/managedFields"))
          .filteredOn(each -> each.path("operation").asText().equals("Apply"))
          .extracting(each -> each.path("manager").asText())
          .containsExactly("plumbline");
      assertThat(one.outcomes).isEmpty();
      assertThat(watch.sawBoth()).isFalse();
    }
  }

  @Test
  void aLeaseGivenBackIsTakenByAnotherAtOnce() throws InterruptedException {
    Peers.assumeThere();
    Settings patient = new Settings("given-back", Duration.ofHours(2), Duration.ofHours(1));
    try (var first = new Replica("first", patient);
        var second = new Replica("second", patient)) {
      first.leadership.start();
      assertThat(first.leads()).isTrue();
      second.leadership.start();
      first.leadership.close();

      assertThat(first.leadership.isLeader()).isFalse();
      assertThat(second.leads()).isTrue();
    }
  }

  @Tag("long")
  @Test
  void aReplicaThatCannotActGivesTheLeaseAway() throws InterruptedException {
    Peers.assumeThere();
    Settings quick = new Settings("yielded", Duration.ofSeconds(3), Duration.ofSeconds(2));
    try (var first = new Replica("first", quick);
        var second = new Replica("second", quick)) {
      var writable = new AtomicBoolean(true);
      var asked = new AtomicInteger();
      first.leadership.leadOnlyWhile(
          () -> {
            asked.incrementAndGet();
            return writable.get();
          });
      first.leadership.start();
      assertThat(first.leads()).isTrue();
      second.leadership.start();

      writable.set(false);

      assertThat(second.leads()).isTrue();
      assertThat(first.leadership.isLeader()).isFalse();
      assertThat(first.told.take()).isFalse();

      second.leadership.close();
      int before = asked.get();
      Await.until("it has looked again and again", () -> asked.get() > before + 20);
      assertThat(first.told).as("nobody leads rather than one that cannot act").isEmpty();

      writable.set(true);
      assertThat(first.leads()).isTrue();
    }
  }

  @Test
  void withoutElectionOneActsUntilItIsClosed() {
    var told = new LinkedBlockingQueue<Boolean>();
    var settings = new Settings("none", Duration.ofSeconds(15), Duration.ofSeconds(10), false);
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      var alone = new Leadership(client, settings, new LeaseIdentity("default", "me"), told::add);
      assertThat(alone.isLeader()).isFalse();
      alone.start();
      assertThat(alone.isLeader()).isTrue();
      alone.close();
      assertThat(alone.isLeader()).isFalse();
    }
    assertThat(told).containsExactly(true);
  }

  @Test
  void knowsItsPlaceAndItsName() {
    var settings = new Settings("x", Duration.ofSeconds(15), Duration.ofSeconds(10));
    Path none = Path.of("target/no-such-file");

    assertThat(
            LeaseIdentity.of(
                settings, Map.of("POD_NAME", "pod-1", "POD_NAMESPACE", "karpenter")::get, none))
        .isEqualTo(new LeaseIdentity("karpenter", "pod-1"));
    LeaseIdentity place = LeaseIdentity.of(settings, name -> null, none);
    assertThat(place.namespace()).isEqualTo("default");
    assertThat(place.identity()).startsWith("plumbline-");
  }

  /** One pod: its own client, lease and actuator. */
  private static final class Replica implements AutoCloseable {

    private final KubernetesClient client = Peers.shared().client();
    private final BlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
    private final Leadership leadership;
    private final ClusterActuator actuator;

    Replica(String name) {
      this(name, new Settings("plumbline", Duration.ofSeconds(6), Duration.ofSeconds(4)));
    }

    Replica(String name, Settings settings) {
      leadership = new Leadership(client, settings, new LeaseIdentity("default", name), told::add);
      // It writes through another client, so that one without a lease still could.
      var writer =
          new ObjectWriter(
              new ObjectApi(Peers.shared().sharedClient(), ObjectApi.TIMEOUT, leadership));
      actuator =
          new ClusterActuator(
              action -> writer.write(action.object(), (Change.Apply) action.change()),
              WriteLimits.DEFAULT,
              leadership,
              InstantSource.system());
    }

    boolean leads() throws InterruptedException {
      Boolean leads = told.poll(60, TimeUnit.SECONDS);
      return leads != null && leads && leadership.isLeader();
    }

    void weigh(JsonNode before, int weight) {
      var applied = yaml("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {}, spec: {}}");
      applied.withObjectProperty("metadata").put("name", POOL.name());
      applied.withObjectProperty("spec").put("weight", weight);
      var action =
          new Action(
              ActionKind.SET_NODE_POOL_WEIGHT,
              POOL,
              Mode.ENFORCE,
              null,
              new Change.Apply(before, applied),
              List.of());
      actuator.apply(MemoryRecorder.plan(new Plan(List.of(action))), outcomes::add);
    }

    Outcome outcome() throws InterruptedException {
      Outcome outcome = outcomes.poll(60, TimeUnit.SECONDS);
      assertThat(outcome).isNotNull();
      return outcome;
    }

    /** As if its process had ended: nothing is renewed and nothing given back. */
    void kill() {
      client.close();
    }

    @Override
    public void close() {
      actuator.close();
      leadership.close();
      client.close();
    }
  }

  /** Looks all the time whether both lead. */
  private static final class Watch implements AutoCloseable {

    private final AtomicBoolean both = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread;

    Watch(Replica one, Replica other) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    while (!ended.get()) {
                      if (one.leadership.isLeader() && other.leadership.isLeader()) {
                        both.set(true);
                      }
                      Thread.yield();
                    }
                  });
    }

    boolean sawBoth() {
      return both.get();
    }

    @Override
    public void close() throws InterruptedException {
      ended.set(true);
      thread.join();
    }
  }

  private record Settings(
      String lease, Duration leaseDuration, Duration renewDeadline, boolean election)
      implements LeaderSettings {

    Settings(String lease, Duration leaseDuration, Duration renewDeadline) {
      this(lease, leaseDuration, renewDeadline, true);
    }

    @Override
    public Optional<String> namespace() {
      return Optional.empty();
    }

    @Override
    public Optional<String> identity() {
      return Optional.empty();
    }

    @Override
    public Duration retryPeriod() {
      return Duration.ofMillis(200);
    }
  }
}
