package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.SsmParameter;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertThat(count(snapshot, OnDemandPrice.class)).isEqualTo(1367);
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
    assertThat(differing).isEmpty();
  }

  @Test
  void everyTypeTellsItsFigures() throws IOException {
    // Given
    JsonNode limits = new ObjectMapper().readTree(DATA.resolve("vpc_limits.json").toFile());
    // When, Then
    for (InstanceType type : types()) {
      assertThat(type.vcpus()).as(type.name()).isPositive();
      assertThat(type.memoryMiB()).as(type.name()).isPositive();
      assertThat(type.networkInterfaces()).as(type.name()).isPositive();
      JsonNode limit = limits.get(type.name());
      if (limit != null) {
        assertThat(type.ipv4PerInterface())
            .as(type.name())
            .isEqualTo(limit.get("IPv4PerInterface").asInt());
        // The table counts every network card, Karpenter the default one alone.
        assertThat(type.networkInterfaces())
            .as(type.name())
            .isLessThanOrEqualTo(limit.get("Interface").asInt());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          m5.large      | false | 2  | 8192    | 3  | 10 | -    |
          i3.large      | true  | 2  | 15616   | 3  | 10 | 475  |
          inf2.xlarge   | true  | 4  | 16384   | 4  | 15 | -    | aws.amazon.com/neuron 1, aws.amazon.com/neuroncore 2
          trn1.32xlarge | true  | 128 | 524288 | 5  | 50 | 7600 | aws.amazon.com/neuron 16, aws.amazon.com/neuroncore 32, vpc.amazonaws.com/efa 8
          p4d.24xlarge  | true  | 96 | 1179648 | 15 | 50 | 8000 | nvidia.com/gpu 8, vpc.amazonaws.com/efa 4
          g4ad.xlarge   | true  | 4  | 16384   | 2  | 4  | 150  | amd.com/gpu 1
          g6f.large     | true  | 2  | 8192    | 2  | 10 | 100  |
          """)
  void figuresAreThoseOfEc2(
      String name,
      boolean current,
      int vcpus,
      long memoryMiB,
      int interfaces,
      int addresses,
      Long store,
      String devices) {
    // When
    InstanceType type =
        types().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    // Then
    assertThat(type.currentGeneration()).isEqualTo(current);
    assertThat(type.vcpus()).isEqualTo(vcpus);
    assertThat(type.memoryMiB()).isEqualTo(memoryMiB);
    assertThat(type.networkInterfaces()).isEqualTo(interfaces);
    assertThat(type.ipv4PerInterface()).isEqualTo(addresses);
    assertThat(type.instanceStoreGB()).isEqualTo(store);
    assertThat(type.devices().toString()).isEqualTo(devices == null ? "" : devices);
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
