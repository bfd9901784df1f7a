package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import org.jspecify.annotations.Nullable;

/**
 * By which formulas and settings the instance types of an {@code EC2NodeClass} are sized; with the
 * amounts that follow for one type, rounded as Karpenter rounds them.
 *
 * @param nodeClass the node class
 * @param windows whether its nodes run Windows
 * @param maxPods the pods a node takes; null when its network interfaces limit them
 * @param podsPerCore the pods a core takes at most; 0 without such a limit
 * @param reservesByNetwork whether the memory reserved for Kubernetes grows with the pods that all
 *     network interfaces allow; else with the pods a node takes
 * @param overhead the share of the memory that the hypervisor keeps, as a decimal fraction: 0.075
 * @param reservedInterfaces how many network interfaces no pod may use
 * @param listsInterfaces whether the node class lists the network interfaces
 * @param efaOnly how many of those are for EFA alone
 * @param efaOnlyOnFirstCard how many of those are on network card 0
 * @param instanceStore whether the instance store, where there is one, is the storage of pods
 * @param volumeGiB the volume that pods use otherwise, in GiB
 * @param kubeReserved {@code kubelet.kubeReserved}
 * @param systemReserved {@code kubelet.systemReserved}
 * @param evictionHard {@code kubelet.evictionHard}
 */
public record NodeClassSizing(
    @Key String nodeClass,
    boolean windows,
    @Nullable Integer maxPods,
    int podsPerCore,
    boolean reservesByNetwork,
    String overhead,
    int reservedInterfaces,
    boolean listsInterfaces,
    int efaOnly,
    int efaOnlyOnFirstCard,
    boolean instanceStore,
    int volumeGiB,
    Resources kubeReserved,
    Resources systemReserved,
    Tags evictionHard)
    implements Conclusion, Internal {

  /**
   * What a node of the type has, as far as it is known, without what there is nothing of.
   *
   * @param branchInterfaces how many branch interfaces there are by type; none when nobody tells
   */
  public Resources capacity(InstanceType type, Tags branchInterfaces) {
    return new TypeSize(this, type).capacity(branchInterfaces);
  }

  /** What of {@code capacity} pods can use on a node of the type. */
  public Resources allocatable(InstanceType type, Resources capacity) {
    return capacity.minus(new TypeSize(this, type).overhead()).withoutZero();
  }

  /** The memory that is worked out for a node of the type, whatever nodes have shown. */
  public Quantity memory(InstanceType type) {
    return new TypeSize(this, type).memory();
  }

  /** The resources of a node of the type that are not known; as in {@link #capacity}. */
  public Values unknown(InstanceType type, Tags branchInterfaces) {
    return new TypeSize(this, type).unknown(branchInterfaces);
  }

  /**
   * The least {@link #overhead}, to three places, by which a node of the type is given no more than
   * {@code memory}.
   */
  public String overheadFor(InstanceType type, Quantity memory) {
    return new TypeSize(this, type).overheadFor(memory);
  }
}
