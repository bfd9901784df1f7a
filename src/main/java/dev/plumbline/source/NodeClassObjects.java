package dev.plumbline.source;

import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NetworkInterface;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.StatusAmi;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts out of an EC2NodeClass. */
final class NodeClassObjects {

  private static final List<String> INTERFACES = List.of("interface", "efa-only");

  private NodeClassObjects() {}

  static List<Fact> facts(Cursor root, String name) {
    Cursor spec = root.required("spec", ObjectParts.CUT);
    Cursor status = root.at("status");
    var facts = new ArrayList<Fact>();
    facts.add(nodeClass(root, spec, status, name));
    facts.addAll(
        PinnedTerms.read(root, name, spec.at("amiSelectorTerms"), terms -> terms(terms, name)));
    facts.addAll(mappings(spec.at("blockDeviceMappings"), name));
    facts.add(Kubelet.configuration(spec.at("kubelet"), name));
    facts.addAll(interfaces(spec.at("networkInterfaces"), name));
    facts.addAll(statusAmis(status.at("amis"), name));
    facts.addAll(ObjectParts.conditions(status, "EC2NodeClass", name));
    return facts;
  }

  private static EC2NodeClass nodeClass(Cursor root, Cursor spec, Cursor status, String name) {
    Cursor policy = spec.at("instanceStorePolicy");
    String store = policy.textOrNull();
    if (store != null && !store.equals("RAID0")) {
      throw policy.wrong("is " + policy.shown() + ", not RAID0", "Maybe leave it out.");
    }
    return new EC2NodeClass(
        name,
        spec.at("amiFamily").textOrNull(),
        ObjectParts.annotations(root),
        zones(status.at("subnets")),
        ObjectParts.deleting(root),
        store,
        ids(status.at("subnets")),
        ids(status.at("securityGroups")),
        ids(status.at("capacityReservations")),
        placementGroup(spec.at("placementGroupSelector")));
  }

  private static @Nullable String placementGroup(Cursor selector) {
    return selector.present() ? selector.at("id").textOrNull() : "";
  }

  private static Tags zones(Cursor subnets) {
    var zones = new TreeMap<String, String>();
    for (Cursor subnet : subnets.items()) {
      String id = subnet.at("zoneID").textOrNull();
      zones.merge(
          subnet.required("zone", ObjectParts.CUT).text(),
          id == null ? "" : id,
          (one, other) -> one.isEmpty() ? other : one);
    }
    return Tags.of(zones);
  }

  private static Values ids(Cursor list) {
    return Values.of(
        list.items().stream().map(item -> item.required("id", ObjectParts.CUT).text()).toList());
  }

  private static List<Fact> terms(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    for (Cursor term : list.items()) {
      facts.add(
          new AmiSelectorTerm(
              nodeClass,
              facts.size(),
              term.at("alias").textOrNull(),
              term.at("id").textOrNull(),
              term.at("name").textOrNull(),
              term.at("owner").scalarOrNull(),
              term.at("ssmParameter").textOrNull(),
              Tags.of(term.at("tags").scalars())));
    }
    return facts;
  }

  private static List<Fact> mappings(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    List<Cursor> mappings = list.items();
    for (int i = 0; i < mappings.size(); i++) {
      Cursor mapping = mappings.get(i);
      String device = mapping.at("deviceName").textOrNull();
      facts.add(
          new BlockDeviceMapping(
              nodeClass,
              i,
              device == null ? "" : device,
              mapping.at("rootVolume").flag(),
              VolumeSize.gib(mapping.at("ebs").at("volumeSize"))));
    }
    return facts;
  }

  private static List<Fact> interfaces(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    for (Cursor item : list.items()) {
      Cursor type = item.required("interfaceType", "Maybe write interface or efa-only.");
      if (!INTERFACES.contains(type.text())) {
        throw type.wrong(
            "is " + type.shown() + ", not interface or efa-only",
            Nearest.advice(type.text(), INTERFACES));
      }
      facts.add(
          new NetworkInterface(
              nodeClass,
              facts.size(),
              item.required("networkCardIndex", "Maybe write 0.").wholeNumber(),
              type.text()));
    }
    return facts;
  }

  private static List<Fact> statusAmis(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    for (Cursor ami : list.items()) {
      facts.add(
          new StatusAmi(
              nodeClass,
              facts.size(),
              ami.required("id", ObjectParts.CUT).text(),
              ami.at("deprecated").flag(),
              Requirements.of(RequirementList.read(ami.at("requirements")))));
    }
    return facts;
  }
}
