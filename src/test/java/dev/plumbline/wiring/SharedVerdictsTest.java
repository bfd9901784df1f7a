package dev.plumbline.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.action.kubernetes.ObjectApi;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.log.SigningKey;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.peers.Peers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host publishes what it knows of images, and reads what is published, as it is assembled. */
class SharedVerdictsTest {

  private static final ObjectNode POOL = Cluster.nodePool("sharing");

  private final ObjectApi server = Peers.there() ? Cluster.server() : null;

  /** In a cluster with pools nothing is published before its ImageVerdicts are read. */
  @BeforeEach
  void connect() throws Exception {
    Peers.assumeThere();
    Cluster.serveImageVerdicts();
    Cluster.make(server, POOL);
  }

  @AfterEach
  void clean() {
    if (server != null) {
      Cluster.delete(server, Cluster.ref(POOL));
    }
  }

  @Test
  void theOwnReportIsPlannedWrittenOnceAndRead(@TempDir Path folder) throws Exception {
    Path key = Files.writeString(folder.resolve("key.pem"), SigningKey.create("any").pem());
    Path bucket = Files.createDirectory(folder.resolve("bucket"));
    Peers peers = Peers.shared();
    try (var replica =
        new Replica(
            peers,
            "sharing",
            peers.client(),
            "default",
            Map.of(
                "plumbline.verdicts.bucket",
                bucket.toString(),
                "plumbline.verdicts.cluster",
                "prod-1",
                "plumbline.verdicts.key-file",
                key.toString(),
                "plumbline.verdicts.poll",
                "30s",
                "plumbline.ec2.enabled",
                "false"))) {
      var live =
          replica.once(
              "its own report is a fact, and its outcome is known",
              each ->
                  each.facts(FleetMember.class).stream().anyMatch(own -> own.sequence() == 0)
                      && !results(each).isEmpty());

      assertThat(bucket.resolve("prod-1/verdicts/00000000000000000000")).exists();
      assertThat(live.facts(FleetMember.class))
          .singleElement()
          .satisfies(own -> assertThat(own.fault()).isNull());
      assertThat(results(live)).containsExactly(Outcome.Result.DONE);
    }
  }

  private static List<Outcome.Result> results(HostSnapshot live) {
    return live.outcomes().values().stream()
        .filter(each -> each.object().key().equals("FleetMember/prod-1"))
        .map(Outcome::result)
        .toList();
  }
}
