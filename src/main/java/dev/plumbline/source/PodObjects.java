package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Pod;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import java.util.HashMap;
import java.util.List;

/** Facts out of a Pod: one when it waits for a node, else none. */
final class PodObjects {

  private PodObjects() {}

  static List<Fact> facts(Cursor root, String name) {
    if (!"Pending".equals(root.at("status").at("phase").textOrNull())
        || root.at("spec").at("nodeName").present()) {
      return List.of();
    }
    String namespace = root.at("metadata").at("namespace").textOrNull();
    return List.of(
        new Pod(
            namespace == null ? "default" : namespace,
            name,
            ObjectParts.created(root),
            requests(root.required("spec", ObjectParts.CUT)).with("pods", Quantity.ofWhole(1))));
  }

  /**
   * As the scheduler counts: sidecars (init containers that restart always) run on beside the
   * containers and beside every init container that comes after them.
   */
  private static Resources requests(Cursor spec) {
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
        .plus(Quantities.all(spec.at("overhead")));
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
