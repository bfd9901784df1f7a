package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import org.jspecify.annotations.Nullable;

/**
 * How Karpenter sizes the nodes of an AMI family ({@code ami-families.yaml}).
 *
 * @param name as in {@code EC2NodeClass.spec.amiFamily}: AL2023
 * @param os the label {@code kubernetes.io/os} of its nodes
 * @param maxPods the pods a node takes where the kubelet configuration says nothing; null when its
 *     network interfaces limit them
 * @param podsPerCore whether {@code podsPerCore} is honoured
 * @param reservesByNetwork whether the memory reserved for Kubernetes grows with the pods that the
 *     network interfaces allow, be there fewer or more of them
 * @param ephemeralDevice the device whose volume pods use; null when the image decides
 * @param ephemeralGiB the size of that volume in GiB where the node class maps none
 */
@ExpectedCount(10)
public record AmiFamily(
    String name,
    String os,
    @Nullable Integer maxPods,
    boolean podsPerCore,
    boolean reservesByNetwork,
    @Nullable String ephemeralDevice,
    int ephemeralGiB)
    implements Fact {

  @Override
  public String key() {
    return "AmiFamily/" + name;
  }
}
