package dev.plumbline.conclusion;

import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingsLeft;
import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.PodMatch;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where a pod that waits could go, and what keeps each pool from it. */
public sealed interface PodConclusions extends Conclusion {

  /**
   * That a DaemonSet puts a pod on the nodes of a NodePool, as far as the pool specifies.
   *
   * @param nodePool the pool
   * @param daemonSet the DaemonSet: kube-system/kube-proxy
   * @param requests what one of its pods requests
   * @param requirements what it requires of a node, which leaves out types of the pool it does not
   *     land on
   */
  record DaemonSetLands(
      @Key String nodePool, String daemonSet, Resources requests, Requirements requirements)
      implements PodConclusions, Internal {}

  /**
   * That nothing known keeps a NodePool from launching a node for the pods of one shape.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param instanceType the smallest of its types that holds such a pod
   * @param position when Karpenter tries the pool: 1 for the first
   */
  record PodAdmitted(String shape, String nodePool, String instanceType, int position)
      implements PodConclusions {}

  /**
   * The NodePool in which Karpenter would launch a node for the pods of one shape: the first that
   * nothing keeps from it.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param instanceType the smallest of its types that holds such a pod
   */
  record PodDestination(String shape, String nodePool, String instanceType)
      implements PodConclusions {}

  /**
   * What else keeps a NodePool from a node for the pods of one shape that has no destination, where
   * its zones or labels do already: what its types are, judged as if they did not.
   *
   * @param rule the id of the rule
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param message what is in the way, in words
   */
  record PodFurtherObstacle(@Key String rule, String shape, String nodePool, String message)
      implements PodConclusions {}

  /**
   * What the pods of one shape require of the types of a NodePool that cannot be what they require
   * besides.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param requirements what they require that the pool does not rule out, its zone aside
   * @param requests what they request
   */
  record PodGlance(
      @Key String shape, @Key String nodePool, Requirements requirements, Resources requests)
      implements PodConclusions, Internal {

    /** The pods as if the pool could be what they require. */
    public PodMeets pods() {
      return new PodMeets(shape, nodePool, requirements, requests);
    }
  }

  /**
   * How the types of a NodePool compare with what the pods of one shape require and request.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param usable how many usable types the pool has
   * @param types how many of them meet the requirements
   * @param holding those of them that hold such a pod beside the DaemonSets
   * @param smallest the smallest of those; null when there is none
   * @param nearest the type that is closest to fitting such a pod; null when none meets the
   *     requirements
   * @param lack the requirement that no type meets, or else what the nearest type is short of, in
   *     words; null when a type holds such a pod
   */
  record PodFit(
      @Key String shape,
      @Key String nodePool,
      int usable,
      int types,
      Values holding,
      @Nullable String smallest,
      @Nullable String nearest,
      @Nullable String lack)
      implements PodConclusions, Internal {

    public PodFit {
      holding = Shared.VALUES.of(holding);
    }

    /** The values of a label that the types which hold such a pod have among {@code usable}. */
    public Values values(String label, Collection<InstanceType> usable) {
      var found = new TreeSet<String>();
      for (InstanceType type : usable) {
        if (holding.has(type.name())) {
          found.addAll(type.labels().values(label).list());
        }
      }
      return Values.of(found);
    }
  }

  /**
   * That Karpenter launches no node for a pod although it waits for one.
   *
   * @param rule the id of the rule
   * @param pod the pod: shop/cart-0
   * @param message why, in words
   */
  record PodIgnored(@Key String rule, @Key String pod, String message) implements PodConclusions {}

  /**
   * That pods wait for a node of a pool which may launch it both on demand and spot, and that their
   * prices count: not so with {@code minValues}.
   *
   * @param nodePool the pool
   * @param nodeClass its node class
   * @param zones the zones of the node class with their ids; none when they are not known
   */
  record PoolMixed(@Key String nodePool, String nodeClass, Tags zones)
      implements PodConclusions, Internal {}

  /**
   * What the offerings of a usable instance type of such a pool cost, after NodeOverlays.
   *
   * @param nodePool the pool
   * @param instanceType the type
   * @param capacityType spot or on-demand
   * @param exotic whether Karpenter launches it only where nothing else would do
   * @param microUsdPerHour millionths of a US dollar an hour, by zone
   */
  record InstanceTypePriced(
      @Key String nodePool,
      @Key String instanceType,
      @Key String capacityType,
      boolean exotic,
      Tags microUsdPerHour)
      implements PodConclusions, Internal {}

  /**
   * What a launch for the pods of one shape would choose from, where the pool may launch both on
   * demand and spot: prices are those after NodeOverlays.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param instanceType the type that is the cheapest on demand of those that hold such a pod; null
   *     when none can be launched on demand
   * @param onDemandMicroUsdPerHour what it costs, millionths of a US dollar an hour; 0 without it
   * @param spot how many spot offerings of types that hold such a pod can be launched
   * @param dearer those of them that are dearer: m5.large in us-east-1a
   */
  record PodMarket(
      @Key String shape,
      @Key String nodePool,
      @Nullable String instanceType,
      long onDemandMicroUsdPerHour,
      int spot,
      Values dearer)
      implements PodConclusions, Internal {}

  /**
   * That spot offerings are dearer than the cheapest on-demand offering that would do for the pods
   * of one shape, so that Karpenter launches none of them.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool that a node would be launched in
   * @param capacityType how it is launched then: spot while some are cheaper, else on-demand
   * @param message what is dearer than what, in words
   */
  record PodSpotDearer(@Key String shape, @Key String nodePool, String capacityType, String message)
      implements PodConclusions {}

  /**
   * That what the pods of one shape require of labels is what nodes of a NodePool can be, their
   * types aside.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param requirements those of pool and pods together
   * @param requests what the pods ask for
   */
  record PodMeets(String shape, String nodePool, Requirements requirements, Resources requests)
      implements PodConclusions, Internal {

    private static final Set<String> ZONES =
        Set.of("topology.kubernetes.io/zone", "topology.k8s.aws/zone-id");

    /** Whether the node class has a subnet in a zone that pool and pods allow, or tells none. */
    public boolean zoned(Tags zones) {
      return zones.none() || requirements.admitZone(Values.of(zones.map().keySet()), zones);
    }

    /** What is required of the zone, in words. */
    public String zones() {
      return requirements.list().stream()
          .filter(each -> ZONES.contains(each.key()))
          .map(Object::toString)
          .reduce((one, other) -> one + ", " + other)
          .orElse("any zone");
    }

    /** Whether a capacity reservation would do. */
    public boolean reservable() {
      return requirements.allow("karpenter.sh/capacity-type", "reserved");
    }

    /** The same wherever a node is: without what is required of the zone. */
    public PodMeets anywhere() {
      return new PodMeets(
          shape,
          nodePool,
          Requirements.of(
              requirements.written().stream()
                  .filter(each -> !ZONES.contains(Requirements.label(each.key())))
                  .toList()),
          requests);
    }

    /** The types of which some capacity that is reserved serves such a pod. */
    public List<String> reserved(Collection<CapacityReservation> reservations, Tags zones) {
      return reservations.stream()
          .filter(each -> each.serves(requirements, zones))
          .map(CapacityReservation::instanceType)
          .toList();
    }

    /** The types of which no offering that is left serves such a pod. */
    public List<String> unlaunchable(Collection<OfferingsLeft> offerings, Tags zones) {
      return offerings.stream()
          .filter(each -> !each.serve(requirements, zones))
          .map(OfferingsLeft::instanceType)
          .toList();
    }
  }

  /**
   * Why a NodePool launches no node for the pods of one shape.
   *
   * @param rule the id of the rule; in the order of Karpenter
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param obstacle taint, label, requirements, zone, types, size, limits, minValues or offerings
   * @param instanceType the closest type of the pool; null if none
   * @param message what is in the way and the fix, in words
   */
  record PodObstacle(
      @Key String rule,
      String shape,
      String nodePool,
      String obstacle,
      @Nullable String instanceType,
      String message)
      implements PodConclusions {}

  /**
   * How many types of a NodePool meet what the pods of one shape require, and which holds one of
   * them.
   *
   * @param shape what the pods ask for
   * @param nodePool the pool
   * @param types how many usable types meet the requirements
   * @param smallest the smallest of them that holds such a pod beside the DaemonSets; null when
   *     none does
   */
  record PodRoom(String shape, String nodePool, int types, @Nullable String smallest)
      implements PodConclusions {}

  /**
   * What the nodes of a NodePool have in common, and what overlays add to them.
   *
   * @param nodePool the pool
   * @param nodeClass its node class
   * @param zones the zones of the node class with their ids; none when they are not known
   * @param added what overlays add, by type and resource: {@code m5.large/a.com/fuse}
   */
  record PoolBasis(@Key String nodePool, String nodeClass, Tags zones, Resources added)
      implements PodConclusions, Internal {

    /** What overlays add to a type. */
    public Resources addedTo(String instanceType) {
      var amounts = new TreeMap<String, Quantity>();
      String prefix = instanceType + "/";
      added
          .map()
          .forEach(
              (name, amount) -> {
                if (name.startsWith(prefix)) {
                  amounts.put(name.substring(prefix.length()), amount);
                }
              });
      return Resources.of(amounts);
    }
  }

  /**
   * The constraints of pending pods: evaluated once for all pods with equal ones. A pod whose node
   * affinity has several terms has as many shapes, any of which will do.
   *
   * @param shape all of it in one text, as {@code Pod.shape} has it
   * @param requests what they ask for
   * @param requirements what they require of the labels of a node
   * @param tolerations which taints they tolerate
   */
  record PodShape(String shape, Resources requests, Requirements requirements, Values tolerations)
      implements PodConclusions, Internal {

    /** What is required of a label: {@code kubernetes.io/arch In [arm64]}. */
    public String requires(String label) {
      return PodMatch.asked(requirements, label);
    }
  }
}
