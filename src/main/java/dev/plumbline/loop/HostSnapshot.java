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
 * What the host knows and holds at one moment: an immutable value that any thread may read.
 *
 * @param sequence how many settlements there were
 * @param at when it settled
 * @param facts the facts by type, each list sorted by key
 * @param objects the objects that actions change
 * @param rules what judged
 * @param settlement what follows
 * @param plan what is to be done
 * @param gates what the host itself holds back, beside the gates of the rules: a settlement that
 *     went beyond its limits
 * @param outcomes the latest outcome of each action that was tried, by kind and object
 * @param leader whether this replica acts
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

  /** Whether the settlement is of the facts as they are: the last one went well. */
  public boolean current() {
    return gates.stream().noneMatch(gate -> gate.gate().equals(LoopSession.GATE));
  }
}
