package dev.plumbline.worlds;

import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Tags;
import dev.plumbline.worlds.KarpenterRequirements.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The instance types of an EC2NodeClass and their offerings, as Karpenter's AWS provider makes them
 * in {@code pkg/providers/instancetype}: {@code types.go} ({@code computeRequirements}), {@code
 * offering/offering.go} and {@code compatibility/compatibility.go}. What a type determines alone is
 * taken from its labels.
 */
class KarpenterTypes {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String ZONE_ID = "topology.k8s.aws/zone-id";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  static final String RESERVATION = "karpenter.k8s.aws/capacity-reservation-";
  private static final Duration UNAVAILABLE = Duration.ofMinutes(3);

  /** {@code cloudprovider.InstanceType}, without its size. */
  record Type(InstanceType info, KarpenterRequirements requirements, List<Offering> offerings) {

    String name() {
      return info.name();
    }

    /**
     * {@code compatible} and {@code itHasOffering} of {@code filterInstanceTypesByRequirements}.
     */
    boolean launchable(KarpenterRequirements wanted) {
      return matches(wanted, Offering::available);
    }

    /** The same, whether there is capacity and a price now or not. */
    boolean offered(KarpenterRequirements wanted) {
      return matches(wanted, Offering::offered);
    }

    private boolean matches(KarpenterRequirements wanted, Predicate<Offering> which) {
      return requirements.intersects(wanted)
          && offerings.stream()
              .anyMatch(it -> which.test(it) && wanted.compatibleOrWellKnown(it.requirements()));
    }
  }

  /**
   * {@code cloudprovider.Offering}.
   *
   * @param offered whether it would be available with capacity and a price
   */
  record Offering(KarpenterRequirements requirements, boolean offered, boolean available) {}

  private final FactsByType facts;
  private final Map<String, List<Type>> listed = new HashMap<>();

  KarpenterTypes(FactsByType facts) {
    this.facts = facts;
  }

  /** {@code GetInstanceTypes}; the query to EC2 is for x86_64 and arm64 alone. */
  final List<Type> list(EC2NodeClass nodeClass) {
    return listed.computeIfAbsent(
        nodeClass.name(),
        name ->
            facts.where(InstanceType.class, it -> it.architecture().matches("amd64|arm64")).stream()
                .map(info -> type(info, nodeClass))
                .toList());
  }

  private Type type(InstanceType info, EC2NodeClass nodeClass) {
    return new Type(info, requirements(info, nodeClass), offerings(info, nodeClass));
  }

  /** {@code nodeClass.AMIFamily()}. */
  String family(EC2NodeClass nodeClass) {
    if (nodeClass.amiFamily() != null) {
      return nodeClass.amiFamily();
    }
    AmiSelectorTerm term =
        facts.first(AmiSelectorTerm.class, it -> it.nodeClass().equals(nodeClass.name()));
    String alias = term == null ? null : term.alias();
    return switch (alias == null ? "" : alias.substring(0, alias.indexOf('@'))) {
      case "al2" -> "AL2";
      case "al2023" -> "AL2023";
      case "bottlerocket" -> "Bottlerocket";
      case "windows2019" -> "Windows2019";
      case "windows2022" -> "Windows2022";
      case "windows2025" -> "Windows2025";
      default -> "Custom";
    };
  }

  private List<CapacityReservation> reservations(InstanceType info, EC2NodeClass nodeClass) {
    return facts.where(
        CapacityReservation.class,
        it -> it.nodeClass().equals(nodeClass.name()) && it.instanceType().equals(info.name()));
  }

  private TreeSet<String> zones(InstanceType info, EC2NodeClass nodeClass) {
    var zones = new TreeSet<String>(nodeClass.zones().map().keySet());
    zones.removeIf(
        zone ->
            facts.first(
                    InstanceTypeOffering.class,
                    it -> it.instanceType().equals(info.name()) && it.zone().equals(zone))
                == null);
    return zones;
  }

  /** {@code computeRequirements}. */
  KarpenterRequirements requirements(InstanceType info, EC2NodeClass nodeClass) {
    var all = new KarpenterRequirements();
    info.labels()
        .map()
        .forEach(
            (key, values) -> {
              if (!key.startsWith("plumbline.dev/")) {
                all.add(key, Requirement.of(Operator.IN, values));
              }
            });
    String build = LiveWorld.windowsBuild(family(nodeClass));
    if (build == null) {
      all.add("kubernetes.io/os", Requirement.in("linux"));
      all.add("node.kubernetes.io/windows-build", Requirement.in());
    } else {
      all.add(
          "kubernetes.io/os",
          info.architecture().equals("amd64") ? Requirement.in("windows") : Requirement.in());
      all.add("node.kubernetes.io/windows-build", Requirement.in(build));
    }
    TreeSet<String> zones = zones(info, nodeClass);
    all.add(ZONE, Requirement.of(Operator.IN, zones));
    List<String> ids = zones.stream().map(zone -> nodeClass.zones().value(zone)).toList();
    if (!ids.isEmpty()) {
      all.add(ZONE_ID, Requirement.of(Operator.IN, ids));
    }
    List<CapacityReservation> reserved = reservations(info, nodeClass);
    if (!reserved.isEmpty()) {
      var sold = new ArrayList<>(info.labels().values(CAPACITY_TYPE).list());
      sold.add("reserved");
      all.set(CAPACITY_TYPE, Requirement.of(Operator.IN, sold));
      all.set(RESERVATION + "id", in(reserved.stream().map(CapacityReservation::id).toList()));
      all.set(RESERVATION + "type", in(reserved.stream().map(CapacityReservation::type).toList()));
      all.set(
          RESERVATION + "interruptible",
          in(reserved.stream().map(it -> Boolean.toString(it.interruptible())).toList()));
    }
    return all;
  }

  private static Requirement in(List<String> values) {
    return Requirement.of(Operator.IN, values);
  }

  /** {@code createOfferings}; how much is left of a reservation is not known, so it is free. */
  private List<Offering> offerings(InstanceType info, EC2NodeClass nodeClass) {
    boolean supported = supported(info, nodeClass);
    TreeSet<String> zones = zones(info, nodeClass);
    var offerings = new ArrayList<Offering>();
    List<String> allZones =
        facts.all(InstanceTypeOffering.class).stream()
            .map(InstanceTypeOffering::zone)
            .distinct()
            .toList();
    for (String zone : allZones) {
      for (String capacityType : info.labels().values(CAPACITY_TYPE).list()) {
        boolean offered = supported && zones.contains(zone);
        boolean available =
            offered
                && !unavailable(info.name(), zone, capacityType)
                && priced(info.name(), zone, capacityType);
        offerings.add(
            new Offering(
                offering(capacityType, zone, nodeClass.zones())
                    .add(RESERVATION + "id", Requirement.in())
                    .add(RESERVATION + "type", Requirement.in())
                    .add(RESERVATION + "interruptible", Requirement.in()),
                offered,
                available));
      }
    }
    for (CapacityReservation it : reservations(info, nodeClass)) {
      boolean available = supported && zones.contains(it.zone()) && !it.expiring();
      offerings.add(
          new Offering(
              offering("reserved", it.zone(), nodeClass.zones())
                  .add(RESERVATION + "id", Requirement.in(it.id()))
                  .add(RESERVATION + "type", Requirement.in(it.type()))
                  .add(
                      RESERVATION + "interruptible",
                      Requirement.in(Boolean.toString(it.interruptible()))),
              available,
              available));
    }
    return offerings;
  }

  private static KarpenterRequirements offering(String capacityType, String zone, Tags zones) {
    var requirements =
        new KarpenterRequirements()
            .add(CAPACITY_TYPE, Requirement.in(capacityType))
            .add(ZONE, Requirement.in(zone));
    String id = zones.value(zone);
    return id == null ? requirements : requirements.add(ZONE_ID, Requirement.in(id));
  }

  private boolean unavailable(String type, String zone, String capacityType) {
    EvaluationTime time = facts.only(EvaluationTime.class);
    return facts.first(
            UnavailableOffering.class,
            it ->
                it.capacityType().equals(capacityType)
                    && (it.instanceType().equals("*") || it.instanceType().equals(type))
                    && (it.zone().equals("*") || it.zone().equals(zone))
                    && it.since().plus(UNAVAILABLE).isAfter(time.instant()))
        != null;
  }

  private boolean priced(String type, String zone, String capacityType) {
    return capacityType.equals("on-demand")
        ? facts.first(OnDemandPrice.class, it -> it.instanceType().equals(type)) != null
        : facts.first(
                SpotPrice.class, it -> it.instanceType().equals(type) && it.zone().equals(zone))
            != null;
  }

  /** {@code IsCompatibleWithNodeClass}; every strategy of a placement group is supported. */
  private boolean supported(InstanceType info, EC2NodeClass nodeClass) {
    return !(family(nodeClass).equals("AL2023") && info.name().startsWith("a1."))
        && supportsInterfaces(info, nodeClass)
        && (!nodeClass.nestedVirtualization()
            || info.processorFeatures().has("nested-virtualization"))
        && (!nodeClass.connectionTracking()
            || "nitro".equals(label(info, "karpenter.k8s.aws/instance-hypervisor")));
  }

  private static @Nullable String label(InstanceType info, String key) {
    return info.labels().values(key).list().stream().findFirst().orElse(null);
  }

  private static boolean supportsInterfaces(InstanceType info, EC2NodeClass nodeClass) {
    if (nodeClass.interfaces().list().isEmpty()) {
      return true;
    }
    if (info.cards().map().isEmpty() || "unsupported".equals(info.enaSupport())) {
      return false;
    }
    long efaOnly = 0;
    for (String each : nodeClass.interfaces().list()) {
      String[] at = each.toLowerCase(Locale.ROOT).split("/");
      int card = Integer.parseInt(at[0]);
      String most = info.cards().value(at[0]);
      if (info.cards().map().size() <= card
          || most == null
          || Integer.parseInt(most) <= Integer.parseInt(at[1])) {
        return false;
      }
      efaOnly += at.length > 2 ? 1 : 0;
    }
    return efaOnly <= info.devices().quantity("vpc.amazonaws.com/efa").whole();
  }
}
