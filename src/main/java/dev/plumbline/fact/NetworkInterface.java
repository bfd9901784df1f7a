package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * One of {@code EC2NodeClass.spec.networkInterfaces}.
 *
 * @param nodeClass the node class
 * @param position its place in the list, from 0
 * @param networkCardIndex {@code networkCardIndex}
 * @param interfaceType {@code interfaceType}: interface, efa-only
 */
@ReadFrom(of = "EC2NodeClass", at = "spec.networkInterfaces")
public record NetworkInterface(
    String nodeClass,
    int position,
    @ReadFrom("networkCardIndex") int networkCardIndex,
    @ReadFrom("interfaceType") String interfaceType)
    implements Fact {

  @Override
  public String key() {
    return "NetworkInterface/" + nodeClass + "/" + position;
  }
}
