package dev.plumbline.source;

import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Pods.DaemonSet;
import dev.plumbline.fact.Pods.DaemonSetPod;
import dev.plumbline.fact.Pods.NodeAffinityTerm;
import dev.plumbline.fact.Pods.Pod;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Values;
import dev.plumbline.source.KarpenterObjects.Quantities;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts out of a Pod, when it waits for a node or a DaemonSet owns it, and out of a DaemonSet. */
final class PodObjects {

  private PodObjects() {}

  static List<Fact> pod(Cursor root, String name) {
    Cursor metadata = root.at("metadata");
    String node = root.at("spec").at("nodeName").textOrNull();
    if (node != null && !node.isEmpty()) {
      return onNode(root, name, node);
    }
    if (!"Pending".equals(root.at("status").at("phase").textOrNull())) {
      return List.of();
    }
    var spec = new PodSpec(root.required("spec", ObjectParts.CUT));
    String nominated = root.at("status").at("nominatedNodeName").textOrNull();
    var pod =
        new Pod(
            ObjectParts.namespace(root),
            name,
            ObjectParts.created(root),
            spec.requests(),
            spec.requirements(),
            spec.tolerations(),
            Values.of(spec.unjudged()),
            daemonSet(metadata) != null,
            ObjectParts.deleting(root),
            nominated == null || nominated.isEmpty() ? null : nominated);
    var facts = new ArrayList<Fact>();
    facts.add(pod);
    facts.addAll(spec.furtherTerms(ObjectKind.POD, pod.path()));
    ObjectParts.conditions(root.at("status"), ObjectKind.POD, pod.path()).stream()
        .filter(condition -> condition.type().equals("PodScheduled"))
        .map(PodObjects::interned)
        .forEach(facts::add);
    return facts;
  }

  /** What is deleted has ended, and what has failed is made anew by its DaemonSet. */
  private static List<Fact> onNode(Cursor root, String name, String node) {
    String owner = daemonSet(root.at("metadata"));
    Cursor status = root.at("status");
    String phase = status.at("phase").textOrNull();
    if (owner == null
        || ObjectParts.deleting(root)
        || "Failed".equals(phase)
        || "Succeeded".equals(phase)) {
      return List.of();
    }
    var containers = new ArrayList<>(status.at("initContainerStatuses").items());
    containers.addAll(status.at("containerStatuses").items());
    int restarts = 0;
    String waiting = "";
    for (Cursor container : containers) {
      restarts = Math.max(restarts, container.at("restartCount").node().asInt());
      String reason = container.at("state").at("waiting").at("reason").textOrNull();
      waiting = waiting.isEmpty() && reason != null ? reason.intern() : waiting;
    }
    Cursor ready = ObjectParts.condition(status, "Ready");
    String namespace = ObjectParts.namespace(root).intern();
    return List.of(
        new DaemonSetPod(
            namespace,
            name,
            (namespace + "/" + owner).intern(),
            node,
            ObjectParts.created(root),
            ready != null && ObjectParts.conditionStatus(ready).equals("True"),
            ready == null ? null : ready.at("lastTransitionTime").instantOrNull(),
            restarts,
            waiting));
  }

  static List<Fact> daemonSet(Cursor root, String name) {
    var spec =
        new PodSpec(
            root.required("spec", ObjectParts.CUT)
                .required("template", ObjectParts.CUT)
                .required("spec", ObjectParts.CUT));
    var set =
        new DaemonSet(
            ObjectParts.namespace(root),
            name,
            spec.requests(),
            spec.requirements(),
            spec.tolerations());
    var facts = new ArrayList<Fact>();
    facts.add(set);
    facts.addAll(spec.furtherTerms(ObjectKind.DAEMON_SET, set.path()));
    return facts;
  }

  /** The name of the DaemonSet that owns it; null when none does. */
  private static @Nullable String daemonSet(Cursor metadata) {
    for (Cursor owner : metadata.at("ownerReferences").items()) {
      if (ObjectKind.DAEMON_SET.kind().equals(owner.at("kind").textOrNull())) {
        String name = owner.at("name").textOrNull();
        return name == null ? "" : name;
      }
    }
    return null;
  }

  /** Thousands of pods have the same, so equal texts are shared. */
  private static StatusCondition interned(StatusCondition condition) {
    return new StatusCondition(
        condition.kind(),
        condition.name(),
        condition.type().intern(),
        condition.status().intern(),
        condition.reason().intern(),
        condition.message().intern(),
        null);
  }

  static final class PodSpec {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private final Cursor spec;
    private final List<Requirements> terms;

    PodSpec(Cursor spec) {
      this.spec = spec;
      this.terms = terms(spec);
    }

    /** Node selector and first term of the node affinity. */
    Requirements requirements() {
      return terms.getFirst();
    }

    List<NodeAffinityTerm> furtherTerms(ObjectKind kind, String object) {
      var further = new ArrayList<NodeAffinityTerm>();
      for (int i = 1; i < terms.size(); i++) {
        further.add(new NodeAffinityTerm(kind.kind(), object, i + 1, terms.get(i)));
      }
      return further;
    }

    private static List<Requirements> terms(Cursor spec) {
      var selector = new ArrayList<Requirement>();
      spec.at("nodeSelector")
          .scalars()
          .forEach((key, value) -> selector.add(new Requirement(key, Operator.IN, value)));
      var terms = new ArrayList<Requirements>();
      Cursor affinity = spec.at("affinity").at("nodeAffinity").at(REQUIRED);
      for (Cursor term : affinity.at("nodeSelectorTerms").items()) {
        var all = new ArrayList<>(selector);
        all.addAll(RequirementList.read(term.at("matchExpressions")));
        terms.add(Requirements.of(all));
      }
      return terms.isEmpty() ? List.of(Requirements.of(selector)) : terms;
    }

    Values tolerations() {
      var tolerations = new ArrayList<String>();
      for (Cursor toleration : spec.at("tolerations").items()) {
        String key = toleration.at("key").textOrNull();
        String operator = toleration.at("operator").textOrNull();
        String value = toleration.at("value").scalarOrNull();
        String effect = toleration.at("effect").textOrNull();
        boolean any = key == null || key.isEmpty();
        String what =
            switch (operator == null ? "Equal" : operator) {
              case "Exists" -> any ? "*" : key;
              case "Equal" -> any ? null : key + (value == null ? "" : "=" + value);
              default -> any ? null : key + " " + operator + " " + value;
            };
        if (what == null) {
          throw toleration
              .at("key")
              .wrong("is missing", "Did you mean the operator Exists, which tolerates any taint?");
        }
        tolerations.add((what + (effect == null || effect.isEmpty() ? "" : ":" + effect)).intern());
      }
      return Values.of(tolerations);
    }

    /** Other requirements on a node, which the rules do not evaluate. */
    List<String> unjudged() {
      var required = new ArrayList<String>();
      for (Cursor spread : spec.at("topologySpreadConstraints").items()) {
        if (!"ScheduleAnyway".equals(spread.at("whenUnsatisfiable").textOrNull())) {
          required.add("spread over " + spread.at("topologyKey").textOrNull());
        }
      }
      for (String kind : List.of("podAffinity", "podAntiAffinity")) {
        for (Cursor term : spec.at("affinity").at(kind).at(REQUIRED).items()) {
          required.add(kind + " by " + term.at("topologyKey").textOrNull());
        }
      }
      for (Cursor volume : spec.at("volumes").items()) {
        String claim = volume.at("persistentVolumeClaim").at("claimName").textOrNull();
        if (claim != null) {
          required.add("volume claim " + claim);
        }
      }
      for (Cursor claim : spec.at("resourceClaims").items()) {
        required.add(Pod.CLAIM + claim.at("name").textOrNull());
      }
      return required;
    }

    /**
     * As the scheduler counts: sidecars (init containers that restart always) run on beside the
     * containers and beside every init container that comes after them. One pod of {@code pods}.
     */
    Resources requests() {
      Resources sidecars = Resources.NONE;
      Resources starting = Resources.NONE;
      for (Cursor container : spec.at("initContainers").items()) {
        Resources own = container(container);
        if ("Always".equals(container.at("restartPolicy").textOrNull())) {
          sidecars = sidecars.plus(own);
          starting = greater(starting, sidecars);
        } else {
          starting = greater(starting, sidecars.plus(own));
        }
      }
      Resources running = sidecars;
      for (Cursor container : spec.at("containers").items()) {
        running = running.plus(container(container));
      }
      // Requests of the pod as a whole stand above those of its containers.
      return greater(running, starting)
          .withAll(Quantities.all(spec.at("resources").at("requests")))
          .plus(Quantities.all(spec.at("overhead")))
          .with("pods", Quantity.ofWhole(1));
    }

    private static Resources container(Cursor container) {
      return Quantities.all(container.at("resources").at("requests"));
    }

    private static Resources greater(Resources one, Resources other) {
      var greatest = new HashMap<>(one.map());
      other
          .map()
          .forEach((name, amount) -> greatest.merge(name, amount, (a, b) -> a.below(b) ? b : a));
      return Resources.of(greatest);
    }
  }
}
