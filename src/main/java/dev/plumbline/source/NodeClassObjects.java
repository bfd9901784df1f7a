package dev.plumbline.source;

import dev.plumbline.fact.Decimals;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeClasses.BlockDeviceMapping;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.NodeClasses.KubeletConfiguration;
import dev.plumbline.fact.NodeClasses.NetworkInterface;
import dev.plumbline.fact.NodeClasses.StatusAmi;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.source.PlumblineEntries.PinnedTerms;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    facts.addAll(reservations(status.at("capacityReservations"), name));
    facts.addAll(ObjectParts.conditions(status, ObjectKind.EC2_NODE_CLASS, name));
    return facts;
  }

  private static EC2NodeClass nodeClass(Cursor root, Cursor spec, Cursor status, String name) {
    Cursor policy = spec.at("instanceStorePolicy");
    String store = policy.textOrNull();
    if (store != null && !store.equals("RAID0")) {
      throw policy.wrong("is " + policy.shown() + ", not RAID0", "Try: leave it out.");
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
        placementGroup(spec.at("placementGroupSelector")),
        places(spec.at("networkInterfaces")),
        spec.at("connectionTracking").present(),
        "enabled".equals(spec.at("cpuOptions").at("nestedVirtualization").textOrNull()),
        !spec.at("capacityReservationSelectorTerms").items().isEmpty());
  }

  private static Values places(Cursor interfaces) {
    return Values.of(
        interfaces.items().stream()
            .map(
                each ->
                    count(each, "networkCardIndex")
                        + "/"
                        + count(each, "deviceIndex")
                        + ("efa-only".equals(each.at("interfaceType").textOrNull())
                            ? "/efa-only"
                            : ""))
            .toList());
  }

  private static int count(Cursor of, String field) {
    Integer count = of.at(field).countOrNull();
    return count == null ? 0 : count;
  }

  private static List<Fact> reservations(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    for (Cursor item : list.items()) {
      if (!item.at("instanceType").present()) {
        continue;
      }
      String type = item.at("reservationType").textOrNull();
      facts.add(
          new CapacityReservation(
              nodeClass,
              item.required("id", ObjectParts.CUT).text(),
              item.required("instanceType", ObjectParts.CUT).text(),
              item.required("availabilityZone", ObjectParts.CUT).text(),
              type == null ? "default" : type,
              item.at("interruptible").flag(),
              "expiring".equals(item.at("state").textOrNull()),
              item.at("endTime").instantOrNull()));
    }
    return facts;
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
      Cursor size = mapping.at("ebs").at("volumeSize");
      facts.add(
          new BlockDeviceMapping(
              nodeClass,
              i,
              device == null ? "" : device,
              mapping.at("rootVolume").flag(),
              VolumeSize.gib(size),
              VolumeSize.exact(size)));
    }
    return facts;
  }

  private static List<Fact> interfaces(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    for (Cursor item : list.items()) {
      Cursor type = item.required("interfaceType", "Try: write interface or efa-only.");
      if (!INTERFACES.contains(type.text())) {
        throw type.wrong(
            "is " + type.shown() + ", not interface or efa-only",
            Nearest.suggestion(type.text(), INTERFACES));
      }
      facts.add(
          new NetworkInterface(
              nodeClass,
              facts.size(),
              item.required("networkCardIndex", "Try: write 0.").wholeNumber(),
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

  /**
   * {@code spec.kubelet} of an EC2NodeClass. As in Karpenter, a {@code maxPods} that is a string is
   * an expression, and so is a reservation that is no quantity; other fields are left alone.
   */
  static final class Kubelet {

    private Kubelet() {}

    static KubeletConfiguration configuration(Cursor kubelet, String nodeClass) {
      var expressions = new ArrayList<String>();
      Cursor maxPods = kubelet.at("maxPods");
      boolean expression = maxPods.node().isTextual();
      if (expression) {
        expressions.add("maxPods");
      }
      return new KubeletConfiguration(
          nodeClass,
          expression ? null : maxPods.countOrNull(),
          kubelet.at("podsPerCore").countOrNull(),
          reserved(kubelet, "kubeReserved", expressions),
          reserved(kubelet, "systemReserved", expressions),
          Tags.of(kubelet.at("evictionHard").scalars()),
          Values.of(expressions));
    }

    private static Resources reserved(Cursor kubelet, String field, List<String> expressions) {
      var amounts = new HashMap<String, Quantity>();
      kubelet
          .at(field)
          .fields(
              (name, value) -> {
                Quantity amount = Quantity.parse(value.scalar());
                if (amount == null) {
                  expressions.add(field + "." + name);
                } else {
                  amounts.put(name, amount);
                }
              });
      return Resources.of(amounts);
    }
  }

  /**
   * A Kubernetes quantity of bytes ({@code 20Gi}, {@code 100G}) in the whole GiB that EC2 takes.
   */
  static final class VolumeSize {

    private static final Pattern QUANTITY =
        Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([kMGTPE]|[KMGTPE]i|)");

    private static final Map<String, BigDecimal> FACTORS =
        Map.ofEntries(
            Map.entry("", BigDecimal.ONE),
            Map.entry("k", BigDecimal.TEN.pow(3)),
            Map.entry("M", BigDecimal.TEN.pow(6)),
            Map.entry("G", BigDecimal.TEN.pow(9)),
            Map.entry("T", BigDecimal.TEN.pow(12)),
            Map.entry("P", BigDecimal.TEN.pow(15)),
            Map.entry("E", BigDecimal.TEN.pow(18)),
            Map.entry("Ki", power(10)),
            Map.entry("Mi", power(20)),
            Map.entry("Gi", power(30)),
            Map.entry("Ti", power(40)),
            Map.entry("Pi", power(50)),
            Map.entry("Ei", power(60)));

    private VolumeSize() {}

    /** The size in GiB, rounded up; null when it is not there. */
    static @Nullable Integer gib(Cursor quantity) {
      String text = quantity.scalarOrNull();
      if (text == null) {
        return null;
      }
      Matcher match = QUANTITY.matcher(text);
      BigDecimal factor =
          text.length() <= Decimals.MAX_LENGTH && match.matches()
              ? FACTORS.get(match.group(2))
              : null;
      if (factor == null) {
        throw quantity.wrong(
            "is " + quantity.shown() + ", which is not a size", "Try: write it as 20Gi.");
      }
      BigDecimal gib =
          new BigDecimal(match.group(1))
              .multiply(factor)
              .divide(power(30), 0, RoundingMode.CEILING);
      if (gib.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
        throw quantity.wrong(
            "is " + quantity.shown() + ", larger than any volume", "Try: write it as 20Gi.");
      }
      return gib.intValueExact();
    }

    /** The size in bytes; null when it is not there, or is a whole number of GiB. */
    static @Nullable Quantity exact(Cursor quantity) {
      String text = quantity.scalarOrNull();
      Quantity size = text == null ? null : Quantity.parse(text);
      return size == null || size.milli() % Quantity.ofMebibytes(1024).milli() == 0 ? null : size;
    }

    private static BigDecimal power(int exponent) {
      return BigDecimal.TWO.pow(exponent);
    }
  }
}
