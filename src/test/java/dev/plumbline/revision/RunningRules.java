package dev.plumbline.revision;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolder;
import dev.plumbline.source.kubernetes.ConfigMapWatch.ConfigMapPlace;
import dev.plumbline.source.kubernetes.WatchSettings;
import dev.plumbline.trial.Trials;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A host over the facts of an example whose rules are edited in a ConfigMap of a real API server,
 * where their revisions are kept, too.
 */
public final class RunningRules implements AutoCloseable {

  private static final String MAP = "team-rules";

  private final KubernetesClient client = Peers.shared().client();
  private final String namespace;
  private final ConfigMapStore store;
  private final HostState published = new HostState();
  private final RuleState board = new RuleState();
  private final Predictions predictions = new Predictions();
  private final RuleService rules;
  private final Host host;

  /** With what is in the namespace already, or nothing. */
  public RunningRules(String namespace) {
    this.namespace = namespace;
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .serverSideApply();
    this.store = new ConfigMapStore(client, namespace);
    var pace =
        new LoopTimings(
            Duration.ofMillis(10),
            Duration.ofMillis(250),
            new SettleLimits(2_000_000, Duration.ofMinutes(1)),
            Duration.ofSeconds(1),
            InstantSource.system());
    var settings = new RevisionRig.Settings(Duration.ofMillis(200), 5);
    this.rules =
        new RuleService(
            leads ->
                new RevisionContext(
                    store,
                    RevisionContext.RuleSetCompiler.OVER_SHIPPED,
                    RevisionContext.ParameterSettings.NONE,
                    Trials.NONE,
                    () -> true,
                    true,
                    settings,
                    pace),
            new ConfigMapRules(
                client, WatchSettings.DEFAULT, new ConfigMapPlace(namespace, Clock.systemUTC())),
            false,
            predictions,
            board);
    var events = rules.events(published, ActionPipeline.DRY_RUN.planner());
    this.host = new Host(rules.evaluation(), published, ActionPipeline.DRY_RUN, pace, events);
    host.start();
    // Without its parameters: those are the rules' own here.
    for (Fact fact : SnapshotFolder.embedded("tour", rules.evaluation().policy(), null).facts()) {
      if (!(fact instanceof Parameter)) {
        host.publish(List.of(new FactUpdate(fact.key(), List.of(fact), null)));
      }
    }
    rules.start(host, () -> true);
  }

  /** The team's rule with a message of its own, and its scenario. */
  public static Map<String, String> team(String message) {
    return RunningRulesTest.team(message);
  }

  /** The digest that these files, laid over the shipped ones, have. */
  static String digest(Map<String, String> files) {
    return RuleFiles.over(files, "").digest();
  }

  /** Writes the ConfigMap whole. */
  void apply(Map<String, String> files, Map<String, String> annotations) {
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(MAP)
            .addToLabels("plumbline.dev/rules", "")
            .withAnnotations(annotations)
            .endMetadata()
            .withData(files)
            .build();
    client.resource(map).forceConflicts().serverSideApply();
  }

  /** Edits the ConfigMap, and waits until that serves. */
  public void edit(Map<String, String> files) {
    apply(files, Map.of());
    String digest = digest(files);
    once("it serves", live -> live.rules().digest().equals(digest));
  }

  HostSnapshot once(String what, Predicate<HostSnapshot> so) {
    try {
      Await.until(what, () -> published.now() != null && so.test(now()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + board.now(), e);
    }
    return now();
  }

  void status(String what, Predicate<RuleSetStatus> so) {
    try {
      Await.until(what, () -> so.test(board.now()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ": " + board.now(), e);
    }
  }

  RuleSetStatus status() {
    return board.now();
  }

  HostSnapshot now() {
    return Objects.requireNonNull(published.now());
  }

  /** How many previews were held against what followed. */
  int predicted() {
    return predictions.kept();
  }

  RevisionStore store() {
    return store;
  }

  /** Takes away what is kept in the namespace. */
  public void clear() {
    client.configMaps().inNamespace(namespace).delete();
  }

  @Override
  public void close() {
    rules.close();
    host.close();
    client.close();
    predictions.close();
  }
}
