package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.EntryFilter.About;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ImageVerdicts as a log tells them: every status is recorded before it is written, and what
 * people decide is a fact. What was planned in observe mode was not written, and is left out.
 */
public final class RecordedVerdicts {

  private static final ObjectKind KIND = ObjectKind.IMAGE_VERDICT;
  private static final List<String> SPEC = List.of("decision", "reason", "author", "expires");

  /** How many entries about an object are looked through for what was decided. */
  private static final int ENTRIES = 200;

  private final LogArchive archive;

  public RecordedVerdicts(LogArchive archive) {
    this.archive = archive;
  }

  private record PlannedStatus(long sequence, JsonNode status) {}

  /** The objects after the entry at {@code sequence}, sorted by name. */
  public List<ObjectNode> at(long sequence) {
    var last = new TreeMap<String, PlannedStatus>();
    var action = new About(null, null, null, ActionKind.KEEP_IMAGE_VERDICTS.wire(), null, null);
    archive
        .query()
        .each(
            new EntryFilter(null, null, EntryKind.DECISION, action),
            -1,
            entry -> {
              if (entry.sequence() <= sequence) {
                for (JsonNode planned : archive.bodies().part(entry, "actions").path("planned")) {
                  JsonNode status = planned.at("/change/status");
                  if (status.isObject() && planned.path("mode").asText().equals("enforce")) {
                    last.put(
                        planned.at("/object/name").asText(),
                        new PlannedStatus(entry.sequence(), status));
                  }
                }
              }
              return entry.sequence() < sequence;
            });
    return last.entrySet().stream()
        .map(each -> object(each.getKey(), each.getValue(), sequence))
        .toList();
  }

  private ObjectNode object(String name, PlannedStatus planned, long sequence) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", KIND.apiVersion()).put("kind", KIND.kind());
    object
        .putObject("metadata")
        .put("name", name)
        .putObject("labels")
        .put("app.kubernetes.io/managed-by", "plumbline");
    JsonNode fact = fact(KIND.key(name), planned, sequence);
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    for (String field : SPEC) {
      if (fact != null && fact.hasNonNull(field)) {
        spec.set(field, fact.get(field));
      }
    }
    if (!spec.isEmpty()) {
      object.set("spec", spec);
    }
    object.set("status", planned.status());
    return object;
  }

  /** As it was last seen; where the object is gone by now, before that. */
  private @Nullable JsonNode fact(String key, PlannedStatus planned, long sequence) {
    var about = new EntryFilter(null, null, EntryKind.DECISION, About.object(key));
    for (Entry entry : archive.query().before(about, sequence + 1, ENTRIES).reversed()) {
      for (JsonNode put : archive.bodies().part(entry, "facts").path("put")) {
        if (put.has(KIND.kind()) && archive.keys().of(put).equals(key)) {
          return put.get(KIND.kind());
        }
      }
    }
    return archive.stateAt(planned.sequence()).fact(key);
  }
}
