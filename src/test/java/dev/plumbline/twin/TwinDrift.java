package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiBehind;
import dev.plumbline.conclusion.DriftFinding;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.conclusion.InstanceTypeZones;
import dev.plumbline.conclusion.NodeClaimDrifted;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Instance;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** drift.drl: which claims differ from what would be launched in their place? */
final class TwinDrift {

  private static final String POOL_HASH = "karpenter.sh/nodepool-hash";
  private static final String CLASS_HASH = "karpenter.k8s.aws/ec2nodeclass-hash";

  private final TwinCluster world;
  private final TwinConclusions out;
  private final Map<String, String> mapped = new HashMap<>();
  private final Set<String> unmapped = new HashSet<>();
  private final Map<String, Values> zones = new HashMap<>();
  private final List<DriftFinding> findings = new ArrayList<>(); // of one claim

  TwinDrift(TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    out.of(InstanceTypeAmi.class)
        .forEach(each -> mapped.put(each.nodeClass() + " " + each.instanceType(), each.ami()));
    out.of(InstanceTypeUnmapped.class)
        .forEach(each -> unmapped.add(each.nodeClass() + " " + each.instanceType()));
    for (InstanceTypeZones each : out.of(InstanceTypeZones.class)) {
      if (each.known()) {
        zones.put(each.instanceType(), each.zones());
      }
    }
  }

  void find() {
    for (NodePool pool : world.pools) {
      for (NodeClaim claim : world.claimsByPool.getOrDefault(pool.name(), List.of())) {
        if (claim.launched() && !claim.deleting() && !world.waits("drift", pool)) {
          findings.clear();
          pool(pool, claim);
          type(claim);
          EC2NodeClass nodeClass = world.classes.get(pool.nodeClass());
          if (nodeClass != null && !nodeClass.deleting()) {
            nodeClass(nodeClass, claim);
            image(pool, claim);
            instance(nodeClass, claim);
            placement(nodeClass, claim);
          }
          findings.forEach(out::add);
          if (!findings.isEmpty()) {
            DriftFinding first = findings.getFirst();
            out.add(new NodeClaimDrifted(claim.name(), first.reason(), first.message()));
          }
        }
      }
    }
  }

  private void pool(NodePool pool, NodeClaim claim) {
    if (hashDiffers(claim.annotations(), pool.annotations(), POOL_HASH)) {
      String own = claim.annotations().value(POOL_HASH);
      String other = pool.annotations().value(POOL_HASH);
      String message = POOL_HASH + " is " + own + ", that of NodePool " + pool.name() + " is ";
      add("DRIFT-001", claim, "NodePoolDrifted", 1, message + other);
    }
    String denied = pool.requirements().firstDenied(claim.labels());
    if (denied != null) {
      String message = "NodePool " + pool.name() + " requires " + denied;
      add("DRIFT-002", claim, "RequirementsDrifted", 2, message);
    }
  }

  private void type(NodeClaim claim) {
    String type = claim.instanceType();
    Parameter after = world.parameter("drift.instanceTypeNotFoundAfter");
    if (type == null
        || after == null
        || world.time == null
        || world.time.within(claim.created(), after.duration())) {
      return;
    }
    if (!world.types.contains(type)) {
      add("DRIFT-003", claim, "InstanceTypeNotFound", 3, "EC2 lists no instance type " + type);
    }
    Values offered = zones.get(type);
    if (offered != null && claim.zone() != null && !offered.has(claim.zone())) {
      String message = "EC2 does not offer " + type + " in " + claim.zone();
      add("DRIFT-004", claim, "InstanceTypeNotFound", 3, message);
    }
  }

  private void nodeClass(EC2NodeClass nodeClass, NodeClaim claim) {
    if (hashDiffers(claim.annotations(), nodeClass.annotations(), CLASS_HASH)) {
      String own = claim.annotations().value(CLASS_HASH);
      String other = nodeClass.annotations().value(CLASS_HASH);
      String message =
          CLASS_HASH + " is " + own + ", that of EC2NodeClass " + nodeClass.name() + " is ";
      add("DRIFT-005", claim, "NodeClassDrift", 4, message + other);
    }
  }

  private void placement(EC2NodeClass nodeClass, NodeClaim claim) {
    String group = nodeClass.placementGroup();
    String own = claim.labels().map().getOrDefault("karpenter.k8s.aws/placement-group-id", "");
    if (group != null && !group.equals(own)) {
      String message =
          "it is in "
              + (own.isEmpty() ? "no placement group" : own)
              + ", EC2NodeClass "
              + nodeClass.name()
              + " has "
              + (group.isEmpty() ? "no placement group" : group);
      add("DRIFT-012", claim, "PlacementGroupDrift", 9, message);
    }
  }

  private void image(NodePool pool, NodeClaim claim) {
    if (claim.ami() == null || claim.instanceType() == null) {
      return;
    }
    String key = pool.nodeClass() + " " + claim.instanceType();
    String ami = mapped.get(key);
    String runs = "it runs " + claim.ami() + ", ";
    if (ami != null && !ami.equals(claim.ami())) {
      out.add(new AmiBehind(claim.name(), pool.name(), pool.nodeClass(), claim.ami(), ami));
      add("DRIFT-007", claim, "AMIDrift", 5, runs + "its instance type maps to " + ami);
    } else if (ami == null && unmapped.contains(key)) {
      String message = runs + "no image of EC2NodeClass " + pool.nodeClass() + " serves ";
      add("DRIFT-008", claim, "AMIDrift", 5, message + claim.instanceType() + " now");
    }
  }

  private void instance(EC2NodeClass nodeClass, NodeClaim claim) {
    Instance instance = world.instances.get(claim.instanceId());
    if (instance == null) {
      return;
    }
    String has = ", EC2NodeClass " + nodeClass.name() + " has ";
    Values groups = nodeClass.securityGroups();
    Values own = instance.securityGroups();
    if (!groups.none() && !own.none() && !own.equals(groups)) {
      String message = "its instance has " + own + has + groups;
      add("DRIFT-009", claim, "SecurityGroupDrift", 6, message);
    }
    String subnet = instance.subnet();
    boolean told = !nodeClass.subnets().none();
    if (told && subnet != null && !nodeClass.subnets().has(subnet)) {
      String message = "its instance is in " + subnet + has + nodeClass.subnets();
      add("DRIFT-010", claim, "SubnetDrift", 7, message);
    }
    String reservation = instance.capacityReservation();
    if (told && reservation != null && !nodeClass.capacityReservations().has(reservation)) {
      String message = "its instance uses " + reservation + has;
      message += nodeClass.capacityReservations().orNone();
      add("DRIFT-011", claim, "CapacityReservationDrift", 8, message);
    }
  }

  private static boolean hashDiffers(Tags one, Tags other, String key) {
    String version = one.value(key + "-version");
    return version != null
        && version.equals(other.value(key + "-version"))
        && one.has(key)
        && other.has(key)
        && !Objects.equals(one.value(key), other.value(key));
  }

  private void add(String rule, NodeClaim claim, String reason, int rank, String message) {
    findings.add(new DriftFinding(rule, claim.name(), reason, rank, message));
  }
}
