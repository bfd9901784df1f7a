package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiConstraint;
import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.AmiSurvivor;
import dev.plumbline.conclusion.ArchitectureGap;
import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.DriverImplication;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** instance-type-mapping.drl: which image does an instance type launch with? */
final class TwinMapping {

  private static final Comparator<AmiServes> LISTED =
      Comparator.comparingLong(AmiServes::rank)
          .reversed()
          .thenComparing(AmiServes::ami)
          .thenComparing(AmiServes::requirements);

  private static final Comparator<AmiServes> MOST_SPECIFIC_FIRST =
      Comparator.comparingInt(AmiServes::specificity).reversed().thenComparing(LISTED);

  private TwinMapping() {}

  static void map(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    for (AmiSurvivor survivor : nodeClass.survivors) {
      constrain(world, nodeClass, survivor);
    }
    nodeClass.constraints.forEach(out::add);
    if (nodeClass.fact == null || nodeClass.mappingWaits) {
      return;
    }
    for (NodeClassPlatform platform : nodeClass.platforms) {
      for (AmiSurvivor survivor : nodeClass.survivors) {
        if (survivor.requirements().value("kubernetes.io/arch") != null) {
          nodeClass.serves.add(serves(nodeClass, platform, survivor));
        }
      }
    }
    if (!nodeClass.serves.isEmpty()) {
      nodeClass.serves.forEach(out::add);
      mapTypes(world, nodeClass, out);
      nodeClass.hardwareGaps.forEach(out::add);
    }
  }

  private static void constrain(TwinFacts world, TwinClass nodeClass, AmiSurvivor survivor) {
    for (DriverImplication driver : world.drivers) {
      if (survivor.requirements().exist(driver.deviceKey())
          && !survivor.requirements().name(driver.manufacturerKey())) {
        constrain(
            nodeClass,
            survivor,
            Requirements.NONE.with(driver.manufacturerKey(), driver.manufacturers()),
            "it drives devices of " + driver.manufacturers() + " alone");
      }
    }
    Ami ami = world.amis.get(survivor.ami());
    if (ami == null) {
      return;
    }
    String mode = ami.bootMode();
    if ("uefi".equals(mode) || "legacy-bios".equals(mode)) {
      constrain(
          nodeClass,
          survivor,
          Requirements.NONE.with("plumbline.dev/boot-mode", mode),
          "it boots by " + mode + " alone");
    }
    if (Boolean.FALSE.equals(ami.enaSupport())) {
      constrain(
          nodeClass,
          survivor,
          Requirements.NONE.without("plumbline.dev/ena-support", "required"),
          "it has no ENA support");
    }
  }

  private static void constrain(
      TwinClass nodeClass, AmiSurvivor survivor, Requirements limit, String message) {
    nodeClass.constraints.add(
        new AmiConstraint(nodeClass.name, survivor.ami(), survivor.requirements(), limit, message));
  }

  private static AmiServes serves(
      TwinClass nodeClass, NodeClassPlatform platform, AmiSurvivor survivor) {
    Requirements requirements = survivor.requirements();
    var limits = new ArrayList<Requirements>();
    for (AmiConstraint constraint : nodeClass.constraints) {
      if (constraint.ami().equals(survivor.ami())
          && constraint.requirements().equals(requirements)) {
        limits.add(constraint.limit());
      }
    }
    return new AmiServes(
        nodeClass.name,
        survivor.ami(),
        survivor.rank(),
        requirements.value("kubernetes.io/arch"),
        requirements.specificity(),
        requirements.beyond(platform.labels()).plusAll(limits));
  }

  private static void mapTypes(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    Map<String, List<AmiServes>> byArchitecture = new HashMap<>();
    for (AmiServes serves : nodeClass.serves) {
      byArchitecture.computeIfAbsent(serves.architecture(), a -> new ArrayList<>()).add(serves);
    }
    byArchitecture.values().forEach(list -> list.sort(MOST_SPECIFIC_FIRST));
    for (String architecture : world.architectures) {
      if (!byArchitecture.containsKey(architecture)) {
        nodeClass.architectureGaps.add(architecture);
        out.add(new ArchitectureGap(nodeClass.name, architecture));
      }
    }
    for (InstanceType type : world.types) {
      String architecture = type.architecture();
      List<AmiServes> candidates = byArchitecture.getOrDefault(architecture, List.of());
      String ami = first(candidates, type);
      if (ami != null) {
        nodeClass.mapped.add(new TwinClass.Mapped(type, world.zones(type), ami));
        out.add(new InstanceTypeAmi(nodeClass.name, type.name(), ami));
      } else {
        unmapped(nodeClass, type, candidates, out);
      }
      if (!world.architectures.contains(architecture)) {
        unmapped(nodeClass, type, "MAP-001", "no Kubernetes node runs on " + architecture, out);
      }
    }
  }

  private static String first(List<AmiServes> candidates, InstanceType type) {
    for (AmiServes candidate : candidates) {
      if (candidate.requirements().compatible(type.labels())) {
        return candidate.ami();
      }
    }
    return null;
  }

  private static void unmapped(
      TwinClass nodeClass, InstanceType type, List<AmiServes> candidates, TwinConclusions out) {
    String architecture = type.architecture();
    if (candidates.isEmpty()) {
      if (nodeClass.architectureGaps.contains(architecture)) {
        unmapped(nodeClass, type, "MAP-002", "no image is built for " + architecture, out);
      }
      return;
    }
    String gpu = type.gpuManufacturer();
    String accelerator = type.acceleratorManufacturer();
    String none = "no " + architecture + " image ";
    AmiServes driving = null;
    for (AmiServes candidate : candidates) {
      if (candidate.requirements().drives(type.labels())
          && (driving == null || LISTED.compare(candidate, driving) < 0)) {
        driving = candidate;
      }
    }
    if (gpu == null && accelerator == null) {
      misfit(nodeClass, type, "MAP-005", Collections.min(candidates, LISTED), out);
    } else if (driving != null) {
      misfit(nodeClass, type, "MAP-006", driving, out);
    } else if (gpu != null) {
      unmapped(nodeClass, type, "MAP-003", none + "drives GPUs of " + gpu, out);
      nodeClass.hardwareGaps.add(new HardwareGap(nodeClass.name, architecture, "GPU", gpu));
    } else {
      unmapped(nodeClass, type, "MAP-004", none + "drives accelerators of " + accelerator, out);
      nodeClass.hardwareGaps.add(
          new HardwareGap(nodeClass.name, architecture, "accelerator", accelerator));
    }
  }

  private static void misfit(
      TwinClass nodeClass, InstanceType type, String rule, AmiServes image, TwinConclusions out) {
    String failing = image.requirements().firstIncompatible(type.labels());
    String none = "no " + type.architecture() + " image fits: ";
    unmapped(nodeClass, type, rule, none + image.ami() + " needs " + failing, out);
  }

  private static void unmapped(
      TwinClass nodeClass, InstanceType type, String rule, String message, TwinConclusions out) {
    out.add(new InstanceTypeUnmapped(nodeClass.name, type.name(), rule, message));
  }
}
