package dev.plumbline.fact;

/**
 * A {@code minValues} of {@code NodePool.spec.template.spec.requirements}: how many different
 * values of a label the candidates of one launch must have.
 *
 * @param nodePool the pool
 * @param label {@code key}: karpenter.k8s.aws/instance-family
 * @param count {@code minValues}
 */
public record MinValues(String nodePool, String label, int count) implements Fact {

  @Override
  public String key() {
    return "MinValues/" + nodePool + "/" + label;
  }
}
