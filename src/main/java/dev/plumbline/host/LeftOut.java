package dev.plumbline.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What of a document is recorded: secrets, user data, environments and what nobody reads stay out.
 */
final class LeftOut {

  /** What is read of kinds of which there are thousands; a path ends where all below is kept. */
  private static final Map<String, List<String>> KEPT_BY_KIND =
      Map.of(
          "Node",
          List.of(
              "metadata.name",
              "metadata.labels",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "spec.providerID",
              "status.capacity",
              "status.allocatable",
              "status.conditions"),
          "NodeClaim",
          List.of(
              "metadata.name",
              "metadata.labels",
              "metadata.annotations",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "spec.nodeClassRef",
              "status"),
          "Pod",
          List.of(
              "metadata.name",
              "metadata.namespace",
              "metadata.creationTimestamp",
              "metadata.deletionTimestamp",
              "spec.nodeName",
              "spec.resources",
              "spec.overhead",
              "spec.containers[].name",
              "spec.containers[].resources",
              "spec.initContainers[].name",
              "spec.initContainers[].resources",
              "spec.initContainers[].restartPolicy",
              "status.phase"));

  private static final List<String> INSTANCE =
      List.of(
          "InstanceId",
          "ImageId",
          "InstanceType",
          "Placement.AvailabilityZone",
          "State",
          "SubnetId",
          "SecurityGroups",
          "CapacityReservationId",
          "LaunchTime");

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private LeftOut() {}

  /** What is recorded of a Kubernetes object. */
  static ObjectNode object(JsonNode object) {
    String kind = object.path("kind").asText();
    List<String> kept = KEPT_BY_KIND.get(kind);
    ObjectNode recorded;
    if (kept == null) {
      recorded = object.deepCopy();
    } else {
      recorded = only(object, kept);
      recorded.set("kind", object.path("kind"));
      recorded.set("apiVersion", object.path("apiVersion"));
    }
    if (recorded.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
      if (metadata.get("annotations") instanceof ObjectNode annotations) {
        annotations.remove(LAST_APPLIED);
      }
    }
    if (kind.equals("EC2NodeClass") && recorded.get("spec") instanceof ObjectNode spec) {
      spec.remove("userData");
    }
    return recorded;
  }

  /** What is recorded of an answer of EC2 or SSM. */
  static JsonNode answer(String source, JsonNode answer) {
    return switch (source) {
      case "instances" -> instances(answer);
      case "ssm-parameters" -> withoutSecrets(answer);
      default -> answer;
    };
  }

  private static JsonNode instances(JsonNode answer) {
    ArrayNode instances = JsonNodeFactory.instance.arrayNode();
    for (JsonNode row : answer.isArray() ? answer : answer.path("Reservations")) {
      for (JsonNode each : row.has("Instances") ? row.get("Instances") : List.of(row)) {
        instances.add(only(each, INSTANCE));
      }
    }
    ObjectNode recorded = JsonNodeFactory.instance.objectNode();
    recorded.putArray("Reservations").addObject().set("Instances", instances);
    return recorded;
  }

  private static JsonNode withoutSecrets(JsonNode answer) {
    JsonNode recorded = answer.deepCopy();
    if (recorded.get("Parameters") instanceof ArrayNode parameters) {
      for (int i = parameters.size() - 1; i >= 0; i--) {
        if (parameters.get(i).path("Type").asText().equals("SecureString")) {
          parameters.remove(i);
        }
      }
    }
    return recorded;
  }

  private static ObjectNode only(JsonNode object, List<String> paths) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (String path : paths) {
      copy(object, kept, path);
    }
    return kept;
  }

  private static void copy(JsonNode from, ObjectNode to, String path) {
    int dot = path.indexOf('.');
    String step = dot < 0 ? path : path.substring(0, dot);
    String rest = dot < 0 ? "" : path.substring(dot + 1);
    boolean list = step.endsWith("[]");
    String name = list ? step.substring(0, step.length() - 2) : step;
    JsonNode field = from.get(name);
    if (field == null || field.isNull()) {
      return;
    }
    if (rest.isEmpty()) {
      to.set(name, field);
    } else if (list) {
      ArrayNode items = to.withArray(name);
      for (int i = 0; i < field.size(); i++) {
        if (items.size() <= i) {
          items.addObject();
        }
        copy(field.get(i), (ObjectNode) items.get(i), rest);
      }
    } else {
      copy(field, to.withObjectProperty(name), rest);
    }
  }
}
