package dev.plumbline.fact;

/**
 * One thing that is true, as a rule reads it. Two facts with one key are two states of one thing.
 */
public sealed interface Fact
    permits Cluster,
        Gates,
        Images,
        InstanceTypes,
        NodeClasses,
        Nodes,
        Pods,
        Policy,
        Pools,
        Revisions {

  /** What tells this thing from every other: its type and its own name, {@code Ami/ami-0123}. */
  String key();
}
