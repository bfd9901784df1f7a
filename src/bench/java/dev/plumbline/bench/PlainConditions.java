package dev.plumbline.bench;

import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.Pools.NodePool;

/** In plain Java, by the methods of the facts, which the rules call too. */
record PlainConditions(UsableFacts facts) implements Conditions {

  @Override
  public boolean eligible(Ami image) {
    return image.state().equals("available")
        && image.kubernetesArchitecture() != null
        && (image.virtualizationType() == null || image.virtualizationType().equals("hvm"))
        && (image.rootDeviceType() == null || image.rootDeviceType().equals("ebs"));
  }

  @Override
  public boolean serves(AmiServes image, InstanceType type) {
    return image.architecture().equals(type.architecture())
        && image.requirements().compatible(type.labels());
  }

  @Override
  public boolean admits(NodePool pool, InstanceType type) {
    return pool.requirements().admit(type.labels())
        && pool.requirements().admitZone(facts.zones(type), facts.nodeClass(pool).zones());
  }
}
