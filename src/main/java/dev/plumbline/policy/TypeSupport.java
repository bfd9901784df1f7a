package dev.plumbline.policy;

import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import org.jspecify.annotations.Nullable;

/**
 * What an EC2NodeClass asks of an instance type besides its image. Karpenter makes no offering of a
 * type that does not have it ({@code pkg/providers/instancetype/compatibility}). The strategy of a
 * placement group, which only EC2 knows, is not compared.
 */
public final class TypeSupport {

  private static final String EFA = "vpc.amazonaws.com/efa";
  private static final String EFA_ONLY = "efa-only";

  private TypeSupport() {}

  /** What of the node class the type does not support, in words; null when it supports all. */
  @ExtensionMethod
  public static @Nullable String unsupported(InstanceType type, EC2NodeClass by) {
    if (by.nestedVirtualization() && !type.processorFeatures().has("nested-virtualization")) {
      return "cpuOptions.nestedVirtualization";
    }
    if (by.connectionTracking()
        && !"nitro".equals(type.labels().value("karpenter.k8s.aws/instance-hypervisor"))) {
      return "connectionTracking";
    }
    return by.interfaces().none() ? null : interfaces(type, by);
  }

  private static @Nullable String interfaces(InstanceType type, EC2NodeClass by) {
    if (type.cards().none() || "unsupported".equals(type.enaSupport())) {
      return "networkInterfaces";
    }
    int efaOnly = 0;
    for (String each : by.interfaces().list()) {
      String[] place = each.split("/", -1);
      String most = type.cards().value(place[0]);
      if (most == null || Integer.parseInt(most) <= Integer.parseInt(place[1])) {
        return "networkInterfaces: device " + place[1] + " of network card " + place[0];
      }
      efaOnly += place.length > 2 ? 1 : 0;
    }
    return efaOnly > type.devices().quantity(EFA).whole()
        ? "networkInterfaces: " + efaOnly + " of the type " + EFA_ONLY
        : null;
  }
}
