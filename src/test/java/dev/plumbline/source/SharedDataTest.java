package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.InstanceTypeOffering;
import dev.plumbline.fact.SsmParameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole of EC2's catalogue, where it lies beside the project. */
class SharedDataTest {

  private static final Path DATA = Path.of("../shared/data");

  @BeforeAll
  static void dataIsThere() {
    assumeTrue(Files.isDirectory(DATA), DATA + " is not there: nothing to load whole");
  }

  @Test
  void loadsWholeAsItIs() {
    // Given
    PolicyData policy = PolicyData.read(Map.of());
    // When
    Snapshot snapshot = SnapshotFolder.read(DATA, policy, null);
    // Then
    assertThat(snapshot.region()).isEqualTo("us-east-1");
    assertThat(count(snapshot, InstanceType.class)).isEqualTo(1373);
    assertThat(count(snapshot, Ami.class)).isEqualTo(636);
    assertThat(count(snapshot, InstanceTypeOffering.class)).isEqualTo(6307);
    assertThat(count(snapshot, SsmParameter.class)).isEqualTo(411);
  }

  @Test
  void everyTypeDefinesTheSameKeys() {
    // When
    List<InstanceType> types = types();
    // Then
    assertThat(types.stream().map(type -> new TreeSet<>(type.labels().map().keySet())).distinct())
        .hasSize(1);
  }

  @Test
  void networkBandwidthIsThatOfKarpentersTable() throws IOException {
    // Given
    JsonNode table =
        new ObjectMapper().readTree(DATA.resolve("network_bandwidth_mbps.json").toFile());
    // When
    var differing = new TreeSet<String>();
    for (InstanceType type : types()) {
      String ours = type.labels().value("karpenter.k8s.aws/instance-network-bandwidth");
      JsonNode karpenters = table.get(type.name());
      if (!String.valueOf(ours).equals(karpenters == null ? "null" : karpenters.asText())) {
        differing.add(type.name() + " " + ours + " " + karpenters);
      }
    }
    // Then
    assertThat(differing)
        .containsExactly(
            "i7i.12xlarge 28125 28120",
            "i8g.12xlarge 28125 28120",
            "i8g.metal-48xl 100000 90000",
            "i8ge.48xlarge 300000 180000",
            "i8ge.metal-48xl 300000 180000");
  }

  private static List<InstanceType> types() {
    return SnapshotFolder.read(DATA, PolicyData.read(Map.of()), null).facts().stream()
        .filter(InstanceType.class::isInstance)
        .map(InstanceType.class::cast)
        .toList();
  }

  private static long count(Snapshot snapshot, Class<? extends Fact> type) {
    return snapshot.facts().stream().filter(type::isInstance).count();
  }
}
