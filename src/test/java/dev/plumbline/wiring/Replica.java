package dev.plumbline.wiring;

import dev.plumbline.MemoryRecorder;
import dev.plumbline.exchange.ExchangeSettings;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.loop.HostState.HostStatus;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.FactSource;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** One {@code plumbline serve} in this process, in the cluster and with the EC2 of the peers. */
final class Replica implements AutoCloseable {

  private static final Evaluation EVALUATION = Evaluation.with(RuleFiles.shipped());

  private final KubernetesClient client;
  private final HostEnvironment around;
  private final Host host;
  final HostState published = new HostState();

  Replica(Peers peers, String name) {
    this(peers, name, peers.client(), "default");
  }

  /** One that is who {@code client} is, with its Leases and ConfigMaps in a namespace. */
  Replica(Peers peers, String name, KubernetesClient client, String namespace) {
    this(peers, name, client, namespace, Map.of());
  }

  /** The same, with more settings. */
  Replica(
      Peers peers,
      String name,
      KubernetesClient client,
      String namespace,
      Map<String, String> more) {
    var set = new HashMap<>(more);
    set.put("plumbline.ec2.endpoint", peers.aws().toString());
    set.put("plumbline.ec2.region", "us-east-1");
    set.put("plumbline.ec2.requests-per-second", "100");
    set.put("plumbline.ec2.burst", "100");
    set.put("plumbline.ec2.interval.images", "500ms");
    set.put("plumbline.ec2.backoff.most", "1s");
    set.put("plumbline.ec2.timeout.read", "30s");
    set.put("plumbline.ec2.attempts", "1");
    set.put("plumbline.host.tick", "1s");
    set.put("plumbline.leader.identity", name);
    set.put("plumbline.leader.namespace", namespace);
    set.put("plumbline.leader.lease", "plumbline-test");
    set.put("plumbline.leader.lease-duration", "5s");
    set.put("plumbline.leader.renew-deadline", "3s");
    set.put("plumbline.leader.retry-period", "500ms");
    set.put("plumbline.actions.request-timeout", "2s");
    set.put("plumbline.actions.per-minute", "6000");
    this.client = client;
    AssemblySettings settings = settings(set);
    this.around = new Wiring(settings, published).assemble(EVALUATION, client);
    LoopTimings timings = settings.host().timings(Clock.systemUTC());
    this.host =
        new Host(
            EVALUATION,
            published,
            around.acting().with(new MemoryRecorder()),
            timings,
            around.events());
    host.start();
    around.start(host);
  }

  static AssemblySettings settings(Map<String, String> set) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withConverter(Duration.class, 200, new DurationConverter())
            .withMapping(HostSettings.class)
            .withMapping(Ec2Settings.class)
            .withMapping(KubernetesSettings.class)
            .withMapping(ActionSettings.class)
            .withMapping(LeaderSettings.class)
            .withMapping(ExchangeSettings.class)
            .withSources(new PropertiesConfigSource(set, "test", 100))
            .build();
    return new AssemblySettings(
        config.getConfigMapping(HostSettings.class),
        config.getConfigMapping(Ec2Settings.class),
        config.getConfigMapping(KubernetesSettings.class),
        config.getConfigMapping(ActionSettings.class),
        config.getConfigMapping(LeaderSettings.class),
        config.getConfigMapping(ExchangeSettings.class));
  }

  /** What is published once it is so. */
  HostSnapshot once(String what, Predicate<HostSnapshot> so) {
    Await.until(what, () -> published.now() != null && so.test(now()));
    return now();
  }

  HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  /** How much was told and is not yet settled. */
  int queued() {
    return published.queued();
  }

  /** Whether it may write at this moment. */
  boolean acts() {
    return around.acting().leader().getAsBoolean();
  }

  HostStatus status() {
    return host.status();
  }

  /** What a shutdown does. */
  @Override
  public void close() {
    around.sources().forEach(FactSource::close);
    host.close();
    around.close();
    client.close();
  }

  /** What a crash does, as far as others can see: it never talks to the API server again. */
  void crash() {
    around.sources().forEach(FactSource::close);
    client.close();
  }
}
