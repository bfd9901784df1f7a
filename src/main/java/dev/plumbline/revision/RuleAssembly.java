package dev.plumbline.revision;

import dev.plumbline.bundle.BundleAddress;
import dev.plumbline.bundle.BundleKeys;
import dev.plumbline.bundle.BundlePlaces;
import dev.plumbline.bundle.BundleSettings;
import dev.plumbline.bundle.BundleTrust;
import dev.plumbline.client.Retry;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.trial.SharedTrials;
import dev.plumbline.wiring.HostAssembly;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import dev.plumbline.wiring.LeaseIdentity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembles the processing of revisions in this program. */
@ApplicationScoped
@Unremovable
public class RuleAssembly {

  private final RuleSettings settings;
  private final AssemblySettings live;
  private final RuleState ruleState;
  private final Instance<RevisionEvents> listeners;
  private final Instance<KubernetesClient> cluster;
  private final SharedTrials trials;
  private final BundleSettings bundles;
  private final HostAssembly host;

  public RuleAssembly(
      RuleSettings settings,
      AssemblySettings live,
      RuleState ruleState,
      @Any Instance<RevisionEvents> listeners,
      Instance<KubernetesClient> cluster,
      SharedTrials trials,
      BundleSettings bundles,
      HostAssembly host) {
    this.trials = trials;
    this.bundles = bundles;
    this.host = host;
    this.settings = settings;
    this.live = live;
    this.ruleState = ruleState;
    this.listeners = listeners;
    this.cluster = cluster;
  }

  /** The instance of this program, for commands that are created before they run. */
  public static RuleAssembly current() {
    return CDI.current().select(RuleAssembly.class).get();
  }

  /** That of the Plumbline in a namespace, for those who read and request. */
  public RevisionStore store(String namespace) {
    return new ConfigMapStore(cluster.get(), namespace);
  }

  /** The places of signed bundles, as they are configured. */
  public BundlePlaces bundles() {
    return new BundlePlaces(bundles, System.getenv(), Retry.BRIEF);
  }

  private RevisionStore ofThisReplica() {
    LeaseIdentity self = LeaseIdentity.of(live.leader());
    return new ConfigMapStore(cluster.get(), self.namespace(), self.identity());
  }

  public RuleSetStatus status() {
    return ruleState.now();
  }

  /**
   * The rules of a host.
   *
   * @param folder a folder whose files are laid over the shipped ones; null for what the cluster
   *     holds
   * @throws dev.plumbline.language.InvalidInputException when nothing is recorded and what is
   *     offered cannot be used
   */
  public RuleService open(
      @Nullable Path folder,
      boolean clustered,
      RevisionContext.ParameterSettings parameters,
      InstantSource clock) {
    trials.validate();
    boolean watchesCluster = clustered && live.kubernetes().enabled();
    RevisionStore store =
        settings.stateDir().isPresent()
            ? new FolderStore(settings.stateDir().get())
            : watchesCluster ? ofThisReplica() : new RevisionStore.InMemory();
    var events = new ArrayList<RevisionEvents>(List.of(new RevisionEvents.Log()));
    events.addAll(listeners.stream().toList());
    return new RuleService(
        leads ->
            new RevisionContext(
                store,
                RevisionContext.RuleSetCompiler.OVER_SHIPPED,
                parameters,
                trials,
                () -> !watchesCluster || leads.getAsBoolean(),
                watchesCluster,
                settings,
                live.host().timings(clock)),
        withBundle(source(folder, watchesCluster, clock)),
        folder != null && bundles.address().isEmpty(),
        RevisionEvents.all(events),
        ruleState);
  }

  /** The same on top of the bundle that is followed, if there is one. */
  private RuleOffer.@Nullable Source withBundle(RuleOffer.@Nullable Source own) {
    String address = bundles.address().orElse("");
    if (address.isBlank()) {
      return own;
    }
    return new LayeredRules(
        new BundleRules(
            bundles().open(BundleAddress.of(address), false),
            BundleTrust.of(BundleKeys.read(bundles)),
            bundles.poll(),
            ruleState,
            host.sharesVerdicts() ? BundleGate.of(host.published()) : BundleGate.OPEN),
        own);
  }

  /** Where rule text comes from: the folder, else what the cluster holds, else nowhere. */
  private RuleOffer.@Nullable Source source(
      @Nullable Path folder, boolean clustered, InstantSource clock) {
    if (folder != null) {
      return new FolderRules(folder, live.host().poll());
    }
    if (!clustered) {
      return null;
    }
    String namespace =
        live.kubernetes().configNamespace().orElse(LeaseIdentity.of(live.leader()).namespace());
    return new ConfigMapRules(
        cluster.get(), live.kubernetes().times(), new ConfigMapPlace(namespace, clock));
  }
}
