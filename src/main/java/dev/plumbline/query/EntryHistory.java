package dev.plumbline.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.EntryText.Actions;
import dev.plumbline.query.NodeAnswer.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When facts were first recorded, and what was done. */
final class EntryHistory {

  private static final int MAX_LINES = 50;

  private final LogArchive archive;

  EntryHistory(LogArchive archive) {
    this.archive = archive;
  }

  /**
   * The first of the consecutive entries that recorded this value of a fact, up to an entry.
   *
   * @return null when no decision recorded it: it was known when the log began
   */
  @Nullable Entry since(String key, String component, String value, long upTo) {
    Entry since = null;
    long before = upTo + 1;
    while (true) {
      List<Entry> entries =
          archive
              .query()
              .before(
                  new EntryFilter(null, null, EntryKind.DECISION, EntryFilter.About.object(key)),
                  before,
                  MAX_LINES);
      for (Entry each : entries.reversed()) {
        JsonNode facts = archive.bodies().part(each, "facts");
        for (JsonNode gone : facts.path("removed")) {
          if (gone.asText().equals(key)) {
            return since;
          }
        }
        for (JsonNode fact : facts.path("put")) {
          if (archive.keys().of(fact).equals(key)) {
            if (!BodyReader.text(fact.elements().next(), component).equals(value)) {
              return since;
            }
            since = each;
          }
        }
      }
      if (entries.isEmpty()) {
        return since;
      }
      before = entries.getFirst().sequence();
    }
  }

  /** What was planned and done to some objects up to a place: the newest, in order. */
  List<Line> done(Set<String> objects, long upTo, Evidence evidence) {
    var entries = new ArrayList<Entry>();
    for (String object : objects) {
      var about = EntryFilter.About.object(object);
      entries.addAll(
          archive
              .query()
              .before(new EntryFilter(null, null, EntryKind.OUTCOME, about), upTo + 1, MAX_LINES));
      // Most decisions about an object plan nothing: only those with some action are read.
      entries.addAll(planned(object, upTo));
    }
    entries.sort(Comparator.comparingLong(Entry::sequence));
    var lines = new ArrayList<Line>();
    long last = -1;
    for (Entry each : entries) {
      if (each.sequence() != last) {
        last = each.sequence();
        lines(each, objects).forEach(text -> lines.add(Line.of(text, each.sequence())));
      }
    }
    List<Line> newest = lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size());
    newest.forEach(line -> evidence.entry(line.entry() == null ? 0 : line.entry()));
    return newest;
  }

  private List<Entry> planned(String object, long upTo) {
    var found = new ArrayList<Entry>();
    for (String action : Actions.KINDS) {
      var about = new EntryFilter.About(object, null, null, action, null, null);
      archive
          .query()
          .before(new EntryFilter(null, null, EntryKind.DECISION, about), upTo + 1, MAX_LINES / 5)
          .stream()
          .filter(entry -> found.stream().noneMatch(e -> e.sequence() == entry.sequence()))
          .forEach(found::add);
    }
    return found;
  }

  private List<String> lines(Entry entry, Set<String> objects) {
    var lines = new ArrayList<String>();
    if (entry.kind() == EntryKind.OUTCOME) {
      String message = BodyReader.text(entry.body(), "message");
      lines.add(
          entry.at() + " " + Actions.outcome(entry) + (message.isEmpty() ? "" : ": " + message));
      return lines;
    }
    JsonNode actions = archive.bodies().part(entry, "actions");
    for (JsonNode planned : actions.path("planned")) {
      if (objects.contains(EntryTerms.key(planned.path("object")))) {
        lines.add(entry.at() + " " + Actions.planned(planned));
      }
    }
    for (JsonNode dropped : actions.path("dropped")) {
      if (objects.contains(EntryTerms.key(dropped.path("object")))) {
        lines.add(entry.at() + " " + Actions.name(dropped) + ": no longer planned");
      }
    }
    return lines;
  }
}
