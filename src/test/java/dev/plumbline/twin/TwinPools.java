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
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** node-pool-usability.drl: which instance types can a pool launch, and what is wrong with it? */
final class TwinPools {

  private static final String OFFERINGS = "instance-type-offerings";

  private final TwinFacts world;
  private final TwinGates gates;
  private final TwinConclusions out;
  private final Map<String, Values> zones = new HashMap<>();
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
        Values offered = Values.of(world.zonesByType.getOrDefault(type.name(), List.of()));
        zones.put(type.name(), offered);
        out.add(new InstanceTypeZones(type.name(), offered));
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
        architecture(pool, nodeClass);
        for (HardwareGap gap : nodeClass.gaps) {
          device(pool, platform, gap);
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
    boolean some = false;
    for (TwinClass.Mapped mapped : nodeClass.mapped) {
      InstanceType type = mapped.type();
      if (requirements.admit(type.labels())
          && !world.exclusions.contains(amiFamily + "/" + type.family())
          && offered(requirements, type, nodeClass)) {
        out.add(new InstanceTypeUsable(pool.name(), type.name(), mapped.ami()));
        some = true;
      }
    }
    return some;
  }

  private boolean offered(Requirements requirements, InstanceType type, TwinClass nodeClass) {
    return offeringsOpen
        || (offeringsKnown
            && requirements.admitZone(zones.get(type.name()), nodeClass.fact.zones()));
  }

  private void architecture(NodePool pool, TwinClass nodeClass) {
    var families = new HashSet<String>();
    int count = 0;
    for (InstanceType type : nodeClass.ofNoArchitecture) {
      if (pool.requirements().admit(type.labels())) {
        families.add(type.family());
        count++;
      }
    }
    if (count > 0) {
      var built = new HashSet<String>();
      for (AmiServes serves : nodeClass.serves) {
        built.add(serves.architecture());
      }
      object(
          "POOL-011",
          pool,
          "it admits "
              + count
              + " instance types that no image of EC2NodeClass "
              + nodeClass.name
              + " is built for ("
              + Values.of(families).first(5)
              + "). Add kubernetes.io/arch In ["
              + Values.of(built)
              + "].");
    }
  }

  private void device(NodePool pool, NodeClassPlatform platform, HardwareGap gap) {
    if (!admitsDevice(pool.requirements(), gap)) {
      return;
    }
    String types =
        " serves "
            + gap.architecture()
            + " types with a "
            + gap.device()
            + " of "
            + gap.manufacturer();
    List<String> families = familiesWithImages(gap);
    if (families.isEmpty()) {
      object(
          "POOL-013",
          pool,
          "no AMI family"
              + types
              + ". Add "
              + gap.label()
              + " NotIn ["
              + gap.manufacturer()
              + "], or use an image of your own that is tagged "
              + gap.label()
              + "="
              + gap.manufacturer()
              + ".");
      return;
    }
    Set<String> serving = serving(families);
    if (!serving.isEmpty()) {
      object(
          "POOL-012",
          pool,
          "no image of "
              + platform.amiFamily()
              + " in EC2NodeClass "
              + pool.nodeClass()
              + types
              + "; those of "
              + Values.of(serving)
              + " do. Use one of them, or exclude the types.");
    }
  }

  private boolean admitsDevice(Requirements requirements, HardwareGap gap) {
    for (InstanceType type :
        world.typesByArchitecture.getOrDefault(gap.architecture(), List.of())) {
      if (gap.manufacturer().equals(type.labels().value(gap.label()))
          && requirements.admit(type.labels())) {
        return true;
      }
    }
    return false;
  }

  private List<String> familiesWithImages(HardwareGap gap) {
    var families = new ArrayList<String>();
    for (DriverImplication driver : world.drivers) {
      if (driver.manufacturers().has(gap.manufacturer())) {
        for (AliasPath path : world.paths) {
          if (path.architecture().equals(gap.architecture())
              && path.variant().equals("standard")
              && path.requirements().exist(driver.deviceKey())) {
            families.add(path.family());
          }
        }
      }
    }
    return families;
  }

  private Set<String> serving(List<String> families) {
    var serving = new HashSet<String>();
    for (String name : families) {
      AliasFamily family = world.families.get(name);
      if (family != null && world.version != null && family.serves(world.version.minor())) {
        serving.add(family.amiFamily());
      }
    }
    return serving;
  }

  private void object(String rule, NodePool pool, String message) {
    out.add(new NodePoolObjection(rule, pool.name(), message));
  }
}
