package dev.plumbline.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fleet.ClusterStatus.Status;
import dev.plumbline.fleet.Fleet.FleetStatus;
import dev.plumbline.fleet.Fleet.Settings;
import dev.plumbline.fleet.LogProblem.Kind;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.log.s3.UploadedLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.peers.Peers;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

/** Clusters below a prefix of an emulated bucket; what they cost is counted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FleetBucketTest {

  private static final Instant NOW = FleetLogs.end().plusSeconds(12);
  private static final Duration MAX_AGE = Duration.ofMinutes(30);
  private static final String BUCKET = "fleet";

  @TempDir Path folders;

  private S3Client client;
  private S3Client counting;
  private final List<String> requests = new ArrayList<>();

  @BeforeAll
  void bucket() {
    Peers.assumeThere();
    client = Peers.shared().s3();
    client.createBucket(it -> it.bucket(BUCKET));
    counting =
        (S3Client)
            Proxy.newProxyInstance(
                S3Client.class.getClassLoader(),
                new Class<?>[] {S3Client.class},
                (proxy, method, args) -> count(method, args));
  }

  /** Default methods end in one with a request object, which is counted. */
  private Object count(Method method, Object[] args) throws Throwable {
    if (args != null && args.length > 0) {
      if (args[0] instanceof GetObjectRequest get) {
        requests.add("GET " + get.key());
      } else if (args[0] instanceof Consumer<?> && method.getName().startsWith("getObject")) {
        var request = GetObjectRequest.builder();
        @SuppressWarnings("unchecked")
        var set = (Consumer<GetObjectRequest.Builder>) args[0];
        set.accept(request);
        requests.add("GET " + request.build().key());
      } else {
        requests.add(method.getName());
      }
    }
    try {
      return method.invoke(client, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @AfterAll
  void end() {
    if (client != null) {
      client.close();
    }
  }

  private void write(String name, Consumer<FleetLogs> entries) {
    InstantSource clock = InstantSource.fixed(NOW);
    var bucket = new Bucket(client, BUCKET, "logs/" + name, Protection.BUCKET, clock);
    try (var log = UploadedLog.open(folders.resolve(name), name, key(name), bucket, clock)) {
      entries.accept(new FleetLogs(log));
    }
  }

  private final Map<String, SigningKey> keys = new HashMap<>();

  private SigningKey key(String name) {
    return keys.computeIfAbsent(name, it -> SigningKey.create(LogSettings.origin(it)));
  }

  private Fleet fleet(boolean verify) {
    var bucket = new Bucket(counting, BUCKET, "logs", Protection.BUCKET, InstantSource.fixed(NOW));
    return new Fleet(
        known -> LogDiscovery.in(bucket, known),
        new Settings(name -> true, verify, 1),
        () -> NOW,
        progress -> {});
  }

  private static ClusterStatus of(String cluster, FleetStatus fleet) {
    return fleet.clusters().stream()
        .filter(each -> each.cluster().equals(cluster))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void clustersAreReadFromTheEndAndThenWhatIsNew() throws IOException {
    write("prod", logs -> logs.begin().decisions(5).state("soaking").decisions(2));
    write("cut", logs -> logs.begin().decisions(2));
    write("gap", logs -> logs.begin().decisions(4));
    String cut = "logs/cut/parts/00000000000000000004.zip";
    byte[] part = client.getObjectAsBytes(it -> it.bucket(BUCKET).key(cut)).asByteArray();
    client.putObject(
        it -> it.bucket(BUCKET).key(cut), RequestBody.fromBytes(Arrays.copyOf(part, 99)));
    client.deleteObject(it -> it.bucket(BUCKET).key("logs/gap/parts/00000000000000000005.zip"));

    Fleet fleet = fleet(false);
    requests.clear();
    FleetStatus first = fleet.read();

    ClusterStatus prod = of("prod", first);
    assertThat(prod.status(NOW, MAX_AGE)).isEqualTo(Status.OK);
    assertThat(prod.place()).isEqualTo("s3://fleet/logs/prod/");
    assertThat(prod.entries()).isEqualTo(11);
    assertThat(prod.images()).hasSize(1);
    assertThat(requests)
        .filteredOn(it -> it.startsWith("GET logs/prod/parts/"))
        .as("the state and what follows, each once")
        .containsExactly(
            "GET logs/prod/parts/00000000000000000010.zip",
            "GET logs/prod/parts/00000000000000000009.zip",
            "GET logs/prod/parts/00000000000000000008.zip");
    assertThat(of("cut", first).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.kind()).isEqualTo(Kind.UNREADABLE);
              assertThat(problem.message()).contains(cut + " is not a whole part of a log");
            });
    assertThat(of("gap", first).problems())
        .containsExactly(
            new LogProblem(
                Kind.GAP,
                "parts/00000000000000000004.zip",
                "entries 5 to 5 are missing: it ends before them, and the next one is"
                    + " parts/00000000000000000006.zip"));

    requests.clear();
    assertThat(FleetChanges.between(first, fleet.read(), MAX_AGE)).isEmpty();
    assertThat(requests).noneMatch(it -> it.startsWith("GET logs/prod/parts/"));

    write(
        "prod",
        logs ->
            logs.from(FleetLogs.end())
                .decision(List.of(FleetLogs.gate("ec2")), List.of())
                .decisions(1));
    client.putObject(it -> it.bucket(BUCKET).key(cut), RequestBody.fromBytes(part));
    requests.clear();
    FleetStatus third = fleet.read();

    assertThat(of("prod", third).gates()).hasSize(1);
    assertThat(requests)
        .filteredOn(it -> it.startsWith("GET logs/prod/parts/"))
        .doesNotContain("GET logs/prod/parts/00000000000000000009.zip")
        .doesNotHaveDuplicates();
    assertThat(of("cut", third).problems()).as("resumed").isEmpty();
    FleetStatus verified = fleet(true).read();
    assertThat(of("prod", verified).problems()).isEmpty();
    assertThat(of("prod", verified).verified()).isTrue();
    assertThat(of("gap", verified).problems()).extracting(LogProblem::kind).contains(Kind.GAP);
  }
}
