package dev.plumbline.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.action.LiveObjects;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.source.Told;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The objects that actions change, as they were told last. Of one thread. */
final class ObjectTable {

  private static final Set<String> KINDS = Set.of("EC2NodeClass", "NodePool", "NodeOverlay");

  private final Map<String, ObjectRef> byOwner = new HashMap<>();
  private final Map<ObjectRef, JsonNode> byRef = new HashMap<>();
  private LiveObjects objects = LiveObjects.NONE;
  private boolean stale;

  /** Puts the document of an owner in place of the one before. */
  void take(Told told) {
    ObjectRef ref = ref(told.document());
    ObjectRef before = ref == null ? byOwner.remove(told.owner()) : byOwner.put(told.owner(), ref);
    if (before != null && !before.equals(ref)) {
      byRef.remove(before);
      stale = true;
    }
    JsonNode document = told.document();
    if (ref != null && document != null) {
      stale |= !document.equals(byRef.put(ref, document));
    }
  }

  LiveObjects objects() {
    if (stale) {
      objects = new LiveObjects(byRef);
      stale = false;
    }
    return objects;
  }

  private static @Nullable ObjectRef ref(@Nullable JsonNode document) {
    if (document == null || !KINDS.contains(document.path("kind").asText())) {
      return null;
    }
    JsonNode name = document.path("metadata").path("name");
    return name.isTextual()
        ? new ObjectRef(
            document.path("apiVersion").asText(),
            document.path("kind").asText(),
            null,
            name.textValue())
        : null;
  }
}
