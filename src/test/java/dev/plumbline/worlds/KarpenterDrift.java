package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.Instance;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Tags;
import dev.plumbline.worlds.KarpenterImages.Image;
import dev.plumbline.worlds.KarpenterRequirements.Requirement;
import dev.plumbline.worlds.KarpenterTypes.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Why Karpenter replaces a NodeClaim: {@code pkg/controllers/nodeclaim/disruption/drift.go} of
 * core, then {@code pkg/cloudprovider/drift.go} of the AWS provider. What it cannot compare is an
 * error there, which leaves the claim as it is: null, as for one that has not drifted.
 */
final class KarpenterDrift {

  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  private final FactsByType facts;
  private final KarpenterImages images;
  private final KarpenterTypes types;

  KarpenterDrift(FactsByType facts, KarpenterImages images, KarpenterTypes types) {
    this.facts = facts;
    this.images = images;
    this.types = types;
  }

  /** {@code isDrifted}. */
  @Nullable String reason(NodeClaim claim) {
    NodePool pool = facts.first(NodePool.class, it -> it.name().equals(claim.nodePool()));
    if (!claim.launched() || claim.deleting() || pool == null) {
      return null;
    }
    if (hashDiffers("karpenter.sh/nodepool-hash", pool.annotations(), claim.annotations())) {
      return "NodePoolDrifted";
    }
    var labels = KarpenterRequirements.ofLabels(claim.labels().map());
    if (!labels.compatible(KarpenterRequirements.of(pool.ofClaims().written()))) {
      return "RequirementsDrifted";
    }
    EC2NodeClass nodeClass =
        facts.first(EC2NodeClass.class, it -> it.name().equals(pool.nodeClass()));
    if (nodeClass == null || nodeClass.deleting()) {
      return null; // GetInstanceTypes and IsDrifted do not resolve it
    }
    List<Type> listed = types.list(nodeClass);
    Type type =
        listed.stream()
            .filter(it -> it.name().equals(claim.instanceType()))
            .findFirst()
            .orElse(null);
    Instant now = facts.only(EvaluationTime.class).instant();
    if (Duration.between(Objects.requireNonNull(claim.created()), now)
                .compareTo(Duration.ofHours(1))
            > 0
        && (type == null || !offered(type, claim))) {
      return "InstanceTypeNotFound";
    }
    return ofNodeClass(claim, nodeClass, type);
  }

  /** {@code areStaticFieldsDrifted}, the same for the pool and for the node class. */
  private static boolean hashDiffers(String key, Tags of, Tags claim) {
    String hash = of.value(key);
    String version = of.value(key + "-version");
    String claimed = claim.value(key);
    return hash != null
        && version != null
        && claimed != null
        && version.equals(claim.value(key + "-version"))
        && !hash.equals(claimed);
  }

  /** {@code instanceTypeNotFound}: offerings count whether they are available now or not. */
  private static boolean offered(Type type, NodeClaim claim) {
    var labels = KarpenterRequirements.ofLabels(claim.labels().map());
    if ("reserved".equals(claim.labels().value(CAPACITY_TYPE))) {
      labels.set(CAPACITY_TYPE, Requirement.in("reserved", "on-demand"));
      for (String each : List.of("id", "type", "interruptible")) {
        labels.remove(KarpenterTypes.RESERVATION + each);
      }
    }
    return type.offerings().stream()
        .anyMatch(it -> labels.compatibleOrWellKnown(it.requirements()));
  }

  /** {@code isNodeClassDrifted}. */
  private @Nullable String ofNodeClass(
      NodeClaim claim, EC2NodeClass nodeClass, @Nullable Type type) {
    if (hashDiffers(
        "karpenter.k8s.aws/ec2nodeclass-hash", nodeClass.annotations(), claim.annotations())) {
      return "NodeClassDrift";
    }
    List<Image> listed = images.list(nodeClass);
    if (type == null || listed.isEmpty() || claim.ami() == null) {
      return null; // "finding node instance type", "no amis exist given constraints"
    }
    if (!claim.ami().equals(images.map(type.requirements(), listed))) {
      return "AMIDrift";
    }
    Instance instance = facts.first(Instance.class, it -> it.id().equals(claim.instanceId()));
    if (instance == null) {
      return null; // "getting instance"
    }
    if (!new TreeSet<>(nodeClass.securityGroups().list())
        .equals(new TreeSet<>(instance.securityGroups().list()))) {
      return "SecurityGroupDrift";
    }
    if (instance.subnet() != null && !nodeClass.subnets().list().contains(instance.subnet())) {
      return "SubnetDrift";
    }
    if (instance.capacityReservation() != null
        && !nodeClass.capacityReservations().list().contains(instance.capacityReservation())) {
      return "CapacityReservationDrift";
    }
    String group = claim.labels().value("karpenter.k8s.aws/placement-group-id");
    return Objects.equals(nodeClass.placementGroup(), group == null ? "" : group)
        ? null
        : "PlacementGroupDrift";
  }
}
