package dev.plumbline.action;

import dev.plumbline.action.Action.Mode;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.fact.Policy.ActionFailure;
import dev.plumbline.fact.Policy.ActionWrites;
import dev.plumbline.fact.Policy.FieldWrites;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Derives facts from the outcomes of actions. Not thread-safe.
 *
 * <ul>
 *   <li>Failing actions: until one succeeds, finds its object outdated, or is no longer planned.
 *   <li>Recently changed objects per kind of action, for rate limits. Only the last change of an
 *       object counts.
 *   <li>Writes per object and kind of action, to notice a field that is written again and again.
 * </ul>
 */
public final class ActionOutcomes {

  private final InstantSource clock;
  private final Map<ActionKind, Map<ObjectRef, Instant>> changed = new EnumMap<>(ActionKind.class);

  private final SortedMap<String, ActionFailure> failures = new TreeMap<>();
  private final SortedMap<String, Field> fields = new TreeMap<>();

  /** What a kind of action writes of an object. */
  private static final class Field {

    private final ActionKind kind;
    private final ObjectRef object;
    private final Deque<FieldWrite> writes = new ArrayDeque<>();
    private @Nullable String manager;

    Field(ActionKind kind, ObjectRef object) {
      this.kind = kind;
      this.object = object;
    }
  }

  private record FieldWrite(Instant at, @Nullable String value) {}

  /**
   * The times over which writes are counted.
   *
   * @param flap the window that ends with the last write of a field
   * @param calm how long a field is remembered after its last write
   * @param cap the window that ends now
   */
  public record Windows(Duration flap, Duration calm, Duration cap) {

    private Duration longest() {
      return Collections.max(List.of(flap, calm, cap));
    }

    /** How long ago a write can be that still counts. */
    public Duration remembered() {
      return Collections.max(List.of(flap.plus(longest()), cap));
    }
  }

  public ActionOutcomes(InstantSource clock) {
    this.clock = clock;
  }

  public void add(Outcome outcome) {
    if (outcome.result() == Outcome.Result.DONE) {
      changed
          .computeIfAbsent(outcome.kind(), kind -> new LinkedHashMap<>())
          .merge(outcome.object(), outcome.at(), ActionOutcomes::later);
      if (outcome.kind() != ActionKind.REPORT) {
        Field field =
            fields.computeIfAbsent(
                key(outcome.kind(), outcome.object().key()),
                key -> new Field(outcome.kind(), outcome.object()));
        field.writes.addLast(new FieldWrite(outcome.at(), outcome.value()));
        field.manager = outcome.manager() == null ? field.manager : outcome.manager();
      }
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

  /** The fields that were written lately, sorted by kind and object; forgets the others. */
  public List<FieldWrites> fields(Windows windows) {
    Instant now = clock.instant();
    fields
        .values()
        .removeIf(field -> !field.writes.getLast().at().plus(windows.longest()).isAfter(now));
    return fields.values().stream().map(field -> facts(field, windows, now)).toList();
  }

  private static FieldWrites facts(Field field, Windows windows, Instant now) {
    FieldWrite last = field.writes.getLast();
    Instant burst = last.at().minus(windows.flap());
    Instant counted = now.minus(windows.cap());
    field.writes.removeIf(write -> !write.at().isAfter(burst) && !write.at().isAfter(counted));
    List<FieldWrite> recent =
        last.at().plus(windows.calm()).isAfter(now)
            ? field.writes.stream().filter(write -> write.at().isAfter(burst)).toList()
            : List.of();
    List<FieldWrite> within =
        field.writes.stream().filter(write -> write.at().isAfter(counted)).toList();
    var values = new HashSet<@Nullable String>();
    recent.forEach(write -> values.add(write.value()));
    return new FieldWrites(
        field.kind.wire(),
        field.object.key(),
        recent.size(),
        values.size(),
        last.value() == null,
        last.at(),
        within.size(),
        within.isEmpty() ? null : within.getFirst().at(),
        field.manager);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static String key(ActionKind kind, String object) {
    return kind.wire() + "/" + object;
  }
}
