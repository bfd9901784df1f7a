package dev.plumbline.query;

import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The index of a run of entries. */
interface IndexPart {

  long first();

  int count();

  Instant at(int offset);

  /** The earliest and the latest time of its entries; clocks are set back at times. */
  Instant earliest();

  Instant latest();

  /** The offsets of the entries with a term, ascending. */
  BitSet having(String term);

  default BitSet candidates(List<Set<String>> terms, @Nullable Instant from, @Nullable Instant to) {
    var found = new BitSet(count());
    if (count() == 0
        || (from != null && latest().isBefore(from))
        || (to != null && !earliest().isBefore(to))) {
      return found;
    }
    found.set(0, count());
    for (Set<String> some : terms) {
      var any = new BitSet();
      some.forEach(term -> any.or(having(term)));
      found.and(any);
      if (found.isEmpty()) {
        return found;
      }
    }
    if ((from != null && earliest().isBefore(from)) || (to != null && !latest().isBefore(to))) {
      for (int i = found.nextSetBit(0); i >= 0; i = found.nextSetBit(i + 1)) {
        Instant at = at(i);
        if ((from != null && at.isBefore(from)) || (to != null && !at.isBefore(to))) {
          found.clear(i);
        }
      }
    }
    return found;
  }
}
