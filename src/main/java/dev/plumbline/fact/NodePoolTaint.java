package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * A taint of the nodes that a NodePool launches.
 *
 * @param nodePool the pool
 * @param taintKey {@code key}: dedicated
 * @param value {@code value}; empty without one
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 * @param startup whether it is one of {@code spec.template.spec.startupTaints}, which somebody
 *     takes away once the node is up, and not of {@code taints}
 */
@ReadFrom(of = "NodePool", at = "spec.template.spec.taints")
@ReadFrom(of = "NodePool", at = "spec.template.spec.startupTaints")
public record NodePoolTaint(
    String nodePool,
    @ReadFrom("key") String taintKey,
    @ReadFrom("value") String value,
    @ReadFrom("effect") String effect,
    boolean startup)
    implements Fact {

  @Override
  public String key() {
    return "NodePoolTaint/" + nodePool + "/" + text() + (startup ? "/startup" : "");
  }

  /** As kubectl writes it: dedicated=gpu:NoSchedule. */
  public String text() {
    return taintKey + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }

  /** Whether one of {@code tolerations}, in the form of {@link Pod#tolerations}, is for it. */
  public boolean toleratedBy(Values tolerations) {
    for (String toleration : tolerations.list()) {
      int colon = toleration.lastIndexOf(':');
      String what = colon < 0 ? toleration : toleration.substring(0, colon);
      boolean sameEffect = colon < 0 || toleration.substring(colon + 1).equals(effect);
      if (sameEffect
          && (what.equals("*") || what.equals(taintKey) || what.equals(taintKey + "=" + value))) {
        return true;
      }
    }
    return false;
  }

  /** The toleration for it, as a pod writes it. */
  public String toleration() {
    return "{key: "
        + taintKey
        + (value.isEmpty() ? ", operator: Exists" : ", operator: Equal, value: \"" + value + "\"")
        + ", effect: "
        + effect
        + "}";
  }
}
