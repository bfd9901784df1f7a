package dev.plumbline.action;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.ObjectRef;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The observed objects that actions change: EC2NodeClass, NodePool, NodeOverlay, ImageVerdict. */
public final class LiveObjects {

  public static final LiveObjects NONE = new LiveObjects(Map.of());

  private final NavigableMap<ObjectRef, JsonNode> byRef;
  private final @Nullable Instant at;

  /** The documents must not be modified afterwards. */
  public LiveObjects(Map<ObjectRef, JsonNode> byRef) {
    this(Collections.unmodifiableNavigableMap(new TreeMap<>(byRef)), null);
  }

  private LiveObjects(NavigableMap<ObjectRef, JsonNode> byRef, @Nullable Instant at) {
    this.byRef = byRef;
    this.at = at;
  }

  /** The same objects, at this time. */
  public LiveObjects at(@Nullable Instant time) {
    return new LiveObjects(byRef, time);
  }

  /** The time that they are judged by; null if unknown. */
  public @Nullable Instant at() {
    return at;
  }

  public @Nullable JsonNode get(ObjectRef ref) {
    return byRef.get(ref);
  }

  /** All objects, sorted by reference. */
  public NavigableMap<ObjectRef, JsonNode> all() {
    return byRef;
  }
}
