package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Facts in the order they were read, each thing once. */
final class FactSet {

  private record Entry(Fact fact, Cursor place) {}

  private final Map<String, Entry> byKey = new LinkedHashMap<>();

  /**
   * Adds a fact read at {@code place}; the very same fact again changes nothing.
   *
   * @throws InvalidSourceException when another fact has its key
   */
  void add(Fact fact, Cursor place) {
    Entry first = byKey.putIfAbsent(fact.key(), new Entry(fact, place));
    if (first == null || first.fact().equals(fact)) {
      return;
    }
    throw place.wrong(
        "is a second " + fact.key() + ", and it differs from the one at " + told(first, place),
        "Maybe one of the two is an older copy.");
  }

  /** Adds facts read at {@code place}, which must be the first of their keys. */
  void addOnce(List<? extends Fact> facts, Cursor place) {
    for (Fact fact : facts) {
      Entry first = byKey.get(fact.key());
      if (first != null) {
        throw place.wrong(
            "is a second " + fact.key() + " beside the one in " + first.place().origin().file(),
            "Maybe one of the two is a copy.");
      }
      byKey.put(fact.key(), new Entry(fact, place));
    }
  }

  List<Fact> list() {
    var facts = new ArrayList<Fact>(byKey.size());
    byKey.values().forEach(entry -> facts.add(entry.fact()));
    return List.copyOf(facts);
  }

  private static String told(Entry first, Cursor place) {
    String file = first.place().origin().file();
    String path = first.place().path();
    return file.equals(place.origin().file()) ? path : file + " " + path;
  }
}
