package dev.plumbline.host;

import dev.plumbline.action.kubernetes.ApiServer;
import dev.plumbline.action.plan.ReleasePlanner;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.util.stream.Stream;

/** Makes what a host in a cluster stands in. Nothing is asked of anybody before it starts. */
@ApplicationScoped
@Unremovable
public class LiveParts {

  private final LiveSettings settings;
  private final Published published;
  private final Instance<HostEvents> listeners;
  private final Instance<KubernetesClient> cluster;
  private final ShutdownGate ending;

  /** With these settings, for these readers and listeners. */
  public LiveParts(
      LiveSettings settings,
      Published published,
      @Any Instance<HostEvents> listeners,
      Instance<KubernetesClient> cluster,
      ShutdownGate ending) {
    this.settings = settings;
    this.published = published;
    this.listeners = listeners;
    this.cluster = cluster;
    this.ending = ending;
  }

  /** Those of this program, for verbs, which are made whether they run or not. */
  public static LiveParts current() {
    return CDI.current().select(LiveParts.class).get();
  }

  /** How the loop goes about it. */
  public HostSettings settings() {
    return settings.host();
  }

  /** What holds back the end of the program. */
  public ShutdownGate ending() {
    return ending;
  }

  /** Whether there is a cluster. */
  public boolean clustered() {
    return settings.kubernetes().enabled();
  }

  /** Where readers look. */
  public Published published() {
    return published;
  }

  /** Who listens: what {@code around} brings, the log, and others. */
  public HostEvents events(Surroundings around) {
    Stream<HostEvents> ours = Stream.of(around.events(), new PlanLog());
    return HostEvents.all(Stream.concat(ours, listeners.stream()).toList());
  }

  /**
   * The time, what was learned, EC2 and the API server, and who acts there.
   *
   * @throws InvalidInputException when a setting cannot be used
   */
  public Surroundings live(Evaluation evaluation) {
    KubernetesClient client = settings.kubernetes().enabled() ? cluster.get() : null;
    return new Wiring(settings, published).around(evaluation, client);
  }

  /** What gives back all that is ours in the cluster of this configuration. */
  public Release release() {
    var server = new ApiServer(cluster.get(), ApiServer.TIMEOUT, () -> true);
    return Release.of(server, new ReleasePlanner()::plan);
  }
}
