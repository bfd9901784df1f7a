package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * An {@code EC2NodeClass} (karpenter.k8s.aws/v1) without its lists, which are facts of their own:
 * {@link AmiSelectorTerm}, {@link BlockDeviceMapping}, {@link KubeletConfiguration}, {@link
 * NetworkInterface}, {@link StatusAmi}, {@link StatusCondition}.
 *
 * @param name {@code metadata.name}
 * @param amiFamily {@code spec.amiFamily}: AL2, AL2023, Bottlerocket, Windows2019, Windows2022,
 *     Windows2025, Custom; null when not set
 * @param annotations {@code metadata.annotations}
 * @param zones the zones of {@code status.subnets} with their ids, which are empty where not told;
 *     none when the status does not tell yet
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 * @param instanceStorePolicy {@code spec.instanceStorePolicy}: RAID0; null when not set
 * @param subnets {@code status.subnets[].id}
 * @param securityGroups {@code status.securityGroups[].id}
 * @param capacityReservations {@code status.capacityReservations[].id}
 * @param placementGroup {@code spec.placementGroupSelector.id}; empty when it selects none; null
 *     when it selects by name, whose id EC2 alone tells
 */
@ReadFrom(of = "EC2NodeClass", whole = true, secret = "spec.userData")
public record EC2NodeClass(
    String name,
    @ReadFrom("spec.amiFamily") @Nullable String amiFamily,
    @ReadFrom("metadata.annotations") Tags annotations,
    @ReadFrom({"status.subnets.zone", "status.subnets.zoneID"}) Tags zones,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting,
    @ReadFrom("spec.instanceStorePolicy") @Nullable String instanceStorePolicy,
    @ReadFrom("status.subnets.id") Values subnets,
    @ReadFrom("status.securityGroups.id") Values securityGroups,
    @ReadFrom("status.capacityReservations.id") Values capacityReservations,
    @ReadFrom("spec.placementGroupSelector.id") @Nullable String placementGroup)
    implements Fact {

  @Override
  public String key() {
    return "EC2NodeClass/" + name;
  }

  /** The annotation {@code plumbline.dev/variant}; {@code standard} when it is not set. */
  public String variant() {
    String variant = annotations.value("plumbline.dev/variant");
    return variant == null ? "standard" : variant;
  }

  /** Whether its status is told: it names subnets, without which a node class is never ready. */
  public boolean statusTold() {
    return !subnets.none();
  }

  /**
   * The placement group in words: {@code no placement group} when there is none or it is not told.
   */
  public String placementGroupOrNone() {
    return placementGroup == null || placementGroup.isEmpty()
        ? "no placement group"
        : placementGroup;
  }
}
