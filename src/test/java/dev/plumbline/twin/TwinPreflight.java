package dev.plumbline.twin;

import static dev.plumbline.twin.TwinSelection.object;

import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.fact.AliasFamily;
import dev.plumbline.fact.Ami;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.NodePool;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** ami-preflight.drl: would EC2 launch the image at all? */
final class TwinPreflight {

  private TwinPreflight() {}

  static void judge(TwinFacts world, TwinClass nodeClass, TwinConclusions out) {
    for (String id : nodeClass.approved) {
      Ami ami = world.amis.get(id);
      kind(nodeClass, ami, out);
      if (ami.rootSnapshotGiB() != null) {
        rootVolume(world, nodeClass, ami, ami.rootSnapshotGiB(), out);
      }
      hardware(world, nodeClass, ami, out);
    }
  }

  private static void kind(TwinClass nodeClass, Ami ami, TwinConclusions out) {
    String virtualization = ami.virtualizationType();
    if (virtualization != null && !virtualization.equals("hvm")) {
      object(
          "PRE-001",
          nodeClass,
          ami.id(),
          "its virtualization type is " + virtualization + "; Karpenter launches only hvm",
          out);
    }
    String device = ami.rootDeviceType();
    if (device != null && !device.equals("ebs")) {
      object(
          "PRE-002",
          nodeClass,
          ami.id(),
          "its root device type is " + device + "; Karpenter launches only ebs",
          out);
    }
    String architecture = ami.kubernetesArchitecture();
    if (architecture != null
        && ami.tags().has("kubernetes.io/arch")
        && !ami.tags().match("kubernetes.io/arch", architecture)) {
      object(
          "PRE-007",
          nodeClass,
          ami.id(),
          "its tag says kubernetes.io/arch="
              + ami.tags().value("kubernetes.io/arch")
              + ", but it is built for "
              + architecture,
          out);
    }
  }

  private static void rootVolume(
      TwinFacts world, TwinClass nodeClass, Ami ami, int snapshot, TwinConclusions out) {
    String device = ami.rootDeviceName();
    String root = "its root snapshot has " + snapshot + " GiB, but ";
    for (BlockDeviceMapping mapping : nodeClass.mappings) {
      Integer volume = mapping.volumeSizeGiB();
      if (mapping.deviceName().equals(device) && volume != null && volume < snapshot) {
        object(
            "PRE-003",
            nodeClass,
            ami.id(),
            root
                + "blockDeviceMappings gives "
                + device
                + " only "
                + volume
                + " GiB. Maybe set volumeSize: "
                + snapshot
                + "Gi.",
            out);
      }
    }
    if (!nodeClass.mappings.isEmpty()) {
      return;
    }
    for (NodeClassPlatform platform : nodeClass.platforms) {
      for (AliasFamily family :
          world.familiesByAmiFamily.getOrDefault(platform.amiFamily(), List.of())) {
        Integer volume = family.rootVolumeGiB();
        if (Objects.equals(family.rootDeviceName(), device)
            && volume != null
            && volume < snapshot) {
          object(
              "PRE-004",
              nodeClass,
              ami.id(),
              root
                  + "Karpenter gives "
                  + device
                  + " of "
                  + platform.amiFamily()
                  + " only "
                  + volume
                  + " GiB. Maybe add it to blockDeviceMappings with volumeSize: "
                  + snapshot
                  + "Gi.",
              out);
        }
      }
    }
  }

  private static void hardware(TwinFacts world, TwinClass nodeClass, Ami ami, TwinConclusions out) {
    String architecture = ami.kubernetesArchitecture();
    String mode = ami.bootMode();
    if (("uefi".equals(mode) || "legacy-bios".equals(mode))
        && everyTypeOfThePools(
            world,
            nodeClass,
            architecture,
            type -> !type.bootModes().none() && !type.bootModes().has(mode))) {
      object(
          "PRE-005",
          nodeClass,
          ami.id(),
          "its boot mode is "
              + mode
              + ", which no "
              + architecture
              + " instance type of the pools supports",
          out);
    }
    if (Boolean.FALSE.equals(ami.enaSupport())
        && everyTypeOfThePools(
            world, nodeClass, architecture, type -> "required".equals(type.enaSupport()))) {
      object(
          "PRE-006",
          nodeClass,
          ami.id(),
          "it has no ENA support, which every "
              + architecture
              + " instance type of the pools requires",
          out);
    }
  }

  /** Whether the pools admit a type of the architecture, and only such as {@code refuses} names. */
  private static boolean everyTypeOfThePools(
      TwinFacts world, TwinClass nodeClass, String architecture, Predicate<InstanceType> refuses) {
    if (architecture == null) {
      return false;
    }
    boolean some = false;
    for (NodePool pool : world.poolsByClass.getOrDefault(nodeClass.name, List.of())) {
      for (InstanceType type : world.typesByArchitecture.getOrDefault(architecture, List.of())) {
        if (pool.requirements().admit(type.labels())) {
          if (!refuses.test(type)) {
            return false;
          }
          some = true;
        }
      }
    }
    return some;
  }
}
