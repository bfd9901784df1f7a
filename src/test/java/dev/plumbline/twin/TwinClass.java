package dev.plumbline.twin;

import dev.plumbline.conclusion.AmiConstraint;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiRequirements;
import dev.plumbline.conclusion.AmiServes;
import dev.plumbline.conclusion.AmiSurvivor;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.SsmLookup;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.InstanceType;
import dev.plumbline.fact.StatusAmi;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is known and worked out of one node class. */
final class TwinClass {

  final String name;
  EC2NodeClass fact; // null when only its parts are there
  StatusCondition statusReady; // null when its status does not tell
  final List<AmiSelectorTerm> terms = new ArrayList<>();
  final List<BlockDeviceMapping> mappings = new ArrayList<>();
  final List<StatusAmi> statusAmis = new ArrayList<>();

  final Set<SsmLookup> lookups = new LinkedHashSet<>();
  final Set<String> approved = new LinkedHashSet<>();
  final Set<AmiObjection> amiObjections = new LinkedHashSet<>();
  final Set<String> refused = new HashSet<>(); // images that an objection stands against
  final List<NodeClassObjection> objections = new ArrayList<>();
  final List<NodeClassObjection> standing = new ArrayList<>(); // those that are not waived
  final Set<NodeClassPlatform> platforms = new LinkedHashSet<>();
  final List<GateClosed> waiting = new ArrayList<>(); // of ami-resolution
  boolean mappingWaits;
  final Set<AmiRequirements> requirements = new LinkedHashSet<>();
  final List<AmiSurvivor> survivors = new ArrayList<>();
  final Set<AmiConstraint> constraints = new LinkedHashSet<>();
  final Set<AmiServes> serves = new LinkedHashSet<>();
  final List<Mapped> mapped = new ArrayList<>();
  final List<String> architectureGaps = new ArrayList<>();
  final Set<HardwareGap> hardwareGaps = new LinkedHashSet<>();

  record Mapped(InstanceType type, Values offered, String ami) {}

  TwinClass(String name) {
    this.name = name;
  }

  /** Whether the image of an alias tells what it is built for, here or for another term. */
  boolean aliasTells() {
    for (SsmLookup lookup : lookups) {
      if (!lookup.requirements().none()) {
        return true;
      }
    }
    return false;
  }
}
