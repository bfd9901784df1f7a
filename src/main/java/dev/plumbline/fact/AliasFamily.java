package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import org.jspecify.annotations.Nullable;

/**
 * An AMI family that an alias may name ({@code ami-families.yaml}).
 *
 * @param family as in the alias: al2023
 * @param amiFamily as in {@code EC2NodeClass.spec.amiFamily}: AL2023
 * @param os the label {@code kubernetes.io/os} of its nodes
 * @param windowsBuild the label {@code node.kubernetes.io/windows-build} of its nodes; null for
 *     Linux
 * @param minimumMinor the first Kubernetes minor it has images for; null when there is no limit
 * @param maximumMinor the last one; null when there is no limit
 * @param latestOnly whether {@code latest} is the only version an alias may name
 * @param rootDeviceName the root device that Karpenter maps when the node class maps none; null
 *     when it maps none either
 * @param rootVolumeGiB its size in GiB; null when Karpenter maps none
 */
@ExpectedCount(10)
public record AliasFamily(
    String family,
    String amiFamily,
    String os,
    @Nullable String windowsBuild,
    @Nullable Integer minimumMinor,
    @Nullable Integer maximumMinor,
    boolean latestOnly,
    @Nullable String rootDeviceName,
    @Nullable Integer rootVolumeGiB)
    implements Fact {

  @Override
  public String key() {
    return "AliasFamily/" + family;
  }

  /** Whether the family has images for Kubernetes 1.{@code minor}. */
  public boolean serves(int minor) {
    return (minimumMinor == null || minor >= minimumMinor)
        && (maximumMinor == null || minor <= maximumMinor);
  }

  /** What the labels of its nodes say about the operating system. */
  public Labels labels() {
    return Labels.of(
        java.util.Map.of(
            "kubernetes.io/os",
            java.util.List.of(os),
            "node.kubernetes.io/windows-build",
            windowsBuild == null ? java.util.List.of() : java.util.List.of(windowsBuild)));
  }
}
