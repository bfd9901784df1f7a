package dev.plumbline.fact;

/** An observed fact. Two facts with the same key are two versions of one object. */
public sealed interface Fact
    permits Bundles,
        Cluster,
        Disruption,
        Fleet,
        Gates,
        Images,
        InstanceTypes,
        Launches,
        NodeClasses,
        NodeOverlays,
        Nodes,
        Pods,
        Policy,
        Pools,
        Revisions,
        Verdicts {

  /** The unique key: type and name, {@code Ami/ami-0123}. */
  String key();
}
