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
    Labels labels)
    implements Fact {

  @Override
  public String key() {
    return "InstanceType/" + name;
  }
}
