package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectRef;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The observed objects that actions change: EC2NodeClass, NodePool, NodeOverlay, ImageVerdict. */
public final class LiveObjects {

  public static final LiveObjects NONE = new LiveObjects(Map.of());

  private final NavigableMap<ObjectRef, JsonNode> byRef;

  /** The documents must not be modified afterwards. */
  public LiveObjects(Map<ObjectRef, JsonNode> byRef) {
    this.byRef = Collections.unmodifiableNavigableMap(new TreeMap<>(byRef));
  }

  public @Nullable JsonNode get(ObjectRef ref) {
    return byRef.get(ref);
  }

  /** All objects, sorted by reference. */
  public NavigableMap<ObjectRef, JsonNode> all() {
    return byRef;
  }
}
