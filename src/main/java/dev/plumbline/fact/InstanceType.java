package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * An EC2 instance type ({@code DescribeInstanceTypes}, {@code InstanceTypes[]}).
 *
 * @param name {@code InstanceType}: m5.large
 * @param architecture the first of {@code ProcessorInfo.SupportedArchitectures} that Kubernetes
 *     knows, in its spelling (amd64, arm64); else the first as EC2 spells it
 * @param virtualizationTypes {@code SupportedVirtualizationTypes}
 * @param bootModes {@code SupportedBootModes}; none when EC2 gives none
 * @param enaSupport {@code NetworkInfo.EnaSupport}: required, supported, unsupported; null when EC2
 *     gives none
 * @param gpuManufacturer label {@code karpenter.k8s.aws/instance-gpu-manufacturer}; null without a
 *     GPU
 * @param acceleratorManufacturer label {@code karpenter.k8s.aws/instance-accelerator-manufacturer};
 *     null without an accelerator
 * @param family label {@code karpenter.k8s.aws/instance-family}: m5
 * @param currentGeneration {@code CurrentGeneration}: whether EC2 counts it as current
 * @param vcpus {@code VCpuInfo.DefaultVCpus}; 0 when EC2 gives none
 * @param memoryMiB {@code MemoryInfo.SizeInMiB}; 0 when EC2 gives none
 * @param networkInterfaces {@code MaximumNetworkInterfaces} of the network card with {@code
 *     NetworkInfo.DefaultNetworkCardIndex}; 0 when EC2 gives none
 * @param ipv4PerInterface {@code NetworkInfo.Ipv4AddressesPerInterface}; 0 when EC2 gives none
 * @param instanceStoreGB {@code InstanceStorageInfo.TotalSizeInGB}; null without instance store
 * @param devices what its nodes offer besides, as Kubernetes names it: {@code nvidia.com/gpu},
 *     {@code amd.com/gpu}, {@code habana.ai/gaudi}, {@code aws.amazon.com/neuron}, {@code
 *     aws.amazon.com/neuroncore}, {@code vpc.amazonaws.com/efa}
 * @param labels every well-known label of Karpenter that the type alone determines; a key without a
 *     value is known to be absent
 */
public record InstanceType(
    String name,
    String architecture,
    Values virtualizationTypes,
    Values bootModes,
    @Nullable String enaSupport,
    @Nullable String gpuManufacturer,
    @Nullable String acceleratorManufacturer,
    String family,
    boolean currentGeneration,
    int vcpus,
    long memoryMiB,
    int networkInterfaces,
    int ipv4PerInterface,
    @Nullable Long instanceStoreGB,
    Resources devices,
    Labels labels)
    implements Fact {

  @Override
  public String key() {
    return "InstanceType/" + name;
  }

  /**
   * {@code zones} when the type is sold as {@code capacityType} or EC2 does not tell how it is
   * sold; else none.
   */
  public Values sold(String capacityType, Values zones) {
    return !labels.define("karpenter.sh/capacity-type")
            || labels.values("karpenter.sh/capacity-type").has(capacityType)
        ? zones
        : Values.NONE;
  }
}
