package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * A {@code minValues} of {@code NodePool.spec.template.spec.requirements}: how many different
 * values of a label the candidates of one launch must have.
 *
 * @param nodePool the pool
 * @param label {@code key}: karpenter.k8s.aws/instance-family
 * @param count {@code minValues}
 */
@ReadFrom(of = "NodePool", at = "spec.template.spec.requirements")
public record MinValues(
    String nodePool, @ReadFrom("key") String label, @ReadFrom("minValues") int count)
    implements Fact {

  @Override
  public String key() {
    return "MinValues/" + nodePool + "/" + label;
  }
}
