package dev.plumbline.source.ec2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of an answer facts are read from; the others are never kept, so that a recorded
 * snapshot holds nothing that nobody reads.
 */
final class Kept {

  static final Kept IMAGE =
      of(
          "ImageId Name State StateReason.Message Architecture OwnerId ImageOwnerAlias",
          "CreationDate DeprecationTime Tags.Key Tags.Value VirtualizationType RootDeviceType",
          "RootDeviceName BlockDeviceMappings.DeviceName BlockDeviceMappings.Ebs.VolumeSize",
          "EnaSupport BootMode Platform");

  static final Kept INSTANCE_TYPE =
      of(
          "InstanceType CurrentGeneration SupportedUsageClasses SupportedVirtualizationTypes",
          "SupportedBootModes Hypervisor NitroEnclavesSupport",
          "ProcessorInfo.SupportedArchitectures ProcessorInfo.Manufacturer",
          "ProcessorInfo.SustainedClockSpeedInGhz VCpuInfo.DefaultVCpus MemoryInfo.SizeInMiB",
          "InstanceStorageInfo.TotalSizeInGB InstanceStorageInfo.NvmeSupport",
          "EbsInfo.EbsOptimizedSupport EbsInfo.EbsOptimizedInfo.MaximumBandwidthInMbps",
          "NetworkInfo.EnaSupport NetworkInfo.Ipv4AddressesPerInterface",
          "NetworkInfo.DefaultNetworkCardIndex NetworkInfo.NetworkPerformance",
          "NetworkInfo.EncryptionInTransitSupported",
          "NetworkInfo.EfaInfo.MaximumEfaInterfaces",
          "NetworkInfo.NetworkCards.MaximumNetworkInterfaces",
          "NetworkInfo.NetworkCards.BaselineBandwidthInGbps",
          "GpuInfo.Gpus.Name GpuInfo.Gpus.Manufacturer GpuInfo.Gpus.Count",
          "GpuInfo.Gpus.MemoryInfo.SizeInMiB",
          "InferenceAcceleratorInfo.Accelerators.Name",
          "InferenceAcceleratorInfo.Accelerators.Manufacturer",
          "InferenceAcceleratorInfo.Accelerators.Count",
          "NeuronInfo.NeuronDevices.Name NeuronInfo.NeuronDevices.Count",
          "NeuronInfo.NeuronDevices.CoreInfo.Count");

  static final Kept OFFERING = of("InstanceType LocationType Location");

  static final Kept INSTANCE =
      of(
          "InstanceId ImageId InstanceType Placement.AvailabilityZone State.Name SubnetId",
          "SecurityGroups.GroupId CapacityReservationId");

  static final Kept SPOT_PRICE =
      of("InstanceType AvailabilityZone ProductDescription SpotPrice Timestamp");

  static final Kept PARAMETER = of("Name Value");

  private final Map<String, Kept> fields = new TreeMap<>();

  private Kept() {}

  private static Kept of(String... lines) {
    var all = new Kept();
    for (String line : lines) {
      for (String path : line.split(" ")) {
        Kept at = all;
        for (String step : path.split("\\.")) {
          at = at.fields.computeIfAbsent(step, name -> new Kept());
        }
      }
    }
    return all;
  }

  /** What is kept of a field; null when it is not. */
  @Nullable Kept below(String field) {
    return fields.get(field);
  }

  /** Leaves of {@code node} what is kept. */
  JsonNode prune(JsonNode node) {
    if (node.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> list.add(prune(item)));
      return list;
    }
    if (!node.isObject()) {
      return node;
    }
    var object = JsonNodeFactory.instance.objectNode();
    for (var field : node.properties()) {
      Kept below = below(field.getKey());
      if (below != null) {
        object.set(field.getKey(), below.prune(field.getValue()));
      }
    }
    return object;
  }
}
