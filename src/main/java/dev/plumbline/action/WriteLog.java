package dev.plumbline.action;

import dev.plumbline.fact.ActionWrites;
import dev.plumbline.fact.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which objects each kind of action has changed lately, for the cap on them. An object that is
 * changed again counts from its last change. Not thread-safe.
 */
public final class WriteLog {

  private final InstantSource clock;
  private final Map<ActionKind, Map<ObjectRef, Instant>> changed = new EnumMap<>(ActionKind.class);

  /** Nothing has been changed yet. */
  public WriteLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Takes note of {@code outcome}: only what was written counts. */
  public void add(Outcome outcome) {
    if (outcome.result() == Outcome.Result.DONE) {
      changed
          .computeIfAbsent(outcome.kind(), kind -> new LinkedHashMap<>())
          .merge(outcome.object(), outcome.at(), WriteLog::later);
    }
  }

  /** What was changed within the last {@code interval}, by kind; what is older is forgotten. */
  public List<ActionWrites> facts(Duration interval) {
    Instant begin = clock.instant().minus(interval);
    changed.values().forEach(objects -> objects.values().removeIf(at -> !at.isAfter(begin)));
    return changed.entrySet().stream()
        .filter(entry -> !entry.getValue().isEmpty())
        .map(
            entry ->
                new ActionWrites(
                    entry.getKey().wire(),
                    entry.getValue().size(),
                    Collections.min(entry.getValue().values())))
        .toList();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
