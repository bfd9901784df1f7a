package dev.plumbline.loop;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.Outcome;
import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The state of the host at one moment, immutable.
 *
 * @param facts the facts by type, each list sorted by key
 * @param gates closed gates of the host itself, besides those of the rules: a settlement that
 *     exceeded its limits
 * @param outcomes the last outcome of each attempted action on an object ({@link Outcome#work}),
 *     oldest first
 */
public record HostSnapshot(
    long sequence,
    Instant at,
    SortedMap<String, List<Fact>> facts,
    LiveObjects objects,
    RuleSet rules,
    Settlement settlement,
    Plan plan,
    List<GateClosed> gates,
    Map<String, Outcome> outcomes,
    boolean leader) {

  /** The facts of one type, sorted by key. */
  @SuppressWarnings("unchecked")
  public <T extends Fact> List<T> facts(Class<T> type) {
    return (List<T>) facts.getOrDefault(type.getSimpleName(), List.of());
  }

  /** Whether the settlement reflects the current facts: the last one succeeded. */
  public boolean current() {
    return gates.stream().noneMatch(gate -> gate.gate().equals(LoopSession.GATE));
  }
}
