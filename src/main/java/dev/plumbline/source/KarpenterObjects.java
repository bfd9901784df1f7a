package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.AmiSelectorTerm;
import dev.plumbline.fact.BlockDeviceMapping;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Node;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.StatusAmi;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts out of Kubernetes objects: EC2NodeClass (karpenter.k8s.aws/v1), NodePool and NodeClaim
 * (karpenter.sh/v1), Node (v1), with their lists and conditions. Every other kind makes none, and
 * neither does a pool or claim whose node class is of another group, as Karpenter itself has it.
 */
public final class KarpenterObjects {

  private static final String PROVIDER = "karpenter.k8s.aws";

  /** The kinds that are read, each with its only version. */
  private static final Map<String, String> VERSION_BY_KIND =
      Map.of(
          "EC2NodeClass", PROVIDER + "/v1",
          "NodePool", "karpenter.sh/v1",
          "NodeClaim", "karpenter.sh/v1",
          "Node", "v1");

  private KarpenterObjects() {}

  /**
   * The facts of one object as the API server gives it; the first is the object itself.
   *
   * @return none for a kind that is not read
   * @throws InvalidObjectException when it is not what its kind promises
   */
  public static List<Fact> facts(JsonNode object) {
    return read(Cursor.of(new Origin("", "", InvalidObjectException::new), object));
  }

  /** The facts of the object at {@code object}, which names itself with kind and name. */
  static List<Fact> read(Cursor object) {
    return read(
        object,
        object.required("apiVersion", "Maybe this is no Kubernetes object.").text(),
        object.required("kind", "Maybe this is no Kubernetes object.").text());
  }

  static List<Fact> read(Cursor object, String apiVersion, String kind) {
    String version = VERSION_BY_KIND.get(kind);
    if (version == null || !group(version).equals(group(apiVersion))) {
      return List.of();
    }
    Cursor name =
        object
            .required("metadata", "Maybe this is no Kubernetes object.")
            .required("name", "Maybe this is no Kubernetes object.");
    Cursor root = object.named(kind + "/" + name.text());
    if (!version.equals(apiVersion)) {
      throw root.at("apiVersion")
          .wrong(
              "is \"" + apiVersion + "\", which is not read",
              "Maybe convert the object to " + version + ".");
    }
    return switch (kind) {
      case "EC2NodeClass" -> nodeClass(root, name.text());
      case "NodePool" -> nodePool(root, name.text());
      case "NodeClaim" -> nodeClaim(root, name.text());
      default -> node(root, name.text());
    };
  }

  private static List<Fact> nodeClass(Cursor root, String name) {
    Cursor spec = root.required("spec", "Maybe the object was cut.");
    Cursor status = root.at("status");
    var zones = new TreeMap<String, String>();
    for (Cursor subnet : status.at("subnets").items()) {
      String id = subnet.at("zoneID").textOrNull();
      zones.merge(
          subnet.required("zone", "Maybe the object was cut.").text(),
          id == null ? "" : id,
          (one, other) -> one.isEmpty() ? other : one);
    }
    var facts = new ArrayList<Fact>();
    facts.add(
        new EC2NodeClass(
            name,
            spec.at("amiFamily").textOrNull(),
            annotations(root),
            Tags.of(zones),
            false,
            null,
            Values.NONE,
            Values.NONE,
            Values.NONE));
    List<Cursor> terms = spec.at("amiSelectorTerms").items();
    for (int i = 0; i < terms.size(); i++) {
      Cursor term = terms.get(i);
      facts.add(
          new AmiSelectorTerm(
              name,
              i,
              term.at("alias").textOrNull(),
              term.at("id").textOrNull(),
              term.at("name").textOrNull(),
              term.at("owner").scalarOrNull(),
              term.at("ssmParameter").textOrNull(),
              Tags.of(term.at("tags").scalars())));
    }
    facts.addAll(mappings(spec.at("blockDeviceMappings"), name));
    facts.addAll(statusAmis(status.at("amis"), name));
    facts.addAll(conditions(status, "EC2NodeClass", name));
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

  private static List<Fact> statusAmis(Cursor list, String nodeClass) {
    var facts = new ArrayList<Fact>();
    List<Cursor> amis = list.items();
    for (int i = 0; i < amis.size(); i++) {
      Cursor ami = amis.get(i);
      facts.add(
          new StatusAmi(
              nodeClass,
              i,
              ami.required("id", "Maybe the object was cut.").text(),
              ami.at("deprecated").flag(),
              Requirements.of(RequirementList.read(ami.at("requirements")))));
    }
    return facts;
  }

  private static List<Fact> nodePool(Cursor root, String name) {
    Cursor spec = root.required("spec", "Maybe the object was cut.");
    Cursor template = spec.required("template", "Maybe it is indented one level too deep.");
    Cursor templateSpec = template.required("spec", "Maybe it is indented one level too deep.");
    String nodeClass = nodeClass(templateSpec);
    if (nodeClass == null) {
      return List.of();
    }
    Integer weight = spec.at("weight").wholeNumberOrNull();
    if (weight != null && (weight < 1 || weight > 100)) {
      throw spec.at("weight")
          .wrong(
              "is " + weight + ", not from 1 to 100",
              "Maybe leave it out for a pool that comes last.");
    }
    var requirements =
        new ArrayList<Requirement>(RequirementList.read(templateSpec.at("requirements")));
    template
        .at("metadata")
        .at("labels")
        .scalars()
        .forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, value)));
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodePool(
            name,
            nodeClass,
            weight,
            Requirements.of(requirements),
            annotations(root),
            labels(root),
            false,
            null,
            Resources.NONE,
            Resources.NONE));
    facts.addAll(conditions(root.at("status"), "NodePool", name));
    return facts;
  }

  private static List<Fact> nodeClaim(Cursor root, String name) {
    Cursor status = root.at("status");
    Tags labels = labels(root);
    String nodeClass = nodeClass(root.required("spec", "Maybe the object was cut."));
    if (nodeClass == null) {
      return List.of();
    }
    var facts = new ArrayList<Fact>();
    facts.add(
        new NodeClaim(
            name,
            labels.value("karpenter.sh/nodepool"),
            nodeClass,
            labels.value("node.kubernetes.io/instance-type"),
            labels.value("topology.kubernetes.io/zone"),
            labels.value("karpenter.sh/capacity-type"),
            status.at("imageID").textOrNull(),
            status.at("nodeName").textOrNull(),
            status.at("providerID").textOrNull(),
            labels,
            annotations(root),
            null,
            false,
            false,
            null,
            null,
            Resources.NONE,
            Resources.NONE));
    facts.addAll(conditions(status, "NodeClaim", name));
    return facts;
  }

  private static List<Fact> node(Cursor root, String name) {
    Tags labels = labels(root);
    var facts = new ArrayList<Fact>();
    facts.add(
        new Node(
            name,
            labels.value("karpenter.sh/nodepool"),
            labels.value("node.kubernetes.io/instance-type"),
            labels.value("topology.kubernetes.io/zone"),
            root.at("spec").at("providerID").textOrNull(),
            labels,
            null,
            false,
            null,
            null,
            Resources.NONE,
            Resources.NONE));
    facts.addAll(conditions(root.at("status"), "Node", name));
    return facts;
  }

  /** The name in {@code nodeClassRef}; null when it is of another group than EC2NodeClass. */
  private static @Nullable String nodeClass(Cursor spec) {
    Cursor reference = spec.required("nodeClassRef", "Maybe it is indented one level too deep.");
    String name = reference.required("name", "Maybe add the name of the EC2NodeClass.").text();
    String group = reference.at("group").textOrNull();
    return group == null || group.equals(PROVIDER) ? name : null;
  }

  private static List<Fact> conditions(Cursor status, String kind, String name) {
    var facts = new ArrayList<Fact>();
    for (Cursor condition : status.at("conditions").items()) {
      String reason = condition.at("reason").textOrNull();
      String message = condition.at("message").textOrNull();
      facts.add(
          new StatusCondition(
              kind,
              name,
              condition.required("type", "Maybe the object was cut.").text(),
              conditionStatus(condition.required("status", "Maybe the object was cut.")),
              reason == null ? "" : reason,
              message == null ? "" : message));
    }
    return facts;
  }

  private static String conditionStatus(Cursor status) {
    if (status.node().isBoolean()) {
      return status.flag() ? "True" : "False";
    }
    String text = status.text();
    if (!List.of("True", "False", "Unknown").contains(text)) {
      throw status.wrong(
          "is " + status.shown() + ", not True, False or Unknown",
          Nearest.advice(text, List.of("True", "False", "Unknown")));
    }
    return text;
  }

  private static Tags annotations(Cursor root) {
    return Tags.of(root.at("metadata").at("annotations").scalars());
  }

  private static Tags labels(Cursor root) {
    return Tags.of(root.at("metadata").at("labels").scalars());
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
