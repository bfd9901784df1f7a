package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An EC2 image ({@code DescribeImages}, {@code Images[]}).
 *
 * @param id {@code ImageId}
 * @param name {@code Name}; empty when the image has none
 * @param state {@code State}: pending, available, invalid, deregistered, transient, failed, error,
 *     disabled
 * @param stateReason {@code StateReason.Message}; null when EC2 gives none
 * @param architecture {@code Architecture}: i386, x86_64, arm64, x86_64_mac, arm64_mac
 * @param ownerId {@code OwnerId}, an account
 * @param ownerAlias {@code ImageOwnerAlias}: amazon, aws-marketplace; null for an ordinary account
 * @param creationDate {@code CreationDate}; null when EC2 gives none, which ranks as oldest
 * @param deprecationTime {@code DeprecationTime}; null when it is never deprecated
 * @param tags {@code Tags}
 * @param virtualizationType {@code VirtualizationType}: hvm, paravirtual; null when EC2 gives none
 * @param rootDeviceType {@code RootDeviceType}: ebs, instance-store; null when EC2 gives none
 * @param rootDeviceName {@code RootDeviceName}; null when EC2 gives none
 * @param rootSnapshotGiB the size of the root device's snapshot ({@code
 *     BlockDeviceMappings[].Ebs.VolumeSize}) in GiB; null when EC2 gives none
 * @param enaSupport {@code EnaSupport}; null when EC2 gives none
 * @param bootMode {@code BootMode}: legacy-bios, uefi, uefi-preferred; null when the image leaves
 *     it to the instance type
 * @param platform {@code Platform}: windows; null for every other
 */
@ExpectedCount(1_000)
@ReadFrom(of = "Images")
public record Ami(
    @ReadFrom("ImageId") String id,
    @ReadFrom("Name") String name,
    @ReadFrom("State")
        @OneOf({
          "pending",
          "available",
          "invalid",
          "deregistered",
          "transient",
          "failed",
          "error",
          "disabled"
        })
        String state,
    @ReadFrom("StateReason.Message") @Nullable String stateReason,
    @ReadFrom("Architecture") @OneOf({"i386", "x86_64", "arm64", "x86_64_mac", "arm64_mac"})
        String architecture,
    @ReadFrom("OwnerId") String ownerId,
    @ReadFrom("ImageOwnerAlias") @Nullable String ownerAlias,
    @ReadFrom("CreationDate") @Nullable Instant creationDate,
    @ReadFrom("DeprecationTime") @Nullable Instant deprecationTime,
    @ReadFrom({"Tags.Key", "Tags.Value"}) Tags tags,
    @ReadFrom("VirtualizationType") @OneOf({"hvm", "paravirtual"})
        @Nullable String virtualizationType,
    @ReadFrom("RootDeviceType") @OneOf({"ebs", "instance-store"}) @Nullable String rootDeviceType,
    @ReadFrom("RootDeviceName") @Nullable String rootDeviceName,
    @ReadFrom({"BlockDeviceMappings.DeviceName", "BlockDeviceMappings.Ebs.VolumeSize"})
        @Nullable Integer rootSnapshotGiB,
    @ReadFrom("EnaSupport") @Nullable Boolean enaSupport,
    @ReadFrom("BootMode") @OneOf({"legacy-bios", "uefi", "uefi-preferred"})
        @Nullable String bootMode,
    @ReadFrom("Platform") @Nullable String platform)
    implements Fact {

  @Override
  public String key() {
    return "Ami/" + id;
  }

  /** The architecture as {@code kubernetes.io/arch} has it; null when no node runs on it. */
  @OneOf({"amd64", "arm64"})
  public @Nullable String kubernetesArchitecture() {
    return Architecture.kubernetes(architecture);
  }

  /**
   * The creation date in whole epoch seconds, as Karpenter ranks by; the lowest number when
   * unknown.
   */
  public long created() {
    return creationDate == null ? Long.MIN_VALUE : creationDate.getEpochSecond();
  }

  /** The state, with the reason where EC2 gives one. */
  public String stateAndReason() {
    return stateReason == null ? state : state + " (" + stateReason + ")";
  }
}
