package dev.plumbline.query;

import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.Seconds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Finds entries: the index narrows down the candidates, each entry is then checked itself. */
public final class LogQuery {

  private final LogReader log;
  private final LogIndex index;
  private @Nullable RuleBook rules;
  private long rulesUpTo;

  public LogQuery(LogReader log, LogIndex index) {
    this.log = log;
    this.index = index;
  }

  public synchronized RuleBook rules() {
    long size = log.head().size();
    RuleBook known = rules;
    if (known == null || rulesUpTo < size) {
      var revisions = new ArrayList<Entry>(known == null ? List.of() : known.revisions());
      eachAfter(
          rulesUpTo - 1,
          List.of(Set.of(EntryTerms.kind(EntryKind.RULES.wire()))),
          null,
          null,
          entry -> entry.kind() != EntryKind.RULES || revisions.add(entry));
      if (known == null || revisions.size() > known.revisions().size()) {
        known = new RuleBook(new BodyReader(log), revisions);
      }
      rules = known;
      rulesUpTo = size;
    }
    return known;
  }

  /** The newest matching entries, at most {@code limit}, in log order. */
  public List<Entry> newest(EntryFilter filter, int limit) {
    return before(filter, Long.MAX_VALUE, limit);
  }

  /** The nearest matching entries before a sequence number, at most {@code limit}, in log order. */
  public List<Entry> before(EntryFilter filter, long sequence, int limit) {
    var found = new ArrayList<Entry>();
    if (filter.isAll()) {
      // What is in them is not looked at: the first who asks does not wait for the index.
      long end = Math.min(sequence, log.head().size());
      log.readEach(LongStream.range(Math.max(0, end - limit), end).toArray(), found::add);
      return found;
    }
    List<Set<String>> terms = filter.terms(this::rules);
    List<IndexPart> parts = index.parts();
    for (int p = parts.size() - 1; p >= 0 && found.size() < limit; p--) {
      IndexPart part = parts.get(p);
      BitSet candidates = part.candidates(terms, filter.from(), filter.to());
      if (sequence < part.first() + part.count()) {
        candidates.clear((int) Math.max(0, sequence - part.first()), Math.max(part.count(), 1));
      }
      while (!candidates.isEmpty() && found.size() < limit) {
        BitSet last = last(candidates, limit - found.size());
        List<Entry> fitting = new ArrayList<>();
        read(part, last, entry -> fits(filter, entry) ? fitting.add(entry) : true);
        found.addAll(0, fitting);
        candidates.andNot(last);
      }
    }
    return found;
  }

  /** The first matching entries after a sequence number, at most {@code limit}. */
  public List<Entry> after(EntryFilter filter, long sequence, int limit) {
    var found = new ArrayList<Entry>();
    each(
        filter,
        sequence,
        entry -> {
          found.add(entry);
          return found.size() < limit;
        });
    return found;
  }

  /** Every matching entry after a sequence number, until {@code consumer} returns false. */
  public void each(EntryFilter filter, long sequence, Predicate<Entry> consumer) {
    eachAfter(
        sequence,
        filter.terms(this::rules),
        filter.from(),
        filter.to(),
        entry -> !fits(filter, entry) || consumer.test(entry));
  }

  public long count(EntryFilter filter) {
    List<Set<String>> terms = filter.terms(this::rules);
    long count = 0;
    for (IndexPart part : index.parts()) {
      count += part.candidates(terms, filter.from(), filter.to()).cardinality();
    }
    return count;
  }

  /**
   * The sequence number of the last entry at a time; a time in whole seconds includes all of that
   * second; -1 when there is none. After a clock was set back, the last entry written by then
   * counts.
   */
  public long at(Instant at) {
    Instant time = Seconds.endOf(at);
    List<IndexPart> parts = index.parts();
    for (int p = parts.size() - 1; p >= 0; p--) {
      IndexPart part = parts.get(p);
      if (part.count() > 0 && !part.earliest().isAfter(time)) {
        for (int i = part.count() - 1; i >= 0; i--) {
          if (!part.at(i).isAfter(time)) {
            return part.first() + i;
          }
        }
      }
    }
    return -1;
  }

  private boolean fits(EntryFilter filter, Entry entry) {
    return filter.fits(entry, index.terms()::of, this::rules);
  }

  private void eachAfter(
      long sequence,
      List<Set<String>> terms,
      @Nullable Instant from,
      @Nullable Instant to,
      Predicate<Entry> consumer) {
    for (IndexPart part : index.parts()) {
      if (sequence >= part.first() + part.count() - 1) {
        continue;
      }
      BitSet candidates = part.candidates(terms, from, to);
      if (sequence >= part.first()) {
        candidates.clear(0, (int) (sequence - part.first()) + 1);
      }
      if (!read(part, candidates, consumer)) {
        return;
      }
    }
  }

  private static BitSet last(BitSet all, int most) {
    var last = new BitSet();
    int i = all.length() - 1;
    for (int n = 0; i >= 0 && n < most; n++) {
      last.set(i);
      i = i == 0 ? -1 : all.previousSetBit(i - 1);
    }
    return last;
  }

  /** Reads these entries in order; returns false when the consumer wants no more. */
  private boolean read(IndexPart part, BitSet offsets, Predicate<Entry> consumer) {
    boolean[] more = {true};
    log.readEach(
        offsets.stream().mapToLong(offset -> part.first() + offset).toArray(),
        entry -> {
          more[0] = consumer.test(entry);
          return more[0];
        });
    return more[0];
  }
}
