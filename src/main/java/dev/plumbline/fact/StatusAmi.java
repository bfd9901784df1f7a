package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * One of {@code EC2NodeClass.status.amis}: what Karpenter resolved last.
 *
 * @param nodeClass the node class
 * @param index its place in the list, from 0
 * @param id {@code id}
 * @param deprecated {@code deprecated}
 * @param requirements {@code requirements}
 */
@ReadFrom(of = "EC2NodeClass", at = "status.amis")
public record StatusAmi(
    String nodeClass,
    int index,
    @ReadFrom("id") String id,
    @ReadFrom("deprecated") boolean deprecated,
    @ReadFrom("requirements") Requirements requirements)
    implements Fact {

  @Override
  public String key() {
    return "StatusAmi/" + nodeClass + "/" + index;
  }
}
