package dev.plumbline.fact;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Words of Karpenter and Kubernetes of which the list is closed ({@code pkg/apis/v1/labels.go} of
 * karpenter and karpenter-provider-aws).
 */
public final class WellKnown {

  /** The domains whose labels are all known. */
  public static final List<String> LABEL_DOMAINS =
      List.of("karpenter.k8s.aws", "karpenter.sh", "kubernetes.io", "plumbline.dev");

  private static final List<String> OF_INSTANCES =
      List.of(
          "capacity-reservation-id",
          "capacity-reservation-interruptible",
          "capacity-reservation-type",
          "ec2nodeclass",
          "instance-accelerator-count",
          "instance-accelerator-manufacturer",
          "instance-accelerator-name",
          "instance-capability-flex",
          "instance-category",
          "instance-cpu",
          "instance-cpu-manufacturer",
          "instance-cpu-sustained-clock-speed-mhz",
          "instance-ebs-bandwidth",
          "instance-encryption-in-transit-supported",
          "instance-family",
          "instance-generation",
          "instance-gpu-count",
          "instance-gpu-manufacturer",
          "instance-gpu-memory",
          "instance-gpu-name",
          "instance-hypervisor",
          "instance-local-nvme",
          "instance-memory",
          "instance-network-bandwidth",
          "instance-size",
          "instance-tenancy",
          "nitro-sandbox",
          "placement-group-id",
          "placement-group-partition");

  private static final List<String> OF_NODES =
      List.of(
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/instance-type",
          "beta.kubernetes.io/os",
          "failure-domain.beta.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "karpenter.sh/capacity-type",
          "karpenter.sh/initialized",
          "karpenter.sh/nodepool",
          "karpenter.sh/registered",
          "kubernetes.io/arch",
          "kubernetes.io/hostname",
          "kubernetes.io/os",
          "node.kubernetes.io/instance-type",
          "node.kubernetes.io/windows-build",
          "plumbline.dev/boot-mode",
          "plumbline.dev/ena-support",
          "topology.k8s.aws/zone-id",
          "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone");

  private static final List<String> OF_EVERY_LAUNCH =
      List.of(
          "karpenter.sh/capacity-type",
          "karpenter.sh/nodepool",
          "kubernetes.io/arch",
          "kubernetes.io/os",
          "node.kubernetes.io/instance-type",
          "node.kubernetes.io/windows-build",
          "topology.k8s.aws/zone-id",
          "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone");

  private WellKnown() {}

  /** The labels of nodes that Karpenter, Kubernetes and Plumbline know. */
  public static SortedSet<String> labels() {
    var labels = new TreeSet<>(OF_NODES);
    OF_INSTANCES.forEach(name -> labels.add("karpenter.k8s.aws/" + name));
    return labels;
  }

  /**
   * The labels of which Karpenter knows what a node will have although no NodePool sets it ({@code
   * WellKnownLabels}).
   */
  static Set<String> ofLaunches() {
    var labels = new HashSet<>(OF_EVERY_LAUNCH);
    OF_INSTANCES.forEach(name -> labels.add("karpenter.k8s.aws/" + name));
    labels.remove("karpenter.k8s.aws/ec2nodeclass");
    return labels;
  }
}
