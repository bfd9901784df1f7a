package dev.plumbline.action;

import dev.plumbline.action.Action.Mode;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.fact.Policy.ActionWrites;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Derives facts from the outcomes of actions. Not thread-safe.
 *
 * <ul>
 *   <li>Failing actions: until one succeeds, finds its object outdated, or is no longer planned.
 *   <li>Recently changed objects per kind of action, for rate limits. Only the last change of an
 *       object counts.
 * </ul>
 */
public final class ActionOutcomes {

  private final InstantSource clock;
  private final Map<ActionKind, Map<ObjectRef, Instant>> changed = new EnumMap<>(ActionKind.class);

  private final SortedMap<String, ActionFailure> failures = new TreeMap<>();

  public ActionOutcomes(InstantSource clock) {
    this.clock = clock;
  }

  public void add(Outcome outcome) {
    if (outcome.result() == Outcome.Result.DONE) {
      changed
          .computeIfAbsent(outcome.kind(), kind -> new LinkedHashMap<>())
          .merge(outcome.object(), outcome.at(), ActionOutcomes::later);
    }
    String key = key(outcome.kind(), outcome.object().key());
    if (outcome.result() != Outcome.Result.FAILED) {
      failures.remove(key);
      return;
    }
    ActionFailure before = failures.get(key);
    failures.put(
        key,
        new ActionFailure(
            outcome.kind().wire(),
            outcome.object().key(),
            String.valueOf(outcome.code()),
            outcome.message(),
            before == null ? 1 : before.failures() + 1,
            before == null ? outcome.at() : before.since()));
  }

  public void retain(Plan plan) {
    Set<String> desired =
        plan.actions().stream()
            .filter(action -> action.mode() == Mode.ENFORCE)
            .map(action -> key(action.kind(), action.object().key()))
            .collect(Collectors.toSet());
    failures.keySet().retainAll(desired);
  }

  /** The failing actions, sorted by kind and object. */
  public List<ActionFailure> failures() {
    return List.copyOf(failures.values());
  }

  /** The changes within the last {@code interval}, by kind; drops older ones. */
  public List<ActionWrites> writes(Duration interval) {
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

  private static String key(ActionKind kind, String object) {
    return kind.wire() + "/" + object;
  }
}
