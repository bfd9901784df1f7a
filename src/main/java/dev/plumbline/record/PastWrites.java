package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Outcome.Result;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogReader;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was written to the cluster, read from the newest entries of a log. */
final class PastWrites {

  private static final int CHUNK = 256;

  private PastWrites() {}

  /**
   * The outcomes {@code done} since a time, in the order of the entries; none of reports, which no
   * limit counts.
   *
   * @param from the place of the first entry that is looked at
   * @throws dev.plumbline.log.InvalidLogException when an entry cannot be read
   */
  static List<Outcome> in(LogReader log, long from, Instant since) {
    Deque<Outcome> found = new ArrayDeque<>();
    long end = log.head().size();
    boolean more = true;
    while (more && end > from) {
      long begin = Math.max(from, end - CHUNK);
      var entries = new ArrayList<Entry>(CHUNK);
      log.read(begin, end, entries::add);
      for (Entry entry : entries.reversed()) {
        more = !entry.at().isBefore(since);
        Outcome outcome = more && entry.kind() == EntryKind.OUTCOME ? of(entry) : null;
        if (outcome != null) {
          found.addFirst(outcome);
        }
      }
      end = begin;
    }
    return List.copyOf(found);
  }

  private static @Nullable Outcome of(Entry entry) {
    ObjectNode body = entry.body();
    ActionKind kind = ActionKind.find(body.path("action").asText()).orElse(null);
    boolean done = body.path("result").asText().equals("done");
    return !done || kind == null || kind == ActionKind.REPORT
        ? null
        : new Outcome(
            kind,
            object(body.path("object")),
            Result.DONE,
            null,
            body.path("message").asText(),
            entry.at(),
            text(body, "value"),
            text(body, "manager"));
  }

  private static ObjectRef object(JsonNode object) {
    return new ObjectRef(
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        text(object, "namespace"),
        object.path("name").asText());
  }

  private static @Nullable String text(JsonNode node, String name) {
    return node.hasNonNull(name) ? node.path(name).asText() : null;
  }
}
