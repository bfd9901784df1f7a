package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;
import org.jspecify.annotations.Nullable;

/**
 * {@code EC2NodeClass.spec.kubelet}, one for each node class, be nothing of it set.
 *
 * @param nodeClass the node class
 * @param maxPods {@code maxPods}; null when not set or an expression
 * @param podsPerCore {@code podsPerCore}; null when not set
 * @param kubeReserved {@code kubeReserved} without what is an expression
 * @param systemReserved {@code systemReserved} without what is an expression
 * @param evictionHard {@code evictionHard} as written, amounts and percentages: {@code
 *     memory.available} → {@code 5%}
 * @param expressions the fields that hold an expression (Karpenter's feature gate NodeClassCEL):
 *     maxPods, kubeReserved.cpu
 */
@ReadFrom(of = "EC2NodeClass", at = "spec.kubelet")
public record KubeletConfiguration(
    String nodeClass,
    @ReadFrom("maxPods") @Nullable Integer maxPods,
    @ReadFrom("podsPerCore") @Nullable Integer podsPerCore,
    @ReadFrom("kubeReserved") Resources kubeReserved,
    @ReadFrom("systemReserved") Resources systemReserved,
    @ReadFrom("evictionHard") Tags evictionHard,
    @ReadFrom({"maxPods", "kubeReserved", "systemReserved"}) Values expressions)
    implements Fact {

  @Override
  public String key() {
    return "KubeletConfiguration/" + nodeClass;
  }
}
