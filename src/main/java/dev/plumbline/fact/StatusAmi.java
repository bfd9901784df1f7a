package dev.plumbline.fact;

/**
 * One of {@code EC2NodeClass.status.amis}: what Karpenter resolved last.
 *
 * @param nodeClass the node class
 * @param index its place in the list, from 0
 * @param id {@code id}
 * @param deprecated {@code deprecated}
 * @param requirements {@code requirements}
 */
public record StatusAmi(
    String nodeClass, int index, String id, boolean deprecated, Requirements requirements)
    implements Fact {

  @Override
  public String key() {
    return "StatusAmi/" + nodeClass + "/" + index;
  }
}
