package dev.plumbline.wiring;

import dev.plumbline.action.Action;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.plan.Diff;
import dev.plumbline.action.plan.ReleasePlanner;
import dev.plumbline.exchange.ExchangeSettings;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSettings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.FactUpdate;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

  /** Whether what is known of images is shared with other clusters. */
  public boolean sharesVerdicts() {
    return settings.verdicts().bucket().isPresent();
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

  /** Writes to the cluster of the kubeconfig, whether or not this replica leads. */
  public ObjectApi server() {
    return new ObjectApi(cluster.get(), ObjectApi.TIMEOUT, () -> true);
  }

  /** The namespace of the pod, or of the kubeconfig. */
  public String namespace() {
    String own = cluster.get().getNamespace();
    return own == null ? "default" : own;
  }

  public Release release() {
    return Release.of(server(), new ReleasePlanner()::plan);
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
          Action known = before.get(key);
          if (known == null || !saysSame(action, known)) {
            LOG.info(says(action));
          }
        }
      }
      before = now;
    }

    /** What is said takes a difference of whole objects: only where something has changed. */
    private static boolean saysSame(Action one, Action other) {
      boolean equal =
          one.due() == other.due()
              && Objects.equals(one.held(), other.held())
              && one.change().equals(other.change());
      return equal || says(one).equals(says(other));
    }

    private static String says(Action action) {
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

  /** Sources that are disabled on this host; activities that depend on them wait. */
  public record AbsentSources(String operation, List<String> names) implements FactSource {

    @Override
    public void start(FactSink sink) {
      sink.publish(names.stream().map(this::status).toList());
    }

    private FactUpdate status(String name) {
      var status = new SourceStatus(name, "absent", operation, null, null, null, 0, null, 0);
      return new FactUpdate(status.key(), List.of(status), null);
    }

    @Override
    public void close() {
      // nothing to close
    }
  }

  /**
   * A condition that must hold before {@code serve} starts; implement it as an unremovable bean.
   */
  public interface Prerequisite {

    void check();

    static void checkAll() {
      CDI.current().select(Prerequisite.class, Any.Literal.INSTANCE).forEach(Prerequisite::check);
    }
  }

  /**
   * Delays shutdown until running components have released their resources. The container closes
   * the clients they need only after that.
   */
  @ApplicationScoped
  @Unremovable
  public static class ShutdownGate {

    private static final Logger LOG = Logger.getLogger(ShutdownGate.class);

    /** Less than the 10 s within which the process has ended after SIGTERM. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private volatile @Nullable CountDownLatch running;
    private volatile Runnable onStop = () -> {};

    /** A component that must finish before the program exits; close it when it has. */
    public interface Running extends AutoCloseable {

      @Override
      void close();
    }

    /** Registers a component that must finish before the program exits; one at a time. */
    public Running begin() {
      return begin(() -> {});
    }

    /** Registers a component that must finish before the program exits; one at a time. */
    public Running begin(Runnable stop) {
      var latch = new CountDownLatch(1);
      onStop = stop;
      running = latch;
      return latch::countDown;
    }

    void waits(@Observes ShutdownEvent event) {
      CountDownLatch latch = running;
      onStop.run();
      try {
        if (latch != null && !latch.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
          LOG.warn("What runs has not ended in time, the program ends without it");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Dependent
  public record AssemblySettings(
      HostSettings host,
      Ec2Settings ec2,
      KubernetesSettings kubernetes,
      ActionSettings actions,
      LeaderSettings leader,
      ExchangeSettings verdicts) {}
}
