package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quarkus.arc.Arc;

/** A question of the API server, for tests of those who count them. */
public final class Asked {

  private Asked() {}

  /** Asks of something that is not judged, and so passes at once. */
  public static void once() {
    var nothing = JsonNodeFactory.instance.objectNode();
    Arc.container()
        .instance(Admission.class)
        .get()
        .check(new Review("1", "v1 Pod", "DELETE", "kubectl", nothing, nothing));
  }
}
