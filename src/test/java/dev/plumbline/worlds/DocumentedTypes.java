package dev.plumbline.worlds;

import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import java.util.List;

/**
 * {@link KarpenterTypes} with the differences that {@code docs/architecture.md} lists: {@code
 * labels of capacity reservations}, {@code arm64 in a node class of Windows}.
 */
final class DocumentedTypes extends KarpenterTypes {

  DocumentedTypes(FactsByType facts) {
    super(facts);
  }

  /**
   * A reservation says nothing of what is launched on demand or as spot beside it, and every node
   * runs what its node class says.
   */
  @Override
  KarpenterRequirements requirements(InstanceType info, EC2NodeClass nodeClass) {
    KarpenterRequirements all = super.requirements(info, nodeClass);
    if (all.values("karpenter.sh/capacity-type").contains("reserved")) {
      List.of("id", "type", "interruptible").forEach(each -> all.remove(RESERVATION + each));
    }
    if (LiveWorld.windowsBuild(family(nodeClass)) != null) {
      all.set("kubernetes.io/os", KarpenterRequirements.Requirement.in("windows"));
    }
    return all;
  }
}
