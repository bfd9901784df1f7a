package dev.plumbline.source.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.ObjectFault;
import dev.plumbline.source.InvalidSourceException.InvalidObjectException;
import dev.plumbline.source.KarpenterObjects;
import dev.plumbline.source.Told;
import dev.plumbline.source.kubernetes.KindLoop.ListedObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of one kind as they were last seen: of what comes, only what differs is told. */
final class KindObjects implements ListedObjects {

  /** An object as it was last seen, and whether it is told to be there. */
  private record Seen(JsonNode document, boolean told) {}

  private final KubernetesKind kind;
  private final Map<String, Seen> seen = new HashMap<>();

  KindObjects(KubernetesKind kind) {
    this.kind = kind;
  }

  @Override
  public List<Told> all(List<JsonNode> objects) {
    var told = new ArrayList<Told>();
    var gone = new HashSet<>(seen.keySet());
    for (JsonNode object : objects) {
      gone.remove(kind.owner(object));
      put(object, told);
    }
    gone.stream().sorted().forEach(owner -> remove(owner, told));
    return told;
  }

  @Override
  public void put(JsonNode object, List<Told> told) {
    String owner = kind.owner(object);
    JsonNode document = kind.document(object);
    Seen before = seen.get(owner);
    if (before != null && before.document().equals(document)) {
      return;
    }
    Told now = read(owner, document);
    seen.put(owner, new Seen(document, now != null));
    if (now != null) {
      told.add(now);
    } else if (before != null && before.told()) {
      told.add(Told.gone(owner));
    }
  }

  @Override
  public void remove(JsonNode object, List<Told> told) {
    remove(kind.owner(object), told);
  }

  private void remove(String owner, List<Told> told) {
    Seen before = seen.remove(owner);
    if (before != null && before.told()) {
      told.add(Told.gone(owner));
    }
  }

  /** What an object tells; null when it is none of those that are read. */
  private @Nullable Told read(String owner, JsonNode document) {
    try {
      List<Fact> facts = KarpenterObjects.facts(document);
      return facts.isEmpty() ? null : new Told(owner, facts, document);
    } catch (InvalidObjectException e) {
      return fault(owner, e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it is this object's alone.
      return fault(owner, "cannot be read: " + e + ". Try: check its API version.");
    }
  }

  private Told fault(String owner, @Nullable String message) {
    String told = message == null ? "" : message;
    String itself = kind.kind() + "/" + owner.substring(owner.lastIndexOf('/') + 1) + " ";
    String rest = told.startsWith(itself) ? told.substring(itself.length()) : told;
    return new Told(owner, List.of(new ObjectFault(kind.source(), owner, rest)), null);
  }
}
