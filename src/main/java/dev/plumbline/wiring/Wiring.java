package dev.plumbline.wiring;

import dev.plumbline.exchange.VerdictExchange;
import dev.plumbline.exchange.VerdictPublisher;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.SnapshotFolderSource.EvaluationClock;
import dev.plumbline.source.ec2.AwsClients;
import dev.plumbline.source.ec2.Ec2Source;
import dev.plumbline.source.ec2.ErrorCode;
import dev.plumbline.source.ec2.EventRelay;
import dev.plumbline.wiring.HostAssembly.AbsentSources;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** Assembles the environment of a host in a cluster. */
final class Wiring {

  private static final Logger LOG = Logger.getLogger(Wiring.class);
  private static final Duration WRITE_INTERVAL = Duration.ofMinutes(1);
  private static final Clock CLOCK = Clock.systemUTC();

  private static final List<String> CLUSTER =
      Stream.concat(
              Stream.of("cluster"), Arrays.stream(ObjectKind.values()).map(ObjectKind::source))
          .toList();

  private static final FactSource NO_REPLICAS =
      new AbsentSources(Replicas.OPERATION, List.of(Replicas.SOURCE));

  private final AssemblySettings settings;
  private final HostState published;

  Wiring(AssemblySettings settings, HostState published) {
    this.settings = settings;
    this.published = published;
  }

  /**
   * Assembles clock, learned state, EC2, the API server and the actuator.
   *
   * @param client closed by its creator; null without a cluster
   */
  HostEnvironment assemble(Evaluation evaluation, @Nullable KubernetesClient client) {
    HostSettings host = settings.host();
    Path stateFile = host.stateFile().or(host::memoryFile).orElse(null);
    var learned = new LearnedStateStore(stateFile, WRITE_INTERVAL);
    var sources = new ArrayList<FactSource>();
    var events = new ArrayList<HostEvents>(List.of(learned));
    sources.add(new EvaluationClock(CLOCK, settings.host().tick()));
    sources.add(learned);

    AwsClients aws = settings.ec2().enabled() ? clients() : null;
    if (aws == null) {
      sources.add(new AbsentSources("AWS", Ec2Wiring.SOURCES));
    } else {
      var random = new SplittableRandom();
      EventRelay relay = client == null ? EventRelay.NONE : relay(client);
      var ec2 = new Ec2Source(aws, Ec2Wiring.source(settings.ec2()), relay, CLOCK, random);
      sources.add(ec2);
      events.add(needs(ec2, client != null));
    }
    if (client == null) {
      sources.add(new AbsentSources("watch", CLUSTER));
      sources.add(NO_REPLICAS);
      return environment(sources, ActionPipeline.DISABLED, events, aws, List.of());
    }
    VerdictExchange exchange = VerdictExchange.of(settings.verdicts(), authority(client), CLOCK);
    if (exchange != null) {
      sources.add(exchange.source());
    }
    var parts =
        new ClusterParts(
            client, settings.kubernetes(), settings.actions(), settings.leader(), CLOCK);
    sources.add(parts.source(evaluation.policy().parameters(), learned.launchFailures()));
    // Until their watches publish more.
    sources.add(new AbsentSources("watch", List.of("config-maps")));
    sources.add(parts.election());
    Replicas replicas = parts.replicas();
    if (replicas == null) {
      sources.add(NO_REPLICAS);
    } else {
      sources.add(replicas);
      events.add(replicas);
    }
    VerdictPublisher reports = exchange == null ? null : exchange.publisher();
    return environment(
        sources,
        parts.pipeline(aws, reports, published),
        events,
        aws,
        exchange == null ? List.of(parts::close) : List.of(parts::close, exchange::close));
  }

  /** What no two clusters have in common, and all replicas of one do. */
  private static String authority(KubernetesClient client) {
    Config config = client.getConfiguration();
    try {
      String data = config.getCaCertData();
      String file = config.getCaCertFile();
      return data != null
          ? new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8)
          : file != null ? Files.readString(Path.of(file)) : config.getMasterUrl();
    } catch (IOException | IllegalArgumentException e) {
      LOG.debugf("The authority of the API server cannot be read: error=%s", e);
      return config.getMasterUrl();
    }
  }

  private EventRelay relay(KubernetesClient client) {
    LeaderSettings leader = settings.leader();
    // Without leader election there is only one replica.
    return leader.election()
        ? new SharedEvents(
            client, settings.kubernetes().times(), leader.lease(), LeaseIdentity.of(leader), CLOCK)
        : EventRelay.NONE;
  }

  private AwsClients clients() {
    return new AwsClients(Ec2Wiring.aws(settings.ec2()));
  }

  private static HostEnvironment environment(
      List<FactSource> sources,
      ActionPipeline pipeline,
      List<HostEvents> events,
      @Nullable AwsClients aws,
      List<Runnable> onClose) {
    return new HostEnvironment(
        sources,
        pipeline,
        HostEvents.all(events),
        aws == null ? null : region(aws),
        () -> {
          onClose.forEach(Runnable::run);
          if (aws != null) {
            aws.close();
          }
        });
  }

  private static @Nullable String region(AwsClients aws) {
    try {
      return aws.region().id();
    } catch (SdkException e) {
      LOG.warnf("Nothing of EC2 is known: reason=%s", ErrorCode.message(e));
      return null;
    }
  }

  /**
   * Passes the needs of the rules to EC2; with a cluster, not before its node classes are synced.
   */
  private static HostEvents needs(Ec2Source ec2, boolean cluster) {
    return new HostEvents() {
      @Override
      public void settled(HostSnapshot live, Duration took, int changes) {
        if (!cluster || synced(live, "ec2-node-classes")) {
          Ec2Wiring.need(live.settlement(), ec2);
        }
      }
    };
  }

  private static boolean synced(HostSnapshot live, String source) {
    return live.facts(SourceStatus.class).stream()
        .anyMatch(status -> status.source().equals(source) && status.state().equals("synced"));
  }
}
