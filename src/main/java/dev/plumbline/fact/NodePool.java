package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * A {@code NodePool} (karpenter.sh/v1) without its lists, which are facts of their own: {@link
 * DisruptionBudget}, {@link MinValues}, {@link NodePoolTaint}, {@link PreferenceItem}, {@link
 * StatusCondition}.
 *
 * @param name {@code metadata.name}
 * @param nodeClass {@code spec.template.spec.nodeClassRef.name}
 * @param weight {@code spec.weight}, 1 to 100; null when not set, which counts as 0
 * @param requirements {@code spec.template.spec.requirements} together with {@code
 *     spec.template.metadata.labels}, which Karpenter reads as requirements too
 * @param annotations {@code metadata.annotations}
 * @param labels {@code metadata.labels}
 * @param deleting whether {@code metadata.deletionTimestamp} is set
 * @param replicas {@code spec.replicas}: the nodes a static pool keeps; null for any other pool
 * @param limits {@code spec.limits}
 * @param usage {@code status.resources}: what its nodes have together
 */
@ReadFrom(of = "NodePool", whole = true, value = "spec.template.spec.nodeClassRef.group")
public record NodePool(
    String name,
    @ReadFrom("spec.template.spec.nodeClassRef.name") String nodeClass,
    @ReadFrom("spec.weight") @Nullable Integer weight,
    @ReadFrom({"spec.template.spec.requirements", "spec.template.metadata.labels"})
        Requirements requirements,
    @ReadFrom("metadata.annotations") Tags annotations,
    @ReadFrom("metadata.labels") Tags labels,
    @ReadFrom("metadata.deletionTimestamp") boolean deleting,
    @ReadFrom("spec.replicas") @Nullable Integer replicas,
    @ReadFrom("spec.limits") Resources limits,
    @ReadFrom("status.resources") Resources usage)
    implements Fact {

  @Override
  public String key() {
    return "NodePool/" + name;
  }

  /**
   * The points of the annotation {@code plumbline.dev/weight}; null when it is not set or no whole
   * number.
   */
  public @Nullable Integer ownPoints() {
    String points = annotations.value("plumbline.dev/weight");
    try {
      return points == null ? null : Integer.valueOf(points);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The weight as Karpenter counts it: 0 when none is set. */
  public int ownWeight() {
    return weight == null ? 0 : weight;
  }

  /** What the annotation {@code plumbline.dev/prefer-form} asks for; null without it. */
  public @Nullable String preferForm() {
    return annotations.value("plumbline.dev/prefer-form");
  }

  /**
   * The pool whose tier this one is (label {@code plumbline.dev/tier-of}); null when it is
   * nobody's.
   */
  public @Nullable String tierOf() {
    return labels.value("plumbline.dev/tier-of");
  }

  /** What its limits leave; nothing of what it has more of than it may. */
  public Resources left() {
    return limits.minus(usage);
  }

  /** {@link #requirements} with the labels that Karpenter itself gives every node of the pool. */
  public Requirements ofNodes() {
    return requirements
        .with("karpenter.sh/nodepool", name)
        .with("karpenter.k8s.aws/ec2nodeclass", nodeClass);
  }
}
