package dev.plumbline.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.SourceStatus;
import dev.plumbline.fact.RecordType;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Settlements that differ from the one before by times alone, the clock's and those at which
 * sources last succeeded. They have no entry of their own: the next decision has their number and
 * each of these times, so that they can be settled again.
 */
public final class SkippedSettlements {

  private static final String FIELD = "skipped";
  private static final String SETTLEMENTS = "settlements";
  private static final String TIMES = "times";

  private final Map<String, Series> series = new TreeMap<>();
  private final SortedMap<String, Instant> times;
  private int settlements;

  /** The times of a fact: so many settlements later, so much later, so many times. */
  private static final class Series {
    private final List<Run> runs;
    private int last;

    Series(List<Run> runs, int last) {
      this.runs = new ArrayList<>(runs);
      this.last = last;
    }

    void add(int settlement, Duration later) {
      int after = settlement - last;
      last = settlement;
      Run run = runs.isEmpty() ? null : runs.getLast();
      if (run != null && run.settlements() == after && run.later().equals(later)) {
        runs.set(runs.size() - 1, new Run(after, later, run.count() + 1));
      } else {
        runs.add(new Run(after, later, 1));
      }
    }
  }

  private record Run(int settlements, Duration later, int count) {}

  /** None since a settlement that is recorded with these facts. */
  SkippedSettlements(SortedMap<String, List<Fact>> recorded) {
    this.times = times(recorded);
  }

  private SkippedSettlements(SkippedSettlements other) {
    this.times = new TreeMap<>(other.times);
    this.settlements = other.settlements;
    other.series.forEach((key, each) -> series.put(key, new Series(each.runs, each.last)));
  }

  SkippedSettlements copy() {
    return new SkippedSettlements(this);
  }

  int settlements() {
    return settlements;
  }

  /** The times in facts, by key. */
  static SortedMap<String, Instant> times(SortedMap<String, List<Fact>> facts) {
    var times = new TreeMap<String, Instant>();
    for (Class<? extends Fact> type : List.of(EvaluationTime.class, SourceStatus.class)) {
      for (Fact fact : facts.getOrDefault(RecordType.name(type), List.of())) {
        Instant time = time(fact);
        if (time != null) {
          times.put(fact.key(), time);
        }
      }
    }
    return times;
  }

  /** One more, which has the same facts but for times. */
  void add(SortedMap<String, List<Fact>> facts) {
    settlements++;
    times(facts)
        .forEach(
            (key, time) -> {
              Instant before = times.put(key, time);
              if (before != null && !before.equals(time)) {
                series
                    .computeIfAbsent(key, none -> new Series(List.of(), 0))
                    .add(settlements, Duration.between(before, time));
              }
            });
  }

  void write(ObjectNode decision) {
    if (settlements == 0) {
      return;
    }
    ObjectNode skipped = decision.putObject(FIELD).put(SETTLEMENTS, settlements);
    ObjectNode all = skipped.putObject(TIMES);
    series.forEach(
        (key, each) -> {
          ArrayNode runs = all.putArray(key);
          for (Run run : each.runs) {
            runs.addArray().add(run.settlements()).add(run.later().toString()).add(run.count());
          }
        });
  }

  /** Whether a fact has a time that may differ. */
  public static boolean isTimed(String type) {
    return type.equals(RecordType.name(EvaluationTime.class))
        || type.equals(RecordType.name(SourceStatus.class));
  }

  /** The time that may differ in a fact; null for none. */
  static @Nullable Instant time(Fact fact) {
    return switch (fact) {
      case EvaluationTime time -> time.instant();
      case SourceStatus status -> status.lastSuccess();
      default -> null;
    };
  }

  /** The same fact with another time. */
  private static Fact at(Fact fact, @Nullable Instant time) {
    return switch (fact) {
      case EvaluationTime it -> time == null ? it : new EvaluationTime(time);
      case SourceStatus it ->
          new SourceStatus(
              it.source(),
              it.state(),
              it.operation(),
              it.code(),
              it.since(),
              time,
              it.failures(),
              it.items(),
              it.held());
      default -> fact;
    };
  }

  /** The same fact without its time, to be compared by what else it says. */
  static Fact timeless(Fact fact) {
    return fact instanceof SourceStatus ? at(fact, null) : fact;
  }

  /** How many settlements a decision counts that have no entry. */
  public static int count(JsonNode decision) {
    return decision.path(FIELD).path(SETTLEMENTS).asInt(0);
  }

  /**
   * The settlements that a decision counts, in order: of each, the facts that changed.
   *
   * @param recorded the facts with times, as they were at the entry before
   * @throws IllegalArgumentException when they cannot have been
   */
  public static List<List<Fact>> in(JsonNode decision, Collection<? extends Fact> recorded) {
    JsonNode skipped = decision.path(FIELD);
    int count = count(decision);
    if (count < (skipped.isMissingNode() ? 0 : 1)) {
      throw new IllegalArgumentException(
          "skipped: " + skipped.path(SETTLEMENTS) + " is not a number of settlements");
    }
    var changes = new ArrayList<List<Fact>>(count);
    for (int i = 0; i < count; i++) {
      changes.add(new ArrayList<>());
    }
    var byKey = new TreeMap<String, Fact>();
    recorded.forEach(fact -> byKey.put(fact.key(), fact));
    for (Map.Entry<String, JsonNode> each : skipped.path(TIMES).properties()) {
      Fact fact = byKey.get(each.getKey());
      Instant time = fact == null ? null : time(fact);
      if (fact == null || time == null) {
        throw new IllegalArgumentException("skipped: " + each.getKey() + " has no time before");
      }
      int settlement = 0;
      for (JsonNode run : each.getValue()) {
        Run read = run(run, each.getKey());
        for (int i = 0; i < read.count(); i++) {
          settlement += read.settlements();
          if (settlement > count) {
            throw new IllegalArgumentException(
                "skipped: %s changes in settlement %d of %d"
                    .formatted(each.getKey(), settlement, count));
          }
          time = time.plus(read.later());
          changes.get(settlement - 1).add(at(fact, time));
        }
      }
    }
    return changes;
  }

  private static Run run(JsonNode run, String key) {
    try {
      var read =
          new Run(run.path(0).asInt(), Duration.parse(run.path(1).asText()), run.path(2).asInt());
      if (run.size() == 3 && read.settlements() > 0 && read.count() > 0) {
        return read;
      }
    } catch (DateTimeException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "skipped: " + key + ": " + run + " is not [settlements, duration, times]");
  }
}
