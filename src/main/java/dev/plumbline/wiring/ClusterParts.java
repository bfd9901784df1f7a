package dev.plumbline.wiring;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change.Apply;
import dev.plumbline.action.Change.Delete;
import dev.plumbline.action.Change.Patch;
import dev.plumbline.action.Change.Say;
import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter;
import dev.plumbline.action.ClusterActuator;
import dev.plumbline.action.Plan;
import dev.plumbline.action.WriteFaultException;
import dev.plumbline.action.Written;
import dev.plumbline.action.ec2.ImageTagger;
import dev.plumbline.action.kubernetes.EventReporter;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.ec2.AwsClients;
import dev.plumbline.source.kubernetes.KubernetesSource;
import dev.plumbline.source.kubernetes.PastLaunches;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A cluster: where its objects come from, who leads there, who writes to it. */
final class ClusterParts implements AutoCloseable {

  private static final Duration LOOP_WINDOW = Duration.ofHours(1);

  private final KubernetesClient client;
  private final KubernetesSettings kubernetes;
  private final ActionSettings actions;
  private final Clock clock;
  private final LeaseIdentity place;
  private final Leadership leadership;
  private final @Nullable Replicas replicas;
  private volatile Runnable wake = () -> {};

  /** The cluster of {@code client}, in which this replica does not try to lead yet. */
  ClusterParts(
      KubernetesClient client,
      KubernetesSettings kubernetes,
      ActionSettings actions,
      LeaderSettings leader,
      Clock clock) {
    this.client = client;
    this.kubernetes = kubernetes;
    this.actions = actions;
    this.clock = clock;
    this.place = LeaseIdentity.of(leader);
    this.leadership = new Leadership(client, leader, place, leads -> wake.run());
    // Without election there is this one alone.
    this.replicas =
        leader.election()
            ? new Replicas(
                new ReplicaLeases(client, leader, place),
                leadership,
                new Replicas.Clocks(clock, System::nanoTime))
            : null;
  }

  /** The objects of the cluster. */
  FactSource source(List<Parameter> parameters) {
    var launches = new PastLaunches(window(parameters).multipliedBy(2), kubernetes.pastLaunches());
    return new KubernetesSource(client, kubernetes.times(), launches, clock);
  }

  /** Tries to lead from its start on; that it leads, or leads no more, sends the host around. */
  FactSource election() {
    return new FactSource() {
      @Override
      public void start(FactSink sink) {
        wake = () -> sink.publish(List.of());
        leadership.start();
      }

      @Override
      public void close() {
        wake = () -> {};
      }
    };
  }

  /** Which rules the replicas serve; null where there can be only one. */
  @Nullable Replicas replicas() {
    return replicas;
  }

  /** Who plans and writes here; images are tagged where there is EC2. */
  ActionPipeline pipeline(@Nullable AwsClients aws, HostState published) {
    // What cannot be recorded is not done: a log that fails stops also what is under way.
    BooleanSupplier mayWrite = () -> leadership.isLeader() && published.log().writable();
    var server = new ObjectApi(client, actions.requestTimeout(), mayWrite);
    var announcer =
        new EventReporter(
            server, actions.sayAgain(), place.identity(), () -> provenance(published), clock);
    var images = aws == null ? null : new ImageTagger(aws.ec2("actions"), mayWrite);
    var writer = new ClusterWriter(new ObjectWriter(server), announcer, images);
    var actuator = new ClusterActuator(writer, ActionSettings.pace(actions), mayWrite, clock);
    return new ActionPipeline(
        new ClusterPlanner(),
        DecisionRecorder.NONE,
        actuator,
        new ActionHistory.InMemory(clock),
        leadership);
  }

  private static Provenance provenance(HostState published) {
    HostSnapshot live = published.now();
    if (live == null) {
      return new Provenance("", "");
    }
    String decision = published.log().decision();
    return new Provenance(
        live.rules().digest(), decision == null ? Long.toString(live.sequence()) : decision);
  }

  private static Duration window(List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals("loop.window"))
        .map(Parameter::duration)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(LOOP_WINDOW);
  }

  @Override
  public void close() {
    leadership.close();
  }

  /** Who writes what: objects, what is said of them, tags of images. */
  public static final class ClusterWriter implements ChangeWriter {

    private final ObjectWriter objects;
    private final EventReporter announcer;
    private final @Nullable ImageTagger images;

    /**
     * One that writes through these.
     *
     * @param images null where there is no EC2
     */
    public ClusterWriter(
        ObjectWriter objects, EventReporter announcer, @Nullable ImageTagger images) {
      this.objects = objects;
      this.announcer = announcer;
      this.images = images;
    }

    @Override
    public Written write(Action action) {
      return switch (action.change()) {
        case Apply apply -> objects.write(action.object(), apply);
        case Patch patch -> objects.write(action.object(), patch);
        case Delete delete -> objects.write(action.object(), delete);
        case Say say -> announcer.write(action.object(), say);
        case TagImage tags -> images(action).write(action.object().name(), tags);
      };
    }

    @Override
    public List<Action> leftovers(Plan plan) {
      return announcer.leftovers(plan);
    }

    private ImageTagger images(Action action) {
      if (images == null) {
        throw new WriteFaultException(
            "UnsupportedOperation",
            action.object() + " cannot be tagged: EC2 is not among the sources of this host");
      }
      return images;
    }
  }
}
