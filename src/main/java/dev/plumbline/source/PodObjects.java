package dev.plumbline.source;

import dev.plumbline.fact.DaemonSet;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.StatusCondition;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.List;

/** Facts out of a Pod, when it waits for a node, and out of a DaemonSet. */
final class PodObjects {

  private PodObjects() {}

  static List<Fact> pod(Cursor root, String name) {
    Cursor metadata = root.at("metadata");
    if (!"Pending".equals(root.at("status").at("phase").textOrNull())
        || root.at("spec").at("nodeName").present()) {
      return List.of();
    }
    var spec = new PodSpec(root.required("spec", ObjectParts.CUT));
    var pod =
        new Pod(
            namespace(metadata),
            name,
            ObjectParts.created(root),
            spec.requests(),
            spec.requirements(),
            spec.tolerations(),
            Values.of(spec.unjudged()),
            ownedByDaemonSet(metadata),
            ObjectParts.deleting(root));
    var facts = new ArrayList<Fact>();
    facts.add(pod);
    facts.addAll(spec.furtherTerms("Pod", pod.path()));
    ObjectParts.conditions(root.at("status"), "Pod", pod.path()).stream()
        .filter(condition -> condition.type().equals("PodScheduled"))
        .map(PodObjects::once)
        .forEach(facts::add);
    return facts;
  }

  static List<Fact> daemonSet(Cursor root, String name) {
    var spec =
        new PodSpec(
            root.required("spec", ObjectParts.CUT)
                .required("template", ObjectParts.CUT)
                .required("spec", ObjectParts.CUT));
    var set =
        new DaemonSet(
            namespace(root.at("metadata")),
            name,
            spec.requests(),
            spec.requirements(),
            spec.tolerations());
    var facts = new ArrayList<Fact>();
    facts.add(set);
    facts.addAll(spec.furtherTerms("DaemonSet", set.path()));
    return facts;
  }

  private static String namespace(Cursor metadata) {
    String namespace = metadata.at("namespace").textOrNull();
    return namespace == null ? "default" : namespace;
  }

  private static boolean ownedByDaemonSet(Cursor metadata) {
    return metadata.at("ownerReferences").items().stream()
        .anyMatch(owner -> "DaemonSet".equals(owner.at("kind").textOrNull()));
  }

  /** Thousands of pods are told the same, so that equal texts are one. */
  private static StatusCondition once(StatusCondition told) {
    return new StatusCondition(
        told.kind(),
        told.name(),
        told.type().intern(),
        told.status().intern(),
        told.reason().intern(),
        told.message().intern());
  }
}
