package dev.plumbline.host;

import dev.plumbline.action.kubernetes.ApiServer;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.fact.SourceStatus;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.Ticks;
import dev.plumbline.source.ec2.AwsClients;
import dev.plumbline.source.ec2.Ec2Source;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** Makes what a host in a cluster stands in. Nothing is asked of anybody before it starts. */
@ApplicationScoped
@Unremovable
public class LiveParts {

  private static final Logger LOG = Logger.getLogger(LiveParts.class);
  private static final Duration BETWEEN_WRITES = Duration.ofMinutes(1);
  private static final Clock CLOCK = Clock.systemUTC();

  private final LiveSettings settings;
  private final Published published;
  private final Instance<HostEvents> listeners;
  private final Instance<KubernetesClient> cluster;

  /** With these settings, for these readers and listeners. */
  public LiveParts(
      LiveSettings settings,
      Published published,
      @Any Instance<HostEvents> listeners,
      Instance<KubernetesClient> cluster) {
    this.settings = settings;
    this.published = published;
    this.listeners = listeners;
    this.cluster = cluster;
  }

  /** Those of this program, for verbs, which are made whether they run or not. */
  public static LiveParts current() {
    return CDI.current().select(LiveParts.class).get();
  }

  /** How the loop goes about it. */
  public HostSettings settings() {
    return settings.host();
  }

  /** Where readers look. */
  public Published published() {
    return published;
  }

  /** Who listens, beside what {@code around} brings. */
  public HostEvents events(Surroundings around) {
    return HostEvents.all(Stream.concat(Stream.of(around.events()), listeners.stream()).toList());
  }

  /**
   * The time, what was learned, EC2 and the API server, and who acts there.
   *
   * @throws InvalidInputException when a setting cannot be used
   */
  public Surroundings live(Evaluation evaluation) {
    return live(evaluation, settings.kubernetes().enabled() ? cluster.get() : null);
  }

  /** The same in the cluster of {@code client}, closed by whoever made it; null for none. */
  Surroundings live(Evaluation evaluation, @Nullable KubernetesClient client) {
    var memory = new Memory(settings().memoryFile().orElse(null), BETWEEN_WRITES);
    var sources = new ArrayList<FactSource>();
    var events = new ArrayList<HostEvents>(List.of(memory));
    sources.add(new Ticks(CLOCK, settings().tick()));
    sources.add(memory);

    AwsClients aws = settings.ec2().enabled() ? clients() : null;
    if (aws == null) {
      sources.add(new AbsentSources("AWS", Ec2Wiring.SOURCES));
    } else {
      var random = new SplittableRandom();
      var ec2 = new Ec2Source(aws, Ec2Wiring.source(settings.ec2()), CLOCK, random);
      sources.add(ec2);
      events.add(needs(ec2, client != null));
    }
    if (client == null) {
      sources.add(new AbsentSources("watch", List.of("cluster")));
      return surroundings(sources, Acting.NONE, events, aws, null);
    }
    var parts =
        new ClusterParts(
            client, settings.kubernetes(), settings.actions(), settings.leader(), CLOCK);
    sources.add(parts.source(evaluation.policy().parameters()));
    sources.add(parts.election());
    return surroundings(sources, parts.acting(aws, published), events, aws, parts);
  }

  /** What gives back all that is ours in the cluster of this configuration. */
  public Release release() {
    var server = new ApiServer(cluster.get(), ApiServer.TIMEOUT, () -> true);
    return Release.of(server, new ReleasePlanner()::plan);
  }

  private AwsClients clients() {
    return new AwsClients(Ec2Wiring.aws(settings.ec2()));
  }

  private static Surroundings surroundings(
      List<FactSource> sources,
      Acting acting,
      List<HostEvents> events,
      @Nullable AwsClients aws,
      @Nullable ClusterParts parts) {
    return new Surroundings(
        sources,
        acting,
        HostEvents.all(events),
        aws == null ? null : region(aws),
        () -> {
          if (parts != null) {
            parts.close();
          }
          if (aws != null) {
            aws.close();
          }
        });
  }

  private static @Nullable String region(AwsClients aws) {
    try {
      return aws.region().id();
    } catch (SdkException e) {
      LOG.warnf("No region is known: reason=%s", e.getMessage());
      return null;
    }
  }

  /** What the rules need of EC2; with a cluster not before its node classes are known. */
  private static HostEvents needs(Ec2Source ec2, boolean cluster) {
    return new HostEvents() {
      @Override
      public void settled(Live live, Duration took, int changes) {
        if (!cluster || synced(live, "ec2-node-classes")) {
          Ec2Wiring.need(live.settlement(), ec2);
        }
      }
    };
  }

  private static boolean synced(Live live, String source) {
    return live.facts().getOrDefault("SourceStatus", List.of()).stream()
        .map(SourceStatus.class::cast)
        .anyMatch(status -> status.source().equals(source) && status.state().equals("synced"));
  }
}
