package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.ArchitectureGap;
import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.InstanceTypeLeftOut;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NarrowedPool;
import dev.plumbline.conclusion.NarrowingObjection;
import dev.plumbline.conclusion.NarrowingRefusal;
import dev.plumbline.conclusion.NarrowingWanted;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.NodePoolNarrowing;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** narrow-node-pool.drl: what should a pool require besides its own? */
final class TwinNarrowing {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final List<InstanceType> types = new ArrayList<>();
  private final List<MinValues> minValues = new ArrayList<>();
  private final Set<NarrowingWanted> wanted = new LinkedHashSet<>(); // of one pool
  private boolean refused;

  TwinNarrowing(Collection<Fact> facts, TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
    for (Fact fact : facts) {
      if (fact instanceof InstanceType it) {
        types.add(it);
      }
      if (fact instanceof MinValues it) {
        minValues.add(it);
      }
    }
  }

  void narrow() {
    for (NodePool pool : world.pools) {
      wanted.clear();
      refused = false;
      var names = new TreeSet<String>();
      for (InstanceTypeUsable it : out.of(InstanceTypeUsable.class)) {
        if (it.nodePool().equals(pool.name())) {
          names.add(it.instanceType());
        }
      }
      List<InstanceType> usable = types.stream().filter(t -> names.contains(t.name())).toList();
      if (!usable.isEmpty() && platformFits(pool)) {
        gaps(pool, usable);
      }
      for (InstanceTypeLeftOut it : out.of(InstanceTypeLeftOut.class)) {
        if (it.nodePool().equals(pool.name())) {
          wanted.add(
              new NarrowingWanted(
                  "NARROW-012",
                  pool.name(),
                  "node.kubernetes.io/instance-type",
                  "NotIn",
                  Values.of(it.instanceType()),
                  it.until(),
                  it.message()));
        }
      }
      if (!wanted.isEmpty()) {
        wanted.forEach(out::add);
        judge(pool, usable);
      }
    }
  }

  private boolean platformFits(NodePool pool) {
    return out.of(NodeClassPlatform.class).stream()
        .anyMatch(
            p -> p.nodeClass().equals(pool.nodeClass()) && pool.requirements().admit(p.labels()));
  }

  private void gaps(NodePool pool, List<InstanceType> usable) {
    String nodeClass = pool.nodeClass();
    var built = new TreeSet<String>();
    for (AmiServes it : out.of(AmiServes.class)) {
      if (it.nodeClass().equals(nodeClass)) {
        built.add(it.architecture());
      }
    }
    String none = "no image of EC2NodeClass " + nodeClass;
    for (ArchitectureGap it : out.of(ArchitectureGap.class)) {
      if (it.nodeClass().equals(nodeClass)
          && types.stream()
              .anyMatch(
                  t ->
                      t.architecture().equals(it.architecture())
                          && pool.requirements().admit(t.labels()))) {
        want(
            "NARROW-010",
            pool,
            "kubernetes.io/arch",
            "In",
            Values.of(built),
            none + " is built for " + it.architecture());
      }
    }
    for (HardwareGap it : out.of(HardwareGap.class)) {
      if (it.nodeClass().equals(nodeClass)
          && types.stream()
              .anyMatch(
                  t ->
                      t.architecture().equals(it.architecture())
                          && it.manufacturer().equals(t.labels().value(it.label()))
                          && pool.requirements().admit(t.labels()))
          && usable.stream()
              .noneMatch(t -> it.manufacturer().equals(t.labels().value(it.label())))) {
        want(
            "NARROW-011",
            pool,
            it.label(),
            "NotIn",
            Values.of(it.manufacturer()),
            none + " drives " + it.named());
      }
    }
  }

  private void want(
      String rule, NodePool pool, String key, String operator, Values values, String why) {
    wanted.add(new NarrowingWanted(rule, pool.name(), key, operator, values, null, why));
  }

  private void judge(NodePool pool, List<InstanceType> usable) {
    Requirements all = Requirements.NONE;
    for (NarrowingWanted each : wanted) {
      all = all.plus(each.requirements());
    }
    Requirements narrowed = all;
    out.add(new NarrowedPool(pool.name(), all));
    var parameter = world.parameter("narrow.evenIfNodesDrift");
    if (parameter == null || !parameter.value().equals("true")) {
      for (NodeClaim claim : world.claimsByPool.getOrDefault(pool.name(), List.of())) {
        if (claim.launched() && !claim.deleting() && !narrowed.allow(claim.labels())) {
          object(
              "NARROW-020",
              pool,
              "nodes of it do not meet "
                  + all
                  + ", so that Karpenter would replace them (RequirementsDrifted). Wait until they are gone, or set narrow.evenIfNodesDrift.");
        }
      }
    }
    if (parameter == null || !parameter.value().equals("true")) {
      for (NodePool tier : world.pools) {
        boolean drifts =
            pool.name().equals(tier.tierOf())
                && world.claimsByPool.getOrDefault(tier.name(), List.of()).stream()
                    .anyMatch(c -> c.launched() && !c.deleting() && !narrowed.allow(c.labels()));
        if (drifts) {
          object(
              "NARROW-023",
              pool,
              "nodes of NodePool "
                  + tier.name()
                  + ", which makes a tier of it, do not meet "
                  + all
                  + ", so that Karpenter would replace them (RequirementsDrifted). Wait until they are gone, or set narrow.evenIfNodesDrift.");
        }
      }
    }
    List<InstanceType> left = usable.stream().filter(t -> narrowed.admit(t.labels())).toList();
    if (left.isEmpty()) {
      object(
          "NARROW-021",
          pool,
          "no instance type that it can launch meets "
              + all
              + ". Maybe loosen its own requirements.");
    }
    for (MinValues it : minValues) {
      var found = new TreeSet<String>();
      left.forEach(t -> found.addAll(t.labels().values(it.label()).list()));
      boolean told = left.stream().anyMatch(t -> t.labels().has(it.label()));
      if (it.nodePool().equals(pool.name()) && told && found.size() < it.count()) {
        object(
            "NARROW-022",
            pool,
            "of the instance types that meet "
                + all
                + " it has "
                + found.size()
                + " "
                + it.label()
                + ", and minValues asks for "
                + it.count()
                + ". Lower minValues, or loosen its requirements.");
      }
    }
    if (refused) {
      out.add(new NarrowingRefusal(pool.name()));
      return;
    }
    for (NarrowingWanted it : wanted) {
      out.add(
          new NodePoolNarrowing(
              it.rule(),
              it.nodePool(),
              it.key(),
              it.operator(),
              it.values(),
              it.until(),
              it.message()));
    }
  }

  private void object(String rule, NodePool pool, String message) {
    out.add(new NarrowingObjection(rule, pool.name(), message));
    refused |= !world.waived(rule, pool.key());
  }
}
