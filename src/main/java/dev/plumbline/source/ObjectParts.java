package dev.plumbline.source;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Kubernetes objects of several kinds have in common. */
final class ObjectParts {

  static final String CUT = "Try: check whether the object is complete.";

  private ObjectParts() {}

  /** The annotations without the copy of the object that kubectl keeps, which may hold secrets. */
  static Tags annotations(Cursor root) {
    Map<String, String> annotations = root.at("metadata").at("annotations").scalars();
    annotations.remove(FieldMask.LAST_APPLIED);
    return Tags.of(annotations);
  }

  /** The labels; thousands of nodes have the same ones, so equal texts are one. */
  static Tags labels(Cursor root) {
    Map<String, String> labels = root.at("metadata").at("labels").scalars();
    labels.replaceAll((name, value) -> value.intern());
    return Tags.of(labels);
  }

  static @Nullable Instant created(Cursor root) {
    return root.at("metadata").at("creationTimestamp").instantOrNull();
  }

  static @Nullable Instant deleted(Cursor root) {
    return root.at("metadata").at("deletionTimestamp").instantOrNull();
  }

  static boolean deleting(Cursor root) {
    return root.at("metadata").at("deletionTimestamp").present();
  }

  /** The name in {@code nodeClassRef}; null when it is of another group than EC2NodeClass. */
  static @Nullable String nodeClass(Cursor spec) {
    Cursor reference = spec.required("nodeClassRef", "Try: indent it one level less.");
    String name = reference.required("name", "Try: add the name of the EC2NodeClass.").text();
    Cursor group = reference.at("group");
    String of = group.textOrNull();
    String own = ObjectKind.EC2_NODE_CLASS.group();
    if (of != null && !of.equals(own)) {
      if (of.equals(ObjectKind.NODE_POOL.group()) || Nearest.of(of, List.of(own)) != null) {
        throw group.wrong(
            "is " + group.shown() + ", which has no EC2NodeClass", "Did you mean " + own + "?");
      }
      return null;
    }
    Cursor kind = reference.at("kind");
    if (kind.present() && !ObjectKind.EC2_NODE_CLASS.is(kind.text())) {
      throw kind.wrong(
          "is " + kind.shown() + ", which " + own + " does not have",
          "Did you mean " + ObjectKind.EC2_NODE_CLASS + "?");
    }
    return name;
  }

  static List<StatusCondition> conditions(Cursor status, ObjectKind kind, String name) {
    var facts = new ArrayList<StatusCondition>();
    for (Cursor condition : status.at("conditions").items()) {
      String reason = condition.at("reason").textOrNull();
      String message = condition.at("message").textOrNull();
      facts.add(
          new StatusCondition(
              kind.kind(),
              name,
              condition.required("type", CUT).text(),
              conditionStatus(condition),
              reason == null ? "" : reason,
              message == null ? "" : message,
              condition.at("lastTransitionTime").instantOrNull()));
    }
    return facts;
  }

  static String namespace(Cursor root) {
    String namespace = root.at("metadata").at("namespace").textOrNull();
    return namespace == null ? "default" : namespace;
  }

  static @Nullable Cursor condition(Cursor status, String type) {
    for (Cursor condition : status.at("conditions").items()) {
      if (condition.required("type", CUT).text().equals(type)) {
        return condition;
      }
    }
    return null;
  }

  static String conditionStatus(Cursor condition) {
    Cursor status = condition.required("status", CUT);
    if (status.node().isBoolean()) {
      return status.flag() ? "True" : "False";
    }
    String text = status.text();
    if (!List.of("True", "False", "Unknown").contains(text)) {
      throw status.wrong(
          "is " + status.shown() + ", not True, False or Unknown",
          Nearest.suggestion(text, List.of("True", "False", "Unknown")));
    }
    return text;
  }
}
