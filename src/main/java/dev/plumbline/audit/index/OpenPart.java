package dev.plumbline.audit.index;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A part that entries are still added to. */
final class OpenPart implements IndexPart {

  private final long first;
  private final List<Instant> times = new ArrayList<>();
  private final SortedMap<String, BitSet> postings = new TreeMap<>();
  private Instant earliest = Instant.MAX;
  private Instant latest = Instant.MIN;

  /** A part without entries. */
  OpenPart(long first) {
    this.first = first;
  }

  /** Adds the next entry. */
  void add(Instant at, Collection<String> terms) {
    for (String term : terms) {
      postings.computeIfAbsent(term, none -> new BitSet()).set(times.size());
    }
    times.add(at);
    earliest = at.isBefore(earliest) ? at : earliest;
    latest = at.isAfter(latest) ? at : latest;
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int count() {
    return times.size();
  }

  @Override
  public Instant at(int offset) {
    return times.get(offset);
  }

  @Override
  public Instant earliest() {
    return earliest;
  }

  @Override
  public Instant latest() {
    return latest;
  }

  @Override
  public BitSet having(String term) {
    return postings.getOrDefault(term, new BitSet());
  }

  SortedMap<String, BitSet> postings() {
    return postings;
  }
}
