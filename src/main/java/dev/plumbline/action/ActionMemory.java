package dev.plumbline.action;

import dev.plumbline.fact.ActionFailure;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which actions fail now, as facts: until one succeeds, finds its object changed, or is not wanted
 * any more. Not thread-safe.
 */
public final class ActionMemory {

  private final SortedMap<String, ActionFailure> failures = new TreeMap<>();

  /** Takes note of {@code outcome}. */
  public void add(Outcome outcome) {
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

  /** Forgets what {@code plan} does not want to be done. */
  public void retain(Plan plan) {
    Set<String> wanted =
        plan.actions().stream()
            .filter(action -> action.mode() == Mode.ENFORCE)
            .map(action -> key(action.kind(), action.object().key()))
            .collect(Collectors.toSet());
    failures.keySet().retainAll(wanted);
  }

  /** What fails now, sorted by kind and object. */
  public List<ActionFailure> facts() {
    return List.copyOf(failures.values());
  }

  private static String key(ActionKind kind, String object) {
    return kind.wire() + "/" + object;
  }
}
