package dev.plumbline.bench;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.ImageConclusions.AmiRequirements;
import dev.plumbline.conclusion.ImageConclusions.AmiServes;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Images.DriverImplication;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeExclusion;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import dev.plumbline.policy.TypeSupport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What it takes to decide which instance types each NodePool can launch, and with which image: the
 * facts, and what the rules conclude before it about images, which the peers are given. That part
 * is the same for all peers: joins, of which CEL has none, and the newest image of several, which
 * Evrete cannot express without a negation.
 */
final class UsableFacts {

  private static final String ARCHITECTURE = "kubernetes.io/arch";

  private final Map<String, NodePool> pools = new LinkedHashMap<>();
  private final Map<String, Ami> images = new HashMap<>();
  private final Map<String, EC2NodeClass> classes;
  private final Map<String, NodeClassPlatform> platforms;
  private final Map<String, List<AmiRequirements>> candidates;
  private final List<InstanceType> types;
  private final Map<String, Values> zones;
  private final List<DriverImplication> drivers;
  private final List<InstanceTypeExclusion> exclusions;
  private final EvaluationTime time;

  /**
   * Those of a case.
   *
   * @param concluded of which these are taken, none of which depends on the state of an image: the
   *     images that selector terms name, with what they require; what the nodes of each class run;
   *     the node classes of which data is missing
   */
  UsableFacts(List<Fact> facts, Collection<Conclusion> concluded) {
    of(facts, NodePool.class).forEach(this::put);
    of(facts, Ami.class).forEach(this::put);
    classes =
        of(facts, EC2NodeClass.class).stream()
            .collect(Collectors.toMap(EC2NodeClass::name, c -> c));
    types = of(facts, InstanceType.class);
    zones =
        of(facts, InstanceTypeOffering.class).stream()
            .collect(
                Collectors.groupingBy(
                    InstanceTypeOffering::instanceType,
                    Collectors.collectingAndThen(
                        Collectors.mapping(InstanceTypeOffering::zone, Collectors.toSet()),
                        Values::of)));
    drivers = of(facts, DriverImplication.class);
    exclusions = of(facts, InstanceTypeExclusion.class);
    time = of(facts, EvaluationTime.class).getFirst();
    platforms =
        of(concluded, NodeClassPlatform.class).stream()
            .collect(Collectors.toMap(NodeClassPlatform::nodeClass, p -> p));
    Set<String> blocked =
        of(concluded, GateClosed.class).stream()
            .filter(gate -> gate.gate().equals("instance-type-mapping"))
            .map(GateClosed::blocks)
            .collect(Collectors.toSet());
    candidates =
        of(concluded, AmiRequirements.class).stream()
            .filter(each -> !blocked.contains("EC2NodeClass/" + each.nodeClass()))
            .collect(Collectors.groupingBy(AmiRequirements::nodeClass));
  }

  static <T> List<T> of(Collection<?> all, Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  void put(NodePool pool) {
    pools.put(pool.name(), pool);
  }

  void put(Ami image) {
    images.put(image.id(), image);
  }

  Collection<NodePool> pools() {
    return pools.values();
  }

  Collection<String> classes() {
    return classes.keySet();
  }

  List<InstanceType> types() {
    return types;
  }

  Values zones(InstanceType type) {
    return zones.getOrDefault(type.name(), Values.NONE);
  }

  EC2NodeClass nodeClass(NodePool pool) {
    return classes.get(pool.nodeClass());
  }

  Collection<Ami> images() {
    return images.values();
  }

  /** The node classes whose selector terms name the image. */
  List<String> selecting(Ami image) {
    return candidates.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(c -> c.ami().equals(image.id())))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Whether nodes of the class run on the types of the pool at all, whatever their requirements.
   */
  boolean admitsPlatform(NodePool pool) {
    return pool.requirements().admit(platforms.get(pool.nodeClass()).labels());
  }

  /** Whether the node class takes the type, whatever the requirements of its pools. */
  boolean supports(String nodeClass, InstanceType type) {
    String family = platforms.get(nodeClass).amiFamily();
    return TypeSupport.unsupported(type, classes.get(nodeClass)) == null
        && exclusions.stream()
            .noneMatch(
                each ->
                    each.amiFamily().equals(family) && each.instanceFamily().equals(type.family()));
  }

  /**
   * The images of a node class, the preferred one first: for each set of requirements the newest of
   * those that are eligible, with what it serves.
   */
  List<AmiServes> serving(String nodeClass, Predicate<Ami> eligible) {
    var best = new HashMap<Requirements, Ami>();
    for (AmiRequirements candidate : candidates.getOrDefault(nodeClass, List.of())) {
      Ami image = images.get(candidate.ami());
      if (eligible.test(image)) {
        best.merge(candidate.requirements(), image, (a, b) -> order().compare(a, b) <= 0 ? a : b);
      }
    }
    var serving = new ArrayList<AmiServes>();
    best.forEach(
        (requirements, image) -> {
          String architecture = requirements.value(ARCHITECTURE);
          if (architecture != null) {
            serving.add(
                new AmiServes(
                    nodeClass,
                    image.id(),
                    image.created(),
                    architecture,
                    requirements.specificity(),
                    requirements
                        .beyond(platforms.get(nodeClass).labels())
                        .plusAll(limits(image, requirements))));
          }
        });
    serving.sort((a, b) -> a.equals(b) ? 0 : a.preferredTo(b) ? -1 : 1);
    return serving;
  }

  /** Not deprecated, then newer, then of greater name, then of smaller id. */
  private Comparator<Ami> order() {
    return Comparator.comparing((Ami image) -> time.reached(image.deprecationTime()))
        .thenComparing(Ami::created, Comparator.reverseOrder())
        .thenComparing(Ami::name, Comparator.reverseOrder())
        .thenComparing(Ami::id);
  }

  private List<Requirements> limits(Ami image, Requirements requirements) {
    var limits = new ArrayList<Requirements>();
    for (DriverImplication driver : drivers) {
      if (requirements.exist(driver.deviceKey()) && !requirements.name(driver.manufacturerKey())) {
        limits.add(Requirements.NONE.with(driver.manufacturerKey(), driver.manufacturers()));
      }
    }
    String mode = image.bootMode();
    if (mode != null && !mode.equals("uefi-preferred")) {
      limits.add(Requirements.NONE.with("plumbline.dev/boot-mode", mode));
    }
    if (Boolean.FALSE.equals(image.enaSupport())) {
      limits.add(Requirements.NONE.without("plumbline.dev/ena-support", "required"));
    }
    return limits;
  }
}
