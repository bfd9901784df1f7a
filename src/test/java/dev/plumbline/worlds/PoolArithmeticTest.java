package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.DisruptionConclusions.BudgetLimit;
import dev.plumbline.conclusion.DisruptionConclusions.DisruptionAllowance;
import dev.plumbline.conclusion.DisruptionConclusions.NodeUnavailable;
import dev.plumbline.conclusion.GateConclusions.SourceNotReady;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeCost;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnpriced;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingClosed;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingUnavailable;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingUnpriced;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingsLeft;
import dev.plumbline.conclusion.InstanceTypeConclusions.SpotDearer;
import dev.plumbline.conclusion.PoolConclusions.NodePoolCheapest;
import dev.plumbline.conclusion.PoolConclusions.NodePoolFactor;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.conclusion.PoolConclusions.PoolNodes;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Disruption.DisruptionBudget;
import dev.plumbline.fact.Gates.SnapshotCoverage;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.InstanceTypes.InstanceTypeOffering;
import dev.plumbline.fact.InstanceTypes.OnDemandPrice;
import dev.plumbline.fact.InstanceTypes.SpotPrice;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Weights, budgets and offerings: the numbers that the rules conclude of a NodePool, worked out
 * once more from facts and from what was concluded before.
 */
class PoolArithmeticTest {

  private static final String GROUP = "karpenter.k8s.aws/instance-";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  @Test
  void weightsAreSumsOfFactors() {
    for (SettledWorld world : SettledWorld.settled()) {
      var factors = new TreeSet<String>();
      var sums = new HashMap<String, Integer>();
      for (NodePool pool : world.facts(NodePool.class)) {
        points(world, pool)
            .forEach(
                (rule, points) -> {
                  factors.add(rule + " " + pool.name() + " " + points);
                  sums.merge(pool.name(), points, Integer::sum);
                });
      }
      assertThat(world.concluded(NodePoolFactor.class))
          .as("seed %d", world.seed())
          .extracting(it -> it.rule() + " " + it.nodePool() + " " + it.points())
          .hasSameElementsAs(factors);
      List<NodePoolWeight> weights =
          world.facts(NodePool.class).stream()
              .filter(pool -> pool.replicas() == null && !pool.deleting())
              .filter(pool -> sums.containsKey(pool.name()))
              .map(pool -> new NodePoolWeight(pool.name(), within(1, sums.get(pool.name()), 100)))
              .toList();
      assertThat(world.concluded(NodePoolWeight.class)).hasSameElementsAs(weights);
    }
  }

  private static int within(int least, int value, int most) {
    return Math.max(least, Math.min(most, value));
  }

  private static Map<String, Integer> points(SettledWorld world, NodePool pool) {
    var points = new HashMap<String, Integer>();
    points.put("WEIGHT-001", whole(world, "weight.base"));
    if (pool.requirements().allow(CAPACITY_TYPE, "spot")) {
      points.put("WEIGHT-002", whole(world, "weight.spot"));
    }
    if (!world.closed("node-pool-usability", pool.key())) {
      if (admitsOnly(
          world, pool, it -> "true".equals(it.labels().value(GROUP + "capability-flex")))) {
        points.put("WEIGHT-003", whole(world, "weight.flex"));
      }
      if (admitsOnly(world, pool, type -> type.architecture().equals("arm64"))) {
        points.put("WEIGHT-004", whole(world, "weight.graviton"));
      }
      Parameter least = world.parameter("weight.generationAtLeast");
      if (least != null
          && admitsOnly(
              world, pool, it -> it.labels().atLeast(GROUP + "generation", least.whole()))) {
        points.put("WEIGHT-005", whole(world, "weight.generation"));
      }
    }
    points.values().removeIf(each -> each == 0);
    long lowest =
        world.concluded(NodePoolCheapest.class).stream()
            .mapToLong(NodePoolCheapest::microUsdPerVcpuHour)
            .min()
            .orElse(0);
    for (NodePoolCheapest it : world.concluded(NodePoolCheapest.class)) {
      if (it.nodePool().equals(pool.name())) {
        long cost = it.microUsdPerVcpuHour();
        int all = whole(world, "weight.price");
        points.put("WEIGHT-006", lowest >= cost ? all : (int) (all * lowest / cost));
      }
    }
    String own = pool.annotations().value("plumbline.dev/weight");
    if (own != null && own.matches("[-+]?[0-9]{1,9}")) {
      points.put("WEIGHT-007", Integer.valueOf(own));
    }
    return points;
  }

  private static int whole(SettledWorld world, String parameter) {
    Parameter it = world.parameter(parameter);
    return it == null ? 0 : it.whole();
  }

  private static boolean admitsOnly(
      SettledWorld world, NodePool pool, Predicate<InstanceType> kind) {
    List<InstanceType> admitted =
        world.facts(InstanceType.class).stream()
            .filter(type -> pool.requirements().admit(type.labels()))
            .toList();
    return !admitted.isEmpty() && admitted.stream().allMatch(kind);
  }

  @Test
  void cheapestVcpuOfAPoolIsThatOfItsUsableTypes() {
    for (SettledWorld world : SettledWorld.settled()) {
      var costs = new HashMap<String, Long>();
      var cheapest = new HashMap<String, Long>();
      if (whole(world, "weight.price") != 0) {
        for (InstanceType type : world.facts(InstanceType.class)) {
          for (OnDemandPrice price : world.facts(OnDemandPrice.class)) {
            if (type.vcpus() > 0 && price.instanceType().equals(type.name())) {
              costs.put(type.name(), price.microUsdPerHour() / type.vcpus());
            }
          }
        }
        for (InstanceTypeUsable usable : world.concluded(InstanceTypeUsable.class)) {
          Long cost = costs.get(usable.instanceType());
          if (cost != null) {
            cheapest.merge(usable.nodePool(), cost, Math::min);
          }
        }
      }
      assertThat(world.concluded(InstanceTypeCost.class))
          .extracting(it -> Map.entry(it.instanceType(), it.microUsdPerVcpuHour()))
          .as("seed %d", world.seed())
          .containsExactlyInAnyOrderElementsOf(costs.entrySet());
      assertThat(world.concluded(NodePoolCheapest.class))
          .extracting(it -> Map.entry(it.nodePool(), it.microUsdPerVcpuHour()))
          .as("seed %d", world.seed())
          .containsExactlyInAnyOrderElementsOf(cheapest.entrySet());
    }
  }

  @Test
  void budgetsLetSoManyNodesGo() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var nodes = new HashSet<PoolNodes>();
      var limits = new TreeSet<String>();
      var allowances = new TreeSet<String>();
      EvaluationTime time = world.fact(EvaluationTime.class);
      for (NodePool pool : world.facts(NodePool.class)) {
        if (world.closed("disruption-budgets", pool.key())
            || world.closed("disruption-budgets", "Cluster")) {
          continue;
        }
        PoolNodes counted = count(world, pool.name());
        nodes.add(counted);
        long left = counted.claims() - counted.gone();
        var inForce = new ArrayList<BudgetLimit>();
        for (DisruptionBudget budget : world.facts(DisruptionBudget.class)) {
          if (time == null || !budget.nodePool().equals(pool.name())) {
            continue;
          }
          boolean broken = budget.broken(time);
          if (broken || (!budget.noReason() && budget.active(time))) {
            inForce.add(
                new BudgetLimit(
                    pool.name(),
                    budget.position(),
                    "",
                    broken ? Values.NONE : budget.reasons(),
                    broken ? 0 : limit(budget.nodes(), left)));
          }
        }
        inForce.forEach(it -> limits.add(it.nodePool() + " " + it.position() + " " + it.limit()));
        for (Parameter reason : world.parameters("disruption.reasons")) {
          long least =
              inForce.stream()
                  .filter(it -> it.reasons().none() || it.reasons().has(reason.value()))
                  .mapToLong(BudgetLimit::limit)
                  .min()
                  .orElse(left);
          long allowed = Math.max(0, Math.min(least, left) - counted.disrupting());
          allowances.add(pool.name() + " " + reason.value() + " " + allowed);
        }
      }
      assertThat(world.concluded(PoolNodes.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(nodes);
      assertThat(world.concluded(BudgetLimit.class))
          .as("seed %d", world.seed())
          .extracting(it -> it.nodePool() + " " + it.position() + " " + it.limit())
          .hasSameElementsAs(limits);
      assertThat(world.concluded(DisruptionAllowance.class))
          .as("seed %d", world.seed())
          .extracting(it -> it.nodePool() + " " + it.reason() + " " + it.allowed())
          .hasSameElementsAs(allowances);
      compared += allowances.size();
    }
    assertThat(compared).isGreaterThan(500);
  }

  private static PoolNodes count(SettledWorld world, String pool) {
    long claims =
        world.facts(NodeClaim.class).stream()
            .filter(it -> pool.equals(it.nodePool()) && it.initialized() != null)
            .count();
    var gone = new HashSet<String>();
    var disrupting = new HashSet<String>();
    for (NodeUnavailable it : world.concluded(NodeUnavailable.class)) {
      if (it.nodePool().equals(pool)) {
        (it.state().equals("gone") ? gone : disrupting).add(it.nodeClaim());
      }
    }
    return new PoolNodes(pool, claims, gone.size(), disrupting.size());
  }

  /** A share of nodes is rounded up, as in Karpenter. */
  private static long limit(String nodes, long of) {
    return nodes.endsWith("%")
        ? (long) Math.ceil(Integer.parseInt(nodes.replace("%", "")) * of / 100.0)
        : Long.parseLong(nodes);
  }

  @Test
  void offeringsAreClosedWithoutCapacityOrPrice() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var unpriced = new HashSet<OfferingUnpriced>();
      for (InstanceTypeOffering it : world.facts(InstanceTypeOffering.class)) {
        String type = it.instanceType();
        if (synced(world, "prices")
            && sold(world, type, "on-demand")
            && world.facts(OnDemandPrice.class).stream()
                .noneMatch(price -> price.instanceType().equals(type))) {
          unpriced.add(new OfferingUnpriced("on-demand", type, it.zone()));
        }
        if (synced(world, "spot-prices")
            && sold(world, type, "spot")
            && world.facts(SpotPrice.class).stream()
                .noneMatch(p -> p.instanceType().equals(type) && p.zone().equals(it.zone()))) {
          unpriced.add(new OfferingUnpriced("spot", type, it.zone()));
        }
      }
      Set<OfferingUnavailable> unavailable = unavailable(world);
      var closed = new HashSet<OfferingClosed>();
      unpriced.forEach(
          it -> closed.add(new OfferingClosed(it.capacityType(), it.instanceType(), it.zone())));
      unavailable.forEach(
          it -> closed.add(new OfferingClosed(it.capacityType(), it.instanceType(), it.zone())));
      assertThat(world.concluded(OfferingUnpriced.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(unpriced);
      assertThat(world.concluded(OfferingUnavailable.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(unavailable);
      assertThat(world.concluded(OfferingClosed.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(closed);
      assertThat(world.concluded(OfferingsLeft.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(left(world, closed));
      compared += closed.size();
    }
    assertThat(compared).isGreaterThan(500);
  }

  private static boolean synced(SettledWorld world, String source) {
    return world.facts(SourceStatus.class).stream()
            .anyMatch(it -> it.source().equals(source) && it.state().equals("synced"))
        && world.concluded(SourceNotReady.class).stream()
            .noneMatch(it -> it.source().equals(source));
  }

  private static boolean sold(SettledWorld world, String type, String capacityType) {
    return world.facts(InstanceType.class).stream()
        .anyMatch(it -> it.name().equals(type) && sold(it, capacityType));
  }

  private static boolean sold(InstanceType type, String capacityType) {
    return type.labels().values(CAPACITY_TYPE).has(capacityType);
  }

  private static Set<OfferingUnavailable> unavailable(SettledWorld world) {
    var unavailable = new HashSet<OfferingUnavailable>();
    Parameter span = world.parameter("offerings.unavailableFor");
    EvaluationTime time = world.fact(EvaluationTime.class);
    if (span == null || time == null) {
      return unavailable;
    }
    for (LaunchFailure it : world.facts(LaunchFailure.class)) {
      if (it.capacity()
          && it.offering()
          && it.until(span.duration()).isAfter(time.instant())
          && world.facts(NodeClaim.class).stream().noneMatch(it::overcomeBy)
          && world.facts(LaunchFailure.class).stream()
              .noneMatch(
                  other ->
                      other.capacity()
                          && other.last().isAfter(it.last())
                          && offering(other).equals(offering(it)))) {
        unavailable.add(
            new OfferingUnavailable(
                it.capacityType(),
                it.instanceType(),
                it.zone(),
                it.code(),
                it.until(span.duration())));
      }
    }
    for (UnavailableOffering it : world.facts(UnavailableOffering.class)) {
      Instant until = it.since().plus(span.duration());
      if (!until.isAfter(time.instant())) {
        continue;
      }
      if (!it.instanceType().equals("*") && !it.zone().equals("*")) {
        unavailable.add(
            new OfferingUnavailable(
                it.capacityType(), it.instanceType(), it.zone(), it.reason(), until));
        continue;
      }
      for (InstanceTypeOffering each : world.facts(InstanceTypeOffering.class)) {
        if (Set.of("*", each.instanceType()).contains(it.instanceType())
            && Set.of("*", each.zone()).contains(it.zone())
            && sold(world, each.instanceType(), it.capacityType())) {
          unavailable.add(
              new OfferingUnavailable(
                  it.capacityType(), each.instanceType(), each.zone(), it.reason(), until));
        }
      }
    }
    return unavailable;
  }

  private static List<String> offering(LaunchFailure of) {
    return List.of(of.capacityType(), of.instanceType(), of.zone());
  }

  private static Set<OfferingsLeft> left(SettledWorld world, Set<OfferingClosed> closed) {
    var left = new HashSet<OfferingsLeft>();
    for (InstanceType type : world.facts(InstanceType.class)) {
      if (synced(world, "instance-type-offerings")
          && world.facts(SnapshotCoverage.class).stream()
              .filter(it -> it.source().equals("instance-type-offerings"))
              .allMatch(it -> it.covers().has(type.name()))
          && closed.stream().anyMatch(it -> it.instanceType().equals(type.name()))) {
        left.add(
            new OfferingsLeft(
                type.name(),
                zones(world, type, "on-demand", closed),
                zones(world, type, "spot", closed)));
      }
    }
    return left;
  }

  private static Values zones(
      SettledWorld world, InstanceType type, String capacityType, Set<OfferingClosed> closed) {
    return Values.of(
        world.facts(InstanceTypeOffering.class).stream()
            .filter(it -> it.instanceType().equals(type.name()) && sold(type, capacityType))
            .map(InstanceTypeOffering::zone)
            .filter(it -> !closed.contains(new OfferingClosed(capacityType, type.name(), it)))
            .toList());
  }

  @Test
  void typesOfAPoolAreOutOfCapacityUntilTheFirstOfferingIsBack() {
    int compared = 0;
    for (SettledWorld world : SettledWorld.settled()) {
      var out = new TreeSet<String>();
      var unpriced = new HashSet<InstanceTypeUnpriced>();
      for (NodePool pool : world.facts(NodePool.class)) {
        for (EC2NodeClass nodeClass : world.facts(EC2NodeClass.class)) {
          Requirements admit = pool.requirements();
          if (!nodeClass.name().equals(pool.nodeClass())) {
            continue;
          }
          for (OfferingsLeft left : world.concluded(OfferingsLeft.class)) {
            String type = left.instanceType();
            if (!usable(world, pool, type)
                || world.facts(CapacityReservation.class).stream()
                    .filter(it -> it.nodeClass().equals(nodeClass.name()) && !it.expiring())
                    .filter(it -> it.instanceType().equals(type))
                    .filter(it -> offered(world, type, it.zone()))
                    .filter(it -> admit.allowZone(it.zone(), nodeClass.zones()))
                    .anyMatch(it -> admit.admit(it.labels(Labels.NONE)))
                || serves(admit, nodeClass, "on-demand", left.onDemand())
                || serves(admit, nodeClass, "spot", left.spot())) {
              continue;
            }
            world.concluded(OfferingUnavailable.class).stream()
                .filter(it -> it.instanceType().equals(type))
                .filter(it -> serves(admit, nodeClass, it.capacityType(), Values.of(it.zone())))
                .min(Comparator.comparing(OfferingUnavailable::until))
                .ifPresentOrElse(
                    first -> out.add(pool.name() + " " + type + " " + first.until()),
                    () -> {
                      if (world.concluded(OfferingUnpriced.class).stream()
                          .filter(it -> it.instanceType().equals(type))
                          .anyMatch(
                              it ->
                                  serves(
                                      admit, nodeClass, it.capacityType(), Values.of(it.zone())))) {
                        unpriced.add(new InstanceTypeUnpriced(pool.name(), type));
                      }
                    });
          }
        }
      }
      assertThat(world.concluded(InstanceTypeOutOfCapacity.class))
          .as("seed %d", world.seed())
          .extracting(it -> it.nodePool() + " " + it.instanceType() + " " + it.until())
          .hasSameElementsAs(out);
      assertThat(world.concluded(InstanceTypeUnpriced.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(unpriced);
      compared += out.size() + unpriced.size();
    }
    assertThat(compared).isPositive();
  }

  private static boolean usable(SettledWorld world, NodePool pool, String type) {
    return world.concluded(InstanceTypeUsable.class).stream()
        .anyMatch(it -> it.nodePool().equals(pool.name()) && it.instanceType().equals(type));
  }

  /** What is reserved where the type is not offered cannot be launched, as in Karpenter. */
  private static boolean offered(SettledWorld world, String type, String zone) {
    return world.facts(InstanceTypeOffering.class).stream()
        .anyMatch(it -> it.instanceType().equals(type) && it.zone().equals(zone));
  }

  private static boolean serves(
      Requirements admit, EC2NodeClass nodeClass, String capacityType, Values zones) {
    return admit.allow(CAPACITY_TYPE, capacityType)
        && zones.list().stream().anyMatch(zone -> admit.allowZone(zone, nodeClass.zones()));
  }

  @Test
  void spotIsDearerWhereItCostsMoreThanOnDemand() {
    for (SettledWorld world : SettledWorld.settled()) {
      var dearer = new HashSet<SpotDearer>();
      for (SpotPrice spot : world.facts(SpotPrice.class)) {
        String type = spot.instanceType();
        boolean out =
            world.concluded(OfferingUnavailable.class).stream()
                .filter(it -> it.capacityType().equals("on-demand"))
                .anyMatch(it -> it.instanceType().equals(type) && it.zone().equals(spot.zone()));
        for (OnDemandPrice price : world.facts(OnDemandPrice.class)) {
          if (offered(world, type, spot.zone())
              && !out
              && price.instanceType().equals(type)
              && spot.microUsdPerHour() > price.microUsdPerHour()) {
            dearer.add(
                new SpotDearer(type, spot.zone(), spot.microUsdPerHour(), price.microUsdPerHour()));
          }
        }
      }
      assertThat(world.concluded(SpotDearer.class))
          .as("seed %d", world.seed())
          .hasSameElementsAs(dearer);
    }
  }
}
