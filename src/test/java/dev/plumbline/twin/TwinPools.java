package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.InstanceTypeZones;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.fact.AliasFamily;
import dev.plumbline.fact.AliasPath;
import dev.plumbline.fact.DriverImplication;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** node-pool-usability.drl: which instance types can a pool launch, and what is wrong with it? */
final class TwinPools {

  private static final String OFFERINGS = "instance-type-offerings";

  private final TwinFacts world;
  private final TwinGates gates;
  private final TwinConclusions out;
  private final boolean offeringsKnown;
  private final boolean offeringsOpen;

  TwinPools(TwinFacts world, TwinGates gates, TwinConclusions out) {
    this.world = world;
    this.gates = gates;
    this.out = out;
    this.offeringsKnown = world.synced(OFFERINGS);
    this.offeringsOpen = world.sources.containsKey(OFFERINGS) && !offeringsKnown;
  }

  void use() {
    if (offeringsKnown) {
      for (InstanceType type : world.types) {
        out.add(new InstanceTypeZones(type.name(), true, world.zones(type)));
      }
    } else if (offeringsOpen) {
      for (InstanceType type : world.types) {
        out.add(new InstanceTypeZones(type.name(), false, Values.NONE));
      }
    }
    for (NodePool pool : world.pools) {
      TwinClass nodeClass = world.classes.get(pool.nodeClass());
      if (nodeClass == null || nodeClass.fact == null) {
        object(
            "POOL-010",
            pool,
            "its EC2NodeClass "
                + pool.nodeClass()
                + " is not there. Maybe create it, or correct spec.template.spec.nodeClassRef.name.");
      } else if (!gates.waits(pool)) {
        use(pool, nodeClass);
      }
    }
  }

  private void use(NodePool pool, TwinClass nodeClass) {
    boolean usable = false;
    for (NodeClassPlatform platform : nodeClass.platforms) {
      if (pool.requirements().admit(platform.labels())) {
        for (String architecture : nodeClass.architectureGaps) {
          architecture(pool, nodeClass, architecture);
        }
        for (HardwareGap gap : nodeClass.hardwareGaps) {
          device(pool, nodeClass, platform.amiFamily(), gap);
        }
        usable |= types(pool, nodeClass, platform.amiFamily());
      }
    }
    if (!usable && !nodeClass.serves.isEmpty()) {
      object(
          "POOL-014",
          pool,
          "no instance type meets its requirements and has an image and a zone. Maybe loosen the requirements one at a time.");
    }
  }

  private boolean types(NodePool pool, TwinClass nodeClass, String amiFamily) {
    Requirements requirements = pool.requirements();
    Set<String> excluded = world.exclusions.getOrDefault(amiFamily, Set.of());
    Tags ownZones = nodeClass.fact.zones();
    boolean some = false;
    for (TwinClass.Mapped mapped : nodeClass.mapped) {
      InstanceType type = mapped.type();
      if (requirements.admit(type.labels())
          && !excluded.contains(type.family())
          && (offeringsOpen || offered(requirements, mapped.offered(), ownZones))) {
        out.add(new InstanceTypeUsable(pool.name(), type.name(), mapped.ami()));
        world.usable.computeIfAbsent(pool.name(), none -> new ArrayList<>()).add(type);
        some = true;
      }
    }
    return some;
  }

  private boolean offered(Requirements requirements, Values zones, Tags ownZones) {
    return offeringsKnown && requirements.admitZone(zones, ownZones);
  }

  private void architecture(NodePool pool, TwinClass nodeClass, String architecture) {
    if (admitsAny(pool.requirements(), architecture, type -> true)) {
      var built = new HashSet<String>();
      for (AmiServes serves : nodeClass.serves) {
        built.add(serves.architecture());
      }
      object(
          "POOL-011",
          pool,
          "it admits "
              + architecture
              + " instance types, but no image of EC2NodeClass "
              + nodeClass.name
              + " is built for "
              + architecture
              + ". Add kubernetes.io/arch In ["
              + Values.of(built)
              + "].");
    }
  }

  private void device(NodePool pool, TwinClass nodeClass, String own, HardwareGap gap) {
    String maker = gap.manufacturer();
    String label = gap.label();
    if (!admitsAny(
        pool.requirements(),
        gap.architecture(),
        type -> maker.equals(type.labels().value(label)))) {
      return;
    }
    String served =
        "it admits "
            + gap.architecture()
            + " instance types with "
            + gap.named()
            + ", which no image of EC2NodeClass "
            + nodeClass.name
            + " ("
            + own
            + ") serves";
    Set<String> others = otherFamilies(gap, nodeClass.fact.variant(), own);
    if (others.isEmpty()) {
      object(
          "POOL-013",
          pool,
          served
              + ", and no other AMI family is known to. Add "
              + label
              + " NotIn ["
              + maker
              + "], or use an image of your own that is tagged "
              + label
              + "="
              + maker
              + ".");
    } else {
      object(
          "POOL-012",
          pool,
          served
              + "; those of "
              + Values.of(others)
              + " do. Use one of them, or add "
              + label
              + " NotIn ["
              + maker
              + "].");
    }
  }

  private boolean admitsAny(
      Requirements requirements, String architecture, Predicate<InstanceType> wanted) {
    for (InstanceType type : world.typesByArchitecture.getOrDefault(architecture, List.of())) {
      if (wanted.test(type) && requirements.admit(type.labels())) {
        return true;
      }
    }
    return false;
  }

  private Set<String> otherFamilies(HardwareGap gap, String variant, String own) {
    var others = new HashSet<String>();
    for (DriverImplication driver : world.drivers) {
      if (driver.manufacturers().has(gap.manufacturer())) {
        for (AliasPath path : world.paths) {
          if (path.architecture().equals(gap.architecture())
              && path.variant().equals(variant)
              && path.requirements().exist(driver.deviceKey())) {
            AliasFamily family = world.families.get(path.family());
            if (family != null
                && !family.amiFamily().equals(own)
                && world.version != null
                && family.serves(world.version.minor())) {
              others.add(family.amiFamily());
            }
          }
        }
      }
    }
    return others;
  }

  private void object(String rule, NodePool pool, String message) {
    out.add(new NodePoolObjection(rule, pool.name(), message));
  }
}
