package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * A further term of the node affinity that a pod requires during scheduling: one that may hold in
 * place of the first, which its {@link Pod} or {@link DaemonSet} tells.
 *
 * @param kind Pod or DaemonSet
 * @param object its namespace and name: shop/cart-0
 * @param position where it stands among the terms, from 2
 * @param requirements the term together with {@code nodeSelector}
 */
@ReadFrom(of = "Pod", at = "spec")
@ReadFrom(of = "DaemonSet", at = "spec.template.spec")
public record NodeAffinityTerm(
    String kind,
    String object,
    int position,
    @ReadFrom({
          "nodeSelector",
          "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
        })
        Requirements requirements)
    implements Fact {

  @Override
  public String key() {
    return "NodeAffinityTerm/" + kind + "/" + object + "/" + position;
  }
}
