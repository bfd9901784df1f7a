package dev.plumbline.wiring;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Assembles the environment of a host. Sends no request before it is started. */
@ApplicationScoped
@Unremovable
public class HostAssembly {

  private final AssemblySettings settings;
  private final HostState published;
  private final Instance<HostEvents> listeners;
  private final Instance<KubernetesClient> cluster;
  private final ShutdownGate gate;

  public HostAssembly(
      AssemblySettings settings,
      HostState published,
      @Any Instance<HostEvents> listeners,
      Instance<KubernetesClient> cluster,
      ShutdownGate gate) {
    this.settings = settings;
    this.published = published;
    this.listeners = listeners;
    this.cluster = cluster;
    this.gate = gate;
  }

  /** The instance of this program, for commands that are created before they run. */
  public static HostAssembly current() {
    return CDI.current().select(HostAssembly.class).get();
  }

  public HostSettings settings() {
    return settings.host();
  }

  /** Delays shutdown until the host has closed. */
  public ShutdownGate shutdownGate() {
    return gate;
  }

  public boolean clustered() {
    return settings.kubernetes().enabled();
  }

  public HostState published() {
    return published;
  }

  public HostEvents events(HostEnvironment environment) {
    Stream<HostEvents> own = Stream.of(environment.events(), new PlanLog());
    return HostEvents.all(Stream.concat(own, listeners.stream()).toList());
  }

  /** The live environment: clock, learned state, EC2, the API server and the actuator. */
  public HostEnvironment live(Evaluation evaluation) {
    KubernetesClient client = settings.kubernetes().enabled() ? cluster.get() : null;
    return new Wiring(settings, published).assemble(evaluation, client);
  }

  public Release release() {
    var server = new ObjectApi(cluster.get(), ObjectApi.TIMEOUT, () -> true);
    return Release.of(server, new ReleasePlanner()::plan);
  }

  /** Logs each plan once while it stays the same. */
  static final class PlanLog implements HostEvents {

    private static final Logger LOG = Logger.getLogger(PlanLog.class);

    private Map<String, Action> before = Map.of();

    @Override
    public void settled(HostSnapshot live, Duration took, int changes) {
      var now = new HashMap<String, Action>();
      for (Action action : live.plan().actions()) {
        if (action.kind() != ActionKind.REPORT) {
          String key = action.kind().wire() + " " + action.object().key();
          now.put(key, action);
          if (!says(action).equals(says(before.get(key)))) {
            LOG.info(says(action));
          }
        }
      }
      before = now;
    }

    private static String says(@Nullable Action action) {
      if (action == null) {
        return "";
      }
      String what =
          action.held() != null ? "Held" : action.due() ? "To be changed" : "Would be changed";
      return "%s: kind=%s object=%s %sdiff=%s"
          .formatted(
              what,
              action.kind().wire(),
              action.object().key(),
              action.held() == null ? "" : "why=\"" + action.held() + "\" ",
              Diff.lines(action.change()));
    }
  }
}
