package dev.plumbline.why;

import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.why.WhyNot.Absence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for the smallest changes of facts after which a conclusion holds, and tries each. */
public final class Suggestions {

  /**
   * Changes of facts after which a conclusion holds: tried, not guessed.
   *
   * @param added how many conclusions there would be that are not there now, the goal one included
   */
  public record Suggestion(List<FactChange> changes, int added, int removed) {}

  private static final int MAX_SINGLE = 300;

  private static final int MAX_FIRST = 24;

  private static final int MAX_SECOND = 40;

  private static final int MAX_SHOWN = 4;

  private static final FactChange.Kind EASY = FactChange.Kind.WAIVER;

  private final CompiledRules forms;
  private final WhatIfSession trial;
  private final World world;
  private final FeasibleChanges feasible;
  private final long timeLimit;
  private final long start = System.nanoTime();
  private final List<Suggestion> found = new ArrayList<>();

  /**
   * Tries changes of the facts of {@code world}, which {@code trial} is settled on.
   *
   * @param timeLimit after this long no further change is tried; after half of it no further one
   *     beside one that does
   */
  Suggestions(CompiledRules forms, WhatIfSession trial, World world, Duration timeLimit) {
    this.forms = forms;
    this.trial = trial;
    this.world = world;
    this.feasible = new FeasibleChanges(forms.data(), world);
    this.timeLimit = timeLimit.toNanos();
  }

  /** The smallest changes, at most a few. What was tried last is still there in the copy. */
  List<Suggestion> of(Goal goal, Absence absence) {
    List<FactChange> further =
        singles(
            goal,
            ChangeProposals.of(absence, forms, world).stream()
                .filter(change -> feasible.feasible(List.of(change)))
                .toList());
    if (found.isEmpty()) {
      further.addAll(singles(goal, ofNamed(goal)));
    }
    if (found.isEmpty()) {
      pairs(goal, further);
    }
    found.sort(
        Comparator.comparing(Suggestions::hardest)
            .thenComparing(each -> each.added() + each.removed()));
    boolean easy = !found.isEmpty() && hardest(found.getFirst()).compareTo(EASY) <= 0;
    return found.stream()
        .filter(each -> !easy || hardest(each).compareTo(EASY) <= 0)
        .limit(MAX_SHOWN)
        .toList();
  }

  /**
   * Changes of what people wrote in the objects that {@code goal} names, in their pools and node
   * classes: to what others of the kind have.
   */
  private List<FactChange> ofNamed(Goal goal) {
    var names = new LinkedHashSet<String>(goal.fields().values());
    for (String name : goal.fields().values()) {
      if (world.fact(RecordType.key(NodeClaim.class, name)) instanceof NodeClaim claim) {
        names.add(claim.nodePool());
      }
    }
    for (String name : List.copyOf(names)) {
      if (world.fact(RecordType.key(NodePool.class, name)) instanceof NodePool pool) {
        names.add(pool.nodeClass());
      }
    }
    var variants = new FactVariants(world);
    var changes = new LinkedHashSet<FactChange>();
    for (Class<? extends Fact> type : FeasibleChanges.written()) {
      RecordType record = Objects.requireNonNull(FactTypes.of(type));
      String named = record.components().getFirst().name();
      for (String name : names) {
        for (Object each : world.where(record, named, name)) {
          if (name.equals(record.components().getFirst().reader().apply(each))) {
            Fact fact = (Fact) each;
            var others =
                new ArrayList<>(variants.all(fact, null, List.copyOf(goal.fields().values())));
            if (fact instanceof AmiSelectorTerm term) {
              others.addAll(variants.terms(term, goal.fields().values()));
            }
            others.stream()
                .filter(changed -> !changed.equals(fact))
                .map(changed -> FactChange.set(fact, changed))
                .filter(change -> feasible.feasible(List.of(change)))
                .forEach(changes::add);
          }
        }
      }
    }
    return List.copyOf(changes);
  }

  /** Tries one change after the other; those that do something, but not enough. */
  private List<FactChange> singles(Goal goal, List<FactChange> changes) {
    var further = new ArrayList<FactChange>();
    for (FactChange change : changes.stream().limit(MAX_SINGLE).toList()) {
      if (enough(change)) {
        break;
      }
      Settlement after = tried(goal, List.of(change));
      if (after != null && found.isEmpty() && !after.equals(trial.settlement())) {
        further.add(change);
      }
    }
    return further;
  }

  private void pairs(Goal goal, List<FactChange> further) {
    Set<Set<FactChange>> tried = new HashSet<>();
    for (FactChange first : further.stream().limit(MAX_FIRST).toList()) {
      Settlement between = enough(first) ? null : trial.with(List.of(first));
      if (between == null) {
        continue;
      }
      var other = new World(changed(first).values(), between);
      Absence absence = new WhyNot(forms, other).of(goal);
      List<FactChange> second = ChangeProposals.of(absence, forms, other);
      for (FactChange change :
          second.stream()
              .filter(each -> each.before() == null || each.before().equals(world.fact(each.key())))
              .filter(each -> feasible.feasible(List.of(first, each)))
              .limit(MAX_SECOND)
              .toList()) {
        if (enough(change)) {
          break;
        }
        if (!change.key().equals(first.key()) && tried.add(Set.of(first, change))) {
          tried(goal, List.of(first, change));
        }
      }
    }
  }

  /** Settles the copy with changes; what follows, null when the rules fail. */
  private @Nullable Settlement tried(Goal goal, List<FactChange> changes) {
    Settlement before = trial.settlement();
    Settlement after = trial.with(changes);
    if (after != null && goal.gained(after, before)) {
      found.add(new Suggestion(changes, after.minus(before), before.minus(after)));
    }
    return after;
  }

  private boolean enough(FactChange next) {
    long passed = System.nanoTime() - start;
    if (found.isEmpty()) {
      return passed > timeLimit;
    }
    boolean easy = found.stream().anyMatch(each -> hardest(each).compareTo(EASY) <= 0);
    return passed > timeLimit / 2
        || found.size() >= MAX_SHOWN * 3
        || easy && next.kind().compareTo(EASY) > 0;
  }

  private Map<String, Fact> changed(FactChange change) {
    var changed = new HashMap<>(world.facts());
    Fact after = change.after();
    if (after == null) {
      changed.remove(change.key());
    } else {
      changed.put(change.key(), after);
    }
    return changed;
  }

  private static FactChange.Kind hardest(Suggestion suggestion) {
    return suggestion.changes().stream()
        .map(FactChange::kind)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
