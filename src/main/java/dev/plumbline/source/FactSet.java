package dev.plumbline.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facts in the order they were read, each key once. */
final class FactSet {

  /** A fact and where it was read, as text: a cursor would keep its whole document in memory. */
  record Entry(Fact fact, String owner, String file, String path) {

    static Entry of(Fact fact, String owner, Cursor place) {
      return new Entry(fact, owner, place.origin().file(), place.path());
    }

    Entry with(Fact other) {
      return new Entry(other, owner, file, path);
    }
  }

  private final Map<String, Entry> byKey = new LinkedHashMap<>();
  private final Map<String, JsonNode> documentByOwner = new LinkedHashMap<>();
  private String owner = "";
  private @Nullable List<Fact> noted;
  private Map<String, Fact> former = Map.of();
  private boolean launchFailuresKnown;

  /** From now on objects add no launch that failed: those that there are were added. */
  void launchFailuresKnown() {
    launchFailuresKnown = true;
  }

  /**
   * Sets the owner of the facts that are added next.
   *
   * @param document what they are read from; missing when there is none
   */
  void of(String owner, JsonNode document) {
    this.owner = owner;
    documentByOwner.put(owner, document);
  }

  /**
   * From now on, what is added is noted, to be added {@link #again} to another set.
   *
   * @param before what was noted of the same file before: a fact that is the same is held once
   */
  void note(List<Fact> before) {
    noted = new ArrayList<>();
    former = new HashMap<>();
    before.forEach(fact -> former.put(fact.key(), fact));
  }

  /** What was added since; null if some of it was there before. */
  @Nullable List<Fact> noted() {
    List<Fact> all = noted;
    noted = null;
    former = Map.of();
    return all;
  }

  /**
   * Adds facts as they were noted, without the document and the place they were read from. Not all
   * of them are added when one is there already: the answer is false then.
   */
  boolean again(String owner, List<Fact> facts, String file) {
    of(owner, MissingNode.getInstance());
    for (Fact fact : facts) {
      if (byKey.putIfAbsent(fact.key(), new Entry(fact, owner, file, "")) != null) {
        return false;
      }
    }
    return true;
  }

  /** Adds a fact read at {@code place}; the very same fact again changes nothing. */
  void add(Fact fact, Cursor place) {
    String key = fact.key();
    Fact before = former.get(key);
    Fact held = before != null && before.equals(fact) ? before : fact;
    Entry first = byKey.putIfAbsent(key, Entry.of(held, owner, place));
    if (first == null) {
      if (noted != null) {
        noted.add(held);
      }
      return;
    }
    if (first.fact().equals(held)) {
      noted = null;
      return;
    }
    throw place.wrong(
        "is a second " + key + ", and it differs from the one at " + location(first, place),
        "Try: remove the older of the two.");
  }

  /** Adds facts read at {@code place}, which must be the first of their keys. */
  void addOnce(List<? extends Fact> facts, Cursor place) {
    for (Fact fact : facts) {
      if (launchFailuresKnown && fact instanceof LaunchFailure) {
        continue;
      }
      Entry first = byKey.get(fact.key());
      if (first != null && fact instanceof LaunchFailure failure) {
        // Each claim and Event tells of one; a pool has one.
        byKey.put(fact.key(), first.with(((LaunchFailure) first.fact()).with(failure)));
        continue;
      }
      if (first != null) {
        throw place.wrong(
            "is a second " + fact.key() + " beside the one in " + first.file(),
            "Try: remove one of the two.");
      }
      byKey.put(fact.key(), Entry.of(fact, owner, place));
    }
  }

  List<Fact> list() {
    var facts = new ArrayList<Fact>(byKey.size());
    byKey.values().forEach(entry -> facts.add(entry.fact()));
    return List.copyOf(facts);
  }

  /** The facts of each owner, in the order the owners were set. */
  List<FactUpdate> updates() {
    var byOwner = new LinkedHashMap<String, List<Fact>>();
    documentByOwner.keySet().forEach(each -> byOwner.put(each, new ArrayList<>()));
    byKey
        .values()
        .forEach(
            entry ->
                byOwner.computeIfAbsent(entry.owner(), o -> new ArrayList<>()).add(entry.fact()));
    var updates = new ArrayList<FactUpdate>();
    byOwner.forEach(
        (name, facts) -> {
          JsonNode document = documentByOwner.get(name);
          boolean there = document != null && !document.isMissingNode();
          updates.add(new FactUpdate(name, List.copyOf(facts), there ? document : null));
        });
    return updates;
  }

  private static String location(Entry first, Cursor place) {
    return first.file().equals(place.origin().file())
        ? first.path()
        : first.file() + " " + first.path();
  }
}
