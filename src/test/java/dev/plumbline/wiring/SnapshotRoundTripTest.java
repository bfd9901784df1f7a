package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.loop.ActionPipeline;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.loop.Host;
import dev.plumbline.loop.Host.LoopTimings;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostState;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.SnapshotFolderSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded and read again is what it was; what is nobody's business is not recorded. */
class SnapshotRoundTripTest {

  private static final InstantSource CLOCK = InstantSource.system();
  private static final Evaluation EVALUATION = Evaluation.with((Path) null);

  @TempDir private Path folder;

  @Test
  void everyExampleComesBackAsItWas() throws Exception {
    try (var examples = Files.list(Path.of("examples"))) {
      for (Path each : examples.filter(Files::isDirectory).sorted().toList()) {
        comesBackAsItWas(each.getFileName().toString());
      }
    }
  }

  private void comesBackAsItWas(String example) throws Exception {
    Path from = Path.of("examples", example);
    Path to = folder.resolve(example);
    HostSnapshot live = record(from, to);

    EvaluationResult before =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, from.toString(), null));
    EvaluationResult after =
        EVALUATION.of(EVALUATION.read(SnapshotReader.FOLDERS, to.toString(), null));

    assertThat(live.settlement().conclusions())
        .containsExactlyElementsOf(before.settlement().conclusions());
    assertThat(after.snapshot().facts())
        .filteredOn(fact -> !fact.key().startsWith("RememberedCapacity/"))
        .containsExactlyInAnyOrderElementsOf(
            before.snapshot().facts().stream()
                .filter(fact -> !fact.key().startsWith("RememberedCapacity/"))
                .toList());
    if (example.equals("tour")) {
      assertThat(after.factsDigest()).isEqualTo(before.factsDigest());
      assertThat(after.settlement()).isEqualTo(before.settlement());
    }
  }

  private static HostSnapshot record(Path from, Path to) throws IOException, InterruptedException {
    var published = new HostState();
    var pace =
        new LoopTimings(
            Duration.ofMillis(5),
            Duration.ofSeconds(1),
            new SettleLimits(10_000_000, Duration.ofMinutes(5)),
            Duration.ofSeconds(1),
            CLOCK);
    try (var watch =
            new SnapshotFolderSource(
                from, EVALUATION.policy(), CLOCK, Duration.ofHours(1), Duration.ofSeconds(1));
        var host =
            new Host(EVALUATION, published, ActionPipeline.DISABLED, pace, HostEvents.NONE)) {
      // As a host in a cluster has it.
      host.publish(
          List.of(
              FactUpdate.of(
                  new SourceStatus(
                      "config-maps", "synced", "watch", null, null, null, 0, null, 0))));
      var recorder = new DocumentRecorder(host);
      host.start();
      watch.start(recorder);
      recorder.await(published, Duration.ofMillis(1), Duration.ofMinutes(2));
      HostSnapshot live = Objects.requireNonNull(published.now());
      new SnapshotWriter(to, EVALUATION.policy()).write(live, recorder.documents(), region(from));
      return live;
    }
  }

  private static String region(Path from) throws IOException {
    return Files.readAllLines(from.resolve("snapshot.yaml")).stream()
        .filter(line -> line.startsWith("region: "))
        .map(line -> line.substring("region: ".length()))
        .findFirst()
        .orElse(null);
  }

  @Test
  void whatIsNobodysBusinessIsLeftOut() throws IOException {
    assertThat(
            SnapshotWriter.recorded(
                    json(
                        """
                        {"apiVersion": "v1", "kind": "Pod",
                         "metadata": {"name": "p", "namespace": "n", "managedFields": [{}],
                                      "annotations": {"token": "secret"}},
                         "spec": {"containers": [{"name": "c", "image": "i",
                                                  "env": [{"name": "PASSWORD", "value": "secret"}],
                                                  "resources": {"requests": {"cpu": "1"}}}]},
                         "status": {"phase": "Pending"}}
                        """))
                .toString())
        .doesNotContain("secret", "managedFields", "image")
        .contains("\"cpu\":\"1\"", "Pending");
    assertThat(
            SnapshotWriter.recorded(
                    json(
                        """
                        {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass",
                         "metadata": {"name": "d", "managedFields": [{}], "annotations":
                           {"kubectl.kubernetes.io/last-applied-configuration": "secret", "a": "b"}},
                         "spec": {"userData": "secret", "role": "r"}}
                        """))
                .toString())
        .doesNotContain("secret", "managedFields")
        .contains("\"a\":\"b\"", "role");
    assertThat(
            SnapshotWriter.recorded(
                    "instances",
                    json(
                        """
                        {"Reservations": [{"Instances": [{"InstanceId": "i-1", "ImageId": "ami-1",
                          "State": {"Name": "running"}, "Tags": [{"Key": "k", "Value": "secret"}]}]}]}
                        """))
                .toString())
        .doesNotContain("secret")
        .contains("i-1", "running");
    assertThat(
            SnapshotWriter.recorded(
                    "ssm-parameters",
                    json(
                        """
                        {"Parameters": [{"Name": "/a", "Value": "ami-1", "Type": "String"},
                                        {"Name": "/b", "Value": "secret", "Type": "SecureString"}]}
                        """))
                .toString())
        .doesNotContain("secret")
        .contains("ami-1");
  }

  private static JsonNode json(String text) throws IOException {
    return JsonMapper.builder().build().readTree(text);
  }
}
