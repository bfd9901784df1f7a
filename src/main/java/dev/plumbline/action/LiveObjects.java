package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectRef;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects that actions change, as they are now: EC2NodeClass, NodePool, NodeOverlay. */
public final class LiveObjects {

  /** None. */
  public static final LiveObjects NONE = new LiveObjects(Map.of());

  private final NavigableMap<ObjectRef, JsonNode> byRef;

  /** Takes them over; the documents must not change any more. */
  public LiveObjects(Map<ObjectRef, JsonNode> byRef) {
    this.byRef = Collections.unmodifiableNavigableMap(new TreeMap<>(byRef));
  }

  /** The one of this name; null when there is none. */
  public @Nullable JsonNode get(ObjectRef ref) {
    return byRef.get(ref);
  }

  /** All, by what they are called. */
  public NavigableMap<ObjectRef, JsonNode> all() {
    return byRef;
  }
}
