package dev.plumbline.record;

import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.WitnessKey;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.BucketFiles;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.loop.HostState;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.LogLocation.InBucket;
import dev.plumbline.record.LogLocation.InFolder;
import dev.plumbline.source.FactSource;
import dev.plumbline.wiring.HostAssembly.AbsentSources;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import dev.plumbline.wiring.HostEnvironment;
import dev.plumbline.wiring.LeaseIdentity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Assembles the recorder of this program. */
@ApplicationScoped
@Unremovable
public class RecordWiring {

  /** The kubelet tells what a container runs a moment after its start. */
  private static final Duration UNTIL_TOLD = Duration.ofMillis(500);

  private final AuditSettings settings;
  private final AssemblySettings live;
  private final HostState published;
  private final RevisionEventBuffer revisions;
  private final Instance<KubernetesClient> cluster;
  private final List<CheckpointKeeper> keepers = new ArrayList<>();

  public RecordWiring(
      AuditSettings settings,
      AssemblySettings live,
      HostState published,
      RevisionEventBuffer revisions,
      Instance<KubernetesClient> cluster) {
    this.settings = settings;
    this.live = live;
    this.published = published;
    this.revisions = revisions;
    this.cluster = cluster;
  }

  /** The instance of this program, for commands that are created before they run. */
  public static RecordWiring current() {
    return CDI.current().select(RecordWiring.class).get();
  }

  public String place() {
    return settings.enabled()
        ? at(Clock.systemUTC()).name()
        : "nowhere: plumbline.audit.enabled is false";
  }

  /**
   * The same environment with a recorder: nothing is done unrecorded.
   *
   * @param leads whether there is leader election, so that only the leader records; otherwise this
   *     replica always records
   */
  public HostEnvironment recorded(HostEnvironment environment, boolean leads, InstantSource clock) {
    if (!settings.enabled()) {
      var sources = new ArrayList<FactSource>(environment.sources());
      sources.add(new AbsentSources(RecorderHealth.OPERATION, List.of(RecorderHealth.SOURCE)));
      return environment.with(sources, environment.acting(), environment.events());
    }
    var writer =
        new WriterIdentity(
            BuildInfo.current().version(),
            LeaseIdentity.of(live.leader()).identity(),
            leads ? "cluster" : "snapshot",
            settings.stateEvery());
    LogLocation place = at(clock);
    var pod = new PodImage(cluster::get, System::getenv, UNTIL_TOLD);
    var recorder =
        new Recorder(
                place,
                opened ->
                    new EntryWriter(opened.log(), writer, revisions, masked())
                        .afterCut(opened.cut())
                        .program(
                            BuildInfo.current().program(settings.image().orElseGet(pod::digest)))
                        .idleEvery(settings.idleEvery()),
                now -> !leads || now.leader(),
                new RecorderHealth(
                    place.name(),
                    leads ? lostWithPod() : null,
                    clock,
                    new SplittableRandom()::nextDouble),
                clock,
                environment.acting().actuator()::stop)
            .remembering(environment.acting().history()::remembers);
    witness(recorder, clock);
    if (leads && live.leader().election() && settings.lease().enabled()) {
      lease(recorder, clock);
    }
    published.log(() -> recorder.status().kept(kept()));
    return recorded(environment, recorder, new FactMask(masked()));
  }

  private void lease(Recorder recorder, InstantSource clock) {
    keep(
        new CheckpointLease(
            cluster.get(),
            LeaseIdentity.of(live.leader()),
            live.leader().lease() + "-checkpoint",
            settings.folder(),
            clock),
        settings.lease().every(),
        recorder,
        clock);
  }

  private void witness(Recorder recorder, InstantSource clock) {
    String url = settings.witness().url().orElse(null);
    if (url == null) {
      return;
    }
    try {
      String key =
          settings
              .witness()
              .key()
              .orElseThrow(
                  () -> new IllegalArgumentException("plumbline.audit.witness.key is not set"));
      var witness = new Witness(URI.create(url), WitnessKey.read(key), settings.folder());
      keep(witness, settings.witness().every(), recorder, clock);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          new IllegalArgumentException(
              "plumbline.audit.witness: "
                  + e.getMessage()
                  + ". Try: the key that the witness publishes, NAME+hash+base64.",
              e));
    }
  }

  private void keep(
      CheckpointKeeper.Place place, Duration every, Recorder recorder, InstantSource clock) {
    keepers.add(
        new CheckpointKeeper(
                place,
                every,
                () -> recorder.status().writable() && recorder.status().decision() != null,
                clock)
            .start());
  }

  private SortedMap<String, Instant> kept() {
    var kept = new TreeMap<String, Instant>();
    for (CheckpointKeeper keeper : keepers) {
      Instant at = keeper.kept();
      if (at != null) {
        kept.put(keeper.kind(), at);
      }
    }
    return kept;
  }

  @PreDestroy
  void end() {
    keepers.forEach(CheckpointKeeper::close);
  }

  static HostEnvironment recorded(HostEnvironment environment, Recorder recorder, FactMask mask) {
    var sources = new ArrayList<FactSource>();
    // First, so that the health of the log is known before anything can be planned.
    sources.add(recorder.health());
    environment.sources().forEach(source -> sources.add(mask.over(source)));
    return environment.with(sources, environment.acting().with(recorder), environment.events());
  }

  public LogFiles files() {
    return settings
        .s3()
        .bucket()
        .<LogFiles>map(bucket -> new BucketFiles(bucket(bucket, settings.s3().prefix())))
        .orElseGet(() -> new LogFolder(settings.folder()));
  }

  public Bucket bucket(String bucket, String prefix) {
    return new Bucket(
        InBucket.client(settings.s3()), bucket, prefix, Protection.BUCKET, Clock.systemUTC());
  }

  private @Nullable String lostWithPod() {
    return settings.allowEphemeral() || settings.s3().bucket().isPresent()
        ? null
        : LogDurability.lostWithPod(settings.folder());
  }

  private SecretMask masked() {
    return new SecretMask(settings.mask());
  }

  private LogLocation at(InstantSource clock) {
    return settings
        .s3()
        .bucket()
        .<LogLocation>map(bucket -> new InBucket(settings, bucket, clock))
        .orElseGet(() -> new InFolder(settings, clock));
  }
}
