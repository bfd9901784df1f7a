package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.source.FactUpdate;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import dev.plumbline.source.KarpenterObjects;
import dev.plumbline.source.kubernetes.ListWatch.ObjectHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of one kind as they were last seen: only what differs is published. */
final class WatchedObjects implements ObjectHandler {

  private record Seen(JsonNode document, boolean published) {}

  private final KubernetesKind kind;
  private final Map<String, Seen> seen = new HashMap<>();

  WatchedObjects(KubernetesKind kind) {
    this.kind = kind;
  }

  @Override
  public List<FactUpdate> all(List<JsonNode> objects) {
    var updates = new ArrayList<FactUpdate>();
    var gone = new HashSet<>(seen.keySet());
    for (JsonNode object : objects) {
      gone.remove(kind.owner(object));
      put(object, updates);
    }
    gone.stream().sorted().forEach(owner -> remove(owner, updates));
    return updates;
  }

  @Override
  public void put(JsonNode object, List<FactUpdate> updates) {
    String owner = kind.owner(object);
    JsonNode document = kind.document(object);
    Seen before = seen.get(owner);
    if (before != null && before.document().equals(document)) {
      return;
    }
    FactUpdate now = read(owner, document);
    seen.put(owner, new Seen(document, now != null));
    if (now != null) {
      updates.add(now);
    } else if (before != null && before.published()) {
      updates.add(FactUpdate.gone(owner));
    }
  }

  @Override
  public void remove(JsonNode object, List<FactUpdate> updates) {
    remove(kind.owner(object), updates);
  }

  private void remove(String owner, List<FactUpdate> updates) {
    Seen before = seen.remove(owner);
    if (before != null && before.published()) {
      updates.add(FactUpdate.gone(owner));
    }
  }

  private @Nullable FactUpdate read(String owner, JsonNode document) {
    try {
      List<Fact> facts = KarpenterObjects.facts(document);
      return facts.isEmpty() ? null : new FactUpdate(owner, facts, document);
    } catch (InvalidObjectException e) {
      return fault(owner, e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it is this object's alone.
      return fault(owner, "cannot be read: " + e + ". Try: check its API version.");
    }
  }

  private FactUpdate fault(String owner, @Nullable String message) {
    String text = message == null ? "" : message;
    String itself = kind.kind() + "/" + owner.substring(owner.lastIndexOf('/') + 1) + " ";
    String rest = text.startsWith(itself) ? text.substring(itself.length()) : text;
    return new FactUpdate(owner, List.of(new ObjectFault(kind.source(), owner, rest)), null);
  }
}
