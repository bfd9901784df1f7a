package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceTypeLabelsTest {

  private static final String G = "karpenter.k8s.aws/";

  @Test
  void graphicsTypeHasEveryLabelOfKarpenter() {
    // Given
    String json =
        """
        {'InstanceType': 'g5g.xlarge', 'Hypervisor': 'nitro',
         'ProcessorInfo': {'Manufacturer': 'AWS', 'SupportedArchitectures': ['arm64'],
                           'SustainedClockSpeedInGhz': 2.5},
         'VCpuInfo': {'DefaultVCpus': 4}, 'MemoryInfo': {'SizeInMiB': 8192},
         'EbsInfo': {'EbsOptimizedSupport': 'default',
                     'EbsOptimizedInfo': {'MaximumBandwidthInMbps': 4750}},
         'GpuInfo': {'Gpus': [{'Count': 1, 'Manufacturer': 'NVIDIA', 'Name': 'T4g Tensor',
                               'MemoryInfo': {'SizeInMiB': 16384}}]},
         'NetworkInfo': {'EnaSupport': 'required', 'EncryptionInTransitSupported': false,
                         'NetworkPerformance': 'Up to 10 Gigabit',
                         'NetworkCards': [{'BaselineBandwidthInGbps': 1.25}]},
         'NitroEnclavesSupport': 'unsupported', 'SupportedBootModes': ['uefi'],
         'SupportedUsageClasses': ['on-demand', 'spot', 'capacity-block'],
         'SupportedVirtualizationTypes': ['hvm']}
        """;
    // When
    InstanceType type = type(json, "us-east-1");
    // Then
    assertThat(type.architecture()).isEqualTo("arm64");
    assertThat(type.gpuManufacturer()).isEqualTo("nvidia");
    assertThat(type.acceleratorManufacturer()).isNull();
    assertThat(type.family()).isEqualTo("g5g");
    assertThat(type.labels().map())
        .containsOnly(
            entry("node.kubernetes.io/instance-type", List.of("g5g.xlarge")),
            entry("kubernetes.io/arch", List.of("arm64")),
            entry("topology.kubernetes.io/region", List.of("us-east-1")),
            entry("karpenter.sh/capacity-type", List.of("on-demand", "spot")),
            entry(G + "instance-cpu", List.of("4")),
            entry(G + "instance-cpu-manufacturer", List.of("aws")),
            entry(G + "instance-cpu-sustained-clock-speed-mhz", List.of("2500")),
            entry(G + "instance-memory", List.of("8192")),
            entry(G + "instance-ebs-bandwidth", List.of("4750")),
            entry(G + "instance-network-bandwidth", List.of("1250")),
            entry(G + "instance-category", List.of("g")),
            entry(G + "instance-generation", List.of("5")),
            entry(G + "instance-family", List.of("g5g")),
            entry(G + "instance-size", List.of("xlarge")),
            entry(G + "instance-capability-flex", List.of("false")),
            entry(G + "instance-local-nvme", List.of()),
            entry(G + "instance-gpu-name", List.of("t4g-tensor")),
            entry(G + "instance-gpu-manufacturer", List.of("nvidia")),
            entry(G + "instance-gpu-count", List.of("1")),
            entry(G + "instance-gpu-memory", List.of("16384")),
            entry(G + "instance-accelerator-name", List.of()),
            entry(G + "instance-accelerator-manufacturer", List.of()),
            entry(G + "instance-accelerator-count", List.of()),
            entry(G + "instance-hypervisor", List.of("nitro")),
            entry(G + "instance-encryption-in-transit-supported", List.of("false")),
            entry(G + "nitro-sandbox", List.of("false")),
            entry(G + "instance-tenancy", List.of("dedicated", "default")),
            entry(G + "capacity-reservation-id", List.of()),
            entry(G + "capacity-reservation-type", List.of()),
            entry(G + "capacity-reservation-interruptible", List.of()),
            entry("plumbline.dev/boot-mode", List.of("uefi")),
            entry("plumbline.dev/ena-support", List.of("required")));
  }

  @Test
  void metalTypeWithoutHypervisorBootModeOrEnaTellsSoAsKarpenterDoes() {
    // Given
    String json = typeOf("u-6tb1.metal", "'x86_64'", "");
    // When
    InstanceType type = type(json, null);
    // Then
    assertThat(type.labels().map())
        .containsEntry(G + "instance-hypervisor", List.of(""))
        .containsEntry(G + "instance-category", List.of("u"))
        .containsEntry(G + "instance-generation", List.of("1"))
        .containsEntry(G + "instance-cpu-manufacturer", List.of(""))
        .containsEntry(G + "instance-cpu-sustained-clock-speed-mhz", List.of("0"))
        .containsEntry(G + "instance-network-bandwidth", List.of())
        .containsEntry("plumbline.dev/boot-mode", List.of("legacy-bios", "uefi"))
        .doesNotContainKeys("plumbline.dev/ena-support", "topology.kubernetes.io/region");
    assertThat(type.bootModes().none()).isTrue();
    assertThat(type.enaSupport()).isNull();
  }

  @Test
  void oldTypeIsAmd64AndItsStoreCountsOnlyWithNvme() {
    // Given
    String store = ", 'InstanceStorageInfo': {'TotalSizeInGB': 32, 'NvmeSupport': '%s'}";
    // When
    InstanceType old =
        type(typeOf("c3.large", "'i386', 'x86_64'", store.formatted("unsupported")), null);
    InstanceType young = type(typeOf("c5d.large", "'x86_64'", store.formatted("required")), null);
    // Then
    assertThat(old.architecture()).isEqualTo("amd64");
    assertThat(old.labels().has(G + "instance-local-nvme")).isFalse();
    assertThat(young.labels().value(G + "instance-local-nvme")).isEqualTo("32");
  }

  @Test
  void flexIsReadFromTheFamily() {
    assertThat(
            type(typeOf("c7i-flex.large", "'x86_64'", ""), null)
                .labels()
                .value(G + "instance-capability-flex"))
        .isEqualTo("true");
  }

  @Test
  void macKeepsItsOwnArchitecture() {
    // When
    InstanceType mac = type(typeOf("mac-m4.metal", "'arm64_mac'", ""), null);
    // Then
    assertThat(mac.architecture()).isEqualTo("arm64_mac");
    assertThat(mac.labels().define(G + "instance-category")).isTrue();
    assertThat(mac.labels().has(G + "instance-category")).isFalse();
  }

  @Test
  void neuronDevicesWinOverInferenceAccelerators() {
    // Given
    String both =
        ", 'InferenceAcceleratorInfo': {'Accelerators': [{'Name': 'Inferentia', 'Count': 9}]}"
            + ", 'NeuronInfo': {'NeuronDevices': [{'Name': 'Inferentia', 'Count': 1}]}";
    // When
    InstanceType type = type(typeOf("inf1.xlarge", "'x86_64'", both), null);
    // Then
    assertThat(type.acceleratorManufacturer()).isEqualTo("aws");
    assertThat(type.labels().value(G + "instance-accelerator-name")).isEqualTo("inferentia");
    assertThat(type.labels().value(G + "instance-accelerator-count")).isEqualTo("1");
  }

  @Test
  void twoKindsOfGpuAreToldAsNone() {
    // Given
    String two = ", 'GpuInfo': {'Gpus': [{'Count': 1}, {'Count': 2}]}";
    // When, Then
    assertThat(type(typeOf("g9.large", "'x86_64'", two), null).gpuManufacturer()).isNull();
  }

  @Test
  void bandwidthIsWhatIsSaidAndElseTheBaselineOfAllCards() {
    assertThat(bandwidth("4x 100 Gigabit", "50")).isEqualTo("400000");
    assertThat(bandwidth("3.125 Gigabit", "1")).isEqualTo("3125");
    assertThat(bandwidth("Up to 12.5 Gigabit", "0.781")).isEqualTo("1562");
    assertThat(bandwidth("Moderate", "0.3")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "i7i.12xlarge, 28120",
    "i8g.12xlarge, 28120",
    "i8g.metal-48xl, 90000",
    "i8ge.48xlarge, 180000",
    "i8ge.metal-48xl, 180000"
  })
  void bandwidthOfFiveTypesIsThatOfKarpentersTable(String name, String megabits) {
    assertThat(bandwidth(name, "300 Gigabit", "28.125")).isEqualTo(megabits);
  }

  private static String bandwidth(String performance, String baselineOfEachOfTwo) {
    return bandwidth("m5.large", performance, baselineOfEachOfTwo);
  }

  private static String bandwidth(String name, String performance, String baselineOfEachOfTwo) {
    String card = "{'BaselineBandwidthInGbps': " + baselineOfEachOfTwo + "}";
    return type(
            typeOf(
                name,
                "'x86_64'",
                ", 'NetworkInfo': {'NetworkPerformance': '"
                    + performance
                    + "', 'NetworkCards': ["
                    + card
                    + ","
                    + card
                    + "]}"),
            null)
        .labels()
        .value(G + "instance-network-bandwidth");
  }

  private static String typeOf(String name, String architectures, String more) {
    return "{'InstanceType': '"
        + name
        + "', 'ProcessorInfo': {'SupportedArchitectures': ["
        + architectures
        + "]}, 'VCpuInfo': {'DefaultVCpus': 2}, 'MemoryInfo': {'SizeInMiB': 1024},"
        + " 'SupportedUsageClasses': ['on-demand']"
        + more
        + "}";
  }

  private static InstanceType type(String json, String region) {
    byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return Ec2Objects.instanceType(Documents.json(Origin.snapshot("types.json"), text), region);
  }
}
