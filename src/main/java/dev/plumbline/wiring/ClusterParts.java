package dev.plumbline.wiring;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change.Apply;
import dev.plumbline.action.Change.Delete;
import dev.plumbline.action.Change.Patch;
import dev.plumbline.action.Change.PublishFindings;
import dev.plumbline.action.Change.PublishReport;
import dev.plumbline.action.Change.Status;
import dev.plumbline.action.Change.TagImage;
import dev.plumbline.action.ChangeWriter;
import dev.plumbline.action.ChangeWriter.WriteFaultException;
import dev.plumbline.action.ChangeWriter.Written;
import dev.plumbline.action.ClusterActuator;
import dev.plumbline.action.ImageTagger;
import dev.plumbline.action.Plan;
import dev.plumbline.action.kubernetes.EventReporter;
import dev.plumbline.action.kubernetes.EventReporter.Provenance;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.action.kubernetes.ObjectWriter;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.exchange.VerdictPublisher;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.loop.ActionHistory;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.DecisionRecorder;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactSink;
import dev.plumbline.source.FactSource;
import dev.plumbline.source.ec2.AwsClients;
import dev.plumbline.source.kubernetes.KubernetesSource;
import dev.plumbline.source.kubernetes.LaunchFailures;
import dev.plumbline.source.kubernetes.PastLaunches;
import dev.plumbline.work.Worker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts that need a cluster: source, leader election, actuator. */
public final class ClusterParts implements AutoCloseable {

  private final KubernetesClient client;
  private final KubernetesSettings kubernetes;
  private final ActionSettings actions;
  private final Clock clock;
  private final LeaseIdentity place;
  private final Leadership leadership;
  private final @Nullable Replicas replicas;
  private volatile Runnable wake = () -> {};

  /** Does not join the leader election before {@link #election} is started. */
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
    // Without leader election there is only one replica.
    this.replicas =
        leader.election()
            ? new Replicas(
                new ReplicaLeases(client, leader, place),
                leadership,
                new Replicas.Clocks(clock, System::nanoTime))
            : null;
  }

  FactSource source(List<Parameter> parameters, List<LaunchFailure> failed) {
    var launches = new PastLaunches(PastLaunches.kept(parameters), kubernetes.pastLaunches());
    var failures = new LaunchFailures(failed);
    var source = new KubernetesSource(client, kubernetes.times(), launches, failures, clock);
    return kubernetes.nodeWorkloads() ? source : source.withoutWorkloads();
  }

  /**
   * Joins the leader election when started; every change of leadership triggers an iteration of the
   * host.
   */
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

  /** The rule sets that the replicas serve; null without leader election. */
  @Nullable Replicas replicas() {
    return replicas;
  }

  /**
   * The pipeline that plans and writes; images are tagged only with EC2 enabled.
   *
   * @param reports null where nothing is published for other clusters
   */
  ActionPipeline pipeline(
      @Nullable AwsClients aws, @Nullable VerdictPublisher reports, HostState published) {
    leadership.leadOnlyWhile(() -> published.log().writable() && !isActingOverdue());
    // Nothing is done unrecorded: a failing log also stops actions in progress.
    BooleanSupplier mayWrite = () -> leadership.isLeader() && published.log().writable();
    var server = new ObjectApi(client, actions.requestTimeout(), mayWrite);
    var announcer =
        new EventReporter(
            server, actions.sayAgain(), place.identity(), () -> provenance(published), clock);
    var images = aws == null ? null : new ImageTagger(() -> aws.ec2("actions"), mayWrite);
    var writer =
        new ClusterWriter(
            new ObjectWriter(server),
            announcer,
            images,
            reports == null ? null : change -> reports.write(change, mayWrite));
    var actuator = new ClusterActuator(writer, ActionSettings.pace(actions), mayWrite, clock);
    return new ActionPipeline(
        new ClusterPlanner(),
        DecisionRecorder.NONE,
        actuator,
        new ActionHistory.InMemory(clock),
        leadership);
  }

  /** Whether a thread without which nothing is decided, recorded or written hangs. */
  private static boolean isActingOverdue() {
    return Worker.overdue().stream()
        .anyMatch(
            each ->
                each.worker().equals(Host.THREAD)
                    || each.worker().equals(DecisionRecorder.THREAD)
                    || each.worker().equals(ClusterActuator.THREAD));
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

  @Override
  public void close() {
    leadership.close();
  }

  /** Dispatches each change to its writer: objects, events, image tags, reports. */
  public static final class ClusterWriter implements ChangeWriter {

    private final ObjectWriter objects;
    private final EventReporter announcer;
    private final @Nullable ImageTagger images;
    private final @Nullable Function<PublishReport, Written> reports;

    /**
     * Creates the dispatcher.
     *
     * @param images null without EC2
     * @param reports publishes for other clusters; null where nothing is published
     */
    public ClusterWriter(
        ObjectWriter objects,
        EventReporter announcer,
        @Nullable ImageTagger images,
        @Nullable Function<PublishReport, Written> reports) {
      this.objects = objects;
      this.announcer = announcer;
      this.images = images;
      this.reports = reports;
    }

    @Override
    public Written write(Action action) {
      return switch (action.change()) {
        case Apply apply -> objects.write(action.object(), apply);
        case Patch patch -> objects.write(action.object(), patch);
        case Status status -> objects.write(action.object(), status);
        case Delete delete -> objects.write(action.object(), delete);
        case PublishFindings publish -> announcer.write(action.object(), publish);
        case TagImage tags -> images(action).write(action.object().name(), tags);
        case PublishReport publish -> reports(action).apply(publish);
      };
    }

    @Override
    public Object basis(Action action) {
      return action.change() instanceof PublishFindings ? announcer.ruleDigest() : "";
    }

    @Override
    public List<Action> leftovers(Plan plan) {
      return announcer.leftovers(plan);
    }

    private Function<PublishReport, Written> reports(Action action) {
      if (reports == null) {
        throw new WriteFaultException(
            "UnsupportedOperation",
            action.object() + " cannot be published: plumbline.verdicts.bucket is not set here");
      }
      return reports;
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
