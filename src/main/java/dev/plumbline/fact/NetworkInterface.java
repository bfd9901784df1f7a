package dev.plumbline.fact;

/**
 * One of {@code EC2NodeClass.spec.networkInterfaces}.
 *
 * @param nodeClass the node class
 * @param position its place in the list, from 0
 * @param networkCardIndex {@code networkCardIndex}
 * @param interfaceType {@code interfaceType}: interface, efa-only
 */
public record NetworkInterface(
    String nodeClass, int position, int networkCardIndex, String interfaceType) implements Fact {

  @Override
  public String key() {
    return "NetworkInterface/" + nodeClass + "/" + position;
  }
}
