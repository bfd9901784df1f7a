package dev.plumbline.bench;

import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;

/** The conditions of the decision, as one peer evaluates them. */
interface Conditions {

  /** Whether an image may be launched. */
  boolean eligible(Ami image);

  /** Whether nodes of the type run the image: Karpenter's {@code Compatible}. */
  boolean serves(AmiServes image, InstanceType type);

  /** Whether the pool admits the type and one of the zones where it is offered. */
  boolean admits(NodePool pool, InstanceType type);
}
