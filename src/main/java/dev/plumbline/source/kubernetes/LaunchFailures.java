package dev.plumbline.source.kubernetes;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What Karpenter failed to launch: one fact for each pool and offering, however many claims and
 * Events tell of it, until it has launched a claim of the kind or nothing has failed for long. The
 * API server forgets an Event after an hour; a claim that EC2 has no capacity for is there for a
 * second.
 */
public final class LaunchFailures {

  private static final int MAX_FAILURES = 500;
  private static final int MAX_CLAIMS = 1_000;
  private static final Duration KEPT = Duration.ofHours(1);
  private static final String CLAIM = ObjectKind.NODE_CLAIM.key("");

  private final Map<String, LaunchFailure> failures = new LinkedHashMap<>();

  /** Claims that were not launched yet when last seen: what they ask for is in no Event. */
  private final Map<String, NodeClaim> asked = new Oldest<>(MAX_CLAIMS);

  private boolean begun;

  public LaunchFailures() {
    this(List.of());
  }

  /**
   * @param known what had failed before the program was started
   */
  public LaunchFailures(List<LaunchFailure> known) {
    known.forEach(failure -> failures.put(failure.key(), failure));
  }

  /** The updates without what single claims and Events tell, and with what that makes. */
  public synchronized List<FactUpdate> after(List<FactUpdate> updates, Instant now) {
    var all = new ArrayList<FactUpdate>();
    Map<String, LaunchFailure> before = begun ? new LinkedHashMap<>(failures) : Map.of();
    begun = true;
    for (FactUpdate update : updates) {
      for (Fact fact : update.facts()) {
        if (fact instanceof NodeClaim claim) {
          seen(claim);
        }
      }
      all.add(without(update));
    }
    failures.values().removeIf(failure -> failure.over(now) && failure.until(KEPT).isBefore(now));
    before.keySet().stream()
        .filter(key -> !failures.containsKey(key))
        .forEach(key -> all.add(FactUpdate.gone(key)));
    failures.forEach(
        (key, failure) -> {
          if (!failure.equals(before.get(key))) {
            all.add(FactUpdate.of(failure));
          }
        });
    return all;
  }

  private void seen(NodeClaim claim) {
    if (claim.launched()) {
      asked.remove(claim.name());
      failures.values().removeIf(failure -> failure.overcomeBy(claim));
    } else {
      asked.put(claim.name(), claim);
    }
  }

  private FactUpdate without(FactUpdate update) {
    if (update.facts().stream().noneMatch(LaunchFailure.class::isInstance)) {
      return update;
    }
    var facts = new ArrayList<Fact>();
    for (Fact fact : update.facts()) {
      if (fact instanceof LaunchFailure failure) {
        add(failure, update);
      } else {
        facts.add(fact);
      }
    }
    // An Event tells of nothing else; its claim is kept in the snapshot, as it is.
    return new FactUpdate(update.owner(), facts, facts.isEmpty() ? null : update.document());
  }

  private void add(LaunchFailure told, FactUpdate by) {
    LaunchFailure failure = told;
    if (!by.owner().startsWith(CLAIM) && by.document() != null) {
      failure = of(asked.get(by.document().at("/involvedObject/name").asText()), told);
    }
    LaunchFailure before = failures.get(failure.key());
    if (before == null || before.over(failure.since())) {
      if (before == null && failures.size() >= MAX_FAILURES) {
        failures.remove(failures.keySet().iterator().next());
      }
      failures.put(failure.key(), failure);
    } else {
      failures.put(failure.key(), before.with(failure));
    }
  }

  /** The failure with what the claim admits one of, which is among its labels. */
  private static LaunchFailure of(@Nullable NodeClaim claim, LaunchFailure failure) {
    if (claim == null) {
      return failure;
    }
    return new LaunchFailure(
        Objects.requireNonNullElse(claim.nodePool(), failure.nodePool()),
        Objects.requireNonNullElse(claim.capacityType(), failure.capacityType()),
        Objects.requireNonNullElse(claim.instanceType(), failure.instanceType()),
        Objects.requireNonNullElse(claim.zone(), failure.zone()),
        failure.code(),
        failure.message(),
        failure.since(),
        failure.last());
  }

  /** Keeps so many entries at most; the oldest goes first. */
  private static final class Oldest<V> extends LinkedHashMap<String, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    Oldest(int most) {
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > most;
    }
  }
}
