package dev.plumbline.backtest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.backtest.DifferenceGroup.Change;
import dev.plumbline.backtest.GroupTotals.Evidence;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.WireForm;
import dev.plumbline.engine.ConclusionIdentity;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.RecordType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What two rule sets conclude otherwise about one thing. Not thread-safe. */
final class DifferingSubject {

  private static final JsonFactory JSON = new JsonFactory();

  private final ConclusionIdentity identity;
  private final TreeMap<Conclusion, Concluded> before;
  private final TreeMap<Conclusion, Concluded> after;
  private @Nullable DifferenceGroup group;

  DifferingSubject(ConclusionIdentity identity) {
    this.identity = identity;
    this.before = new TreeMap<>(identity::compare);
    this.after = new TreeMap<>(identity::compare);
  }

  /** Which of both concludes this alone; null for the one that does not. */
  void set(Conclusion conclusion, @Nullable Concluded one, @Nullable Concluded other) {
    before.remove(conclusion);
    after.remove(conclusion);
    if (one != null) {
      before.put(conclusion, one);
    } else if (other != null) {
      after.put(conclusion, other);
    }
  }

  boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }

  /** The group that it was last counted in; null before the first time. */
  @Nullable DifferenceGroup counted() {
    return group;
  }

  void countedIn(@Nullable DifferenceGroup now) {
    group = now;
  }

  DifferenceGroup group(String cluster) {
    var rules = new TreeSet<String>();
    for (TreeMap<Conclusion, Concluded> side : List.of(before, after)) {
      for (Concluded each : side.values()) {
        each.derivations().forEach(derivation -> rules.add(derivation.rule().id()));
      }
    }
    return DifferenceGroup.of(
        cluster,
        after.isEmpty() ? before.firstKey() : after.firstKey(),
        change(),
        String.join(",", rules));
  }

  private Change change() {
    if (before.isEmpty()) {
      return Change.ADDED;
    }
    if (after.isEmpty()) {
      return Change.REMOVED;
    }
    boolean words =
        before.size() == 1
            && after.size() == 1
            && identity.saySame(before.firstKey(), after.firstKey());
    return words ? Change.MESSAGE : Change.CHANGED;
  }

  /** What it is about, for people. */
  String subject() {
    Conclusion any = after.isEmpty() ? before.firstKey() : after.firstKey();
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(any.getClass()));
    return type.keys() == 0 ? wire(any) : identity.about(any);
  }

  Evidence evidence(Instant at, String cluster, long entry, String subject) {
    return new Evidence(at, cluster, entry, subject, wire(before), wire(after));
  }

  private static String wire(TreeMap<Conclusion, Concluded> side) {
    return String.join("\n", side.keySet().stream().map(DifferingSubject::wire).toList());
  }

  private static String wire(Conclusion conclusion) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      WireForm.write(conclusion, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
