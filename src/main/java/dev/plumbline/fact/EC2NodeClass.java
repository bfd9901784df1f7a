package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * An {@code EC2NodeClass} (karpenter.k8s.aws/v1) without its lists, which are facts of their own:
 * {@link AmiSelectorTerm}, {@link BlockDeviceMapping}, {@link StatusAmi}, {@link StatusCondition}.
 *
 * @param name {@code metadata.name}
 * @param amiFamily {@code spec.amiFamily}: AL2, AL2023, Bottlerocket, Windows2019, Windows2022,
 *     Windows2025, Custom; null when not set
 * @param annotations {@code metadata.annotations}
 * @param zones the zones of {@code status.subnets} with their ids, which are empty where not told;
 *     none when the status does not tell yet
 */
public record EC2NodeClass(String name, @Nullable String amiFamily, Tags annotations, Tags zones)
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
}
