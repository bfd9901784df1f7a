package dev.plumbline.why;

import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.RecordType;
import dev.plumbline.why.WhatIfSession.Outcome;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the smallest changes of facts after which a conclusion holds, and tries each. What was
 * found so far may be read by another thread.
 */
public final class Suggestions {

  /**
   * Changes of facts after which a conclusion holds: tried, not guessed.
   *
   * @param added how many conclusions there would be that are not there now, the goal one included;
   *     null when the time was over before all that follows was known
   * @param removed the same of those that would be gone
   */
  public record Suggestion(
      List<FactChange> changes, @Nullable Integer added, @Nullable Integer removed) {}

  /** Why no further change was tried. */
  public enum Ended {
    /** There was none left. */
    COMPLETE,
    /** Changes that do were found. */
    ENOUGH,
    /** The time was over. */
    TIME,
    /** Another question had the copy of the facts all the time. */
    BUSY,
    /** There is not enough memory for a copy of the facts. */
    MEMORY
  }

  /**
   * What was found.
   *
   * @param suggestions the smallest changes first
   * @param tried how many changes were tried
   */
  public record Search(List<Suggestion> suggestions, int tried, Ended ended) {

    public static final Search NONE = new Search(List.of(), 0, Ended.COMPLETE);
  }

  /**
   * How long changes are looked for.
   *
   * @param start when the question came, as {@link System#nanoTime} has it
   * @param limit after this long nothing goes on; after half of it nothing beside what was found
   */
  public record Budget(long start, Duration limit) {

    public static Budget of(Duration limit) {
      return new Budget(System.nanoTime(), limit);
    }

    /** Nanoseconds that are left; not below 0. */
    public long left() {
      return Math.max(0, until() - System.nanoTime());
    }

    long until() {
      return until(1);
    }

    long until(double share) {
      return start + (long) (limit.toNanos() * share);
    }
  }

  /** Where changes are tried, once there is one to try. */
  public interface Copy {

    /** The settled copy; null when there is none in time. */
    @Nullable WhatIfSession session();

    /** Why there is none. */
    default Ended missing() {
      return Ended.BUSY;
    }

    static Copy of(WhatIfSession session) {
      return () -> session;
    }
  }

  private static final int MAX_SINGLE = 300;

  private static final int MAX_FIRST = 24;

  private static final int MAX_SECOND = 40;

  private static final int MAX_SHOWN = 4;

  private static final FactChange.Kind EASY = FactChange.Kind.WAIVER;

  /** Of the time, what may be over before the first change is tried. */
  private static final double PROPOSING = 0.4;

  /** Of the time, what changes that the rules suggest get before others of the objects named. */
  private static final double PROPOSED = 0.75;

  private final CompiledRules forms;
  private final Copy copy;
  private final World world;
  private final FeasibleChanges feasible;
  private final Budget budget;
  private final List<Suggestion> found = new CopyOnWriteArrayList<>();
  private final Set<FactChange> known = new HashSet<>();
  private final AtomicInteger tried = new AtomicInteger();
  private volatile boolean waiting;
  private int singles;
  private boolean enough;
  private @Nullable Ended ended;

  /** Tries changes of the facts of {@code world}, which {@code copy} is settled on. */
  Suggestions(CompiledRules forms, Copy copy, World world, Budget budget) {
    this.forms = forms;
    this.copy = copy;
    this.world = world;
    this.feasible = new FeasibleChanges(forms.data(), world);
    this.budget = budget;
  }

  /** The smallest changes, at most a few. What was tried last is still there in the copy. */
  public Search of(Goal goal, Absence absence) {
    var nearby = new Nearby(goal, world);
    var proposals = ChangeProposals.of(absence, forms, world, budget.until(PROPOSING));
    List<FactChange> proposed = proposals.easiestFirst();
    List<FactChange> near = nearby.inTurn(proposed.stream().filter(nearby::concerns).toList());
    var further = new ArrayList<FactChange>();
    singles(goal, near, further, budget.until(PROPOSED));
    if (found.isEmpty()) {
      singles(goal, nearby.inTurn(ofNamed(nearby, goal)), further, budget.until());
    }
    if (found.isEmpty()) {
      List<FactChange> rest = proposed.stream().filter(each -> !nearby.concerns(each)).toList();
      singles(goal, near, further, budget.until());
      singles(goal, nearby.inTurn(rest), further, budget.until());
    }
    if (found.isEmpty()) {
      pairs(goal, further);
    }
    if (proposals.cut()) {
      ended(Ended.TIME);
    }
    return search(ended != null ? ended : enough ? Ended.ENOUGH : Ended.COMPLETE);
  }

  /** What was found until now; not all, as the time is over, or another query has the copy. */
  public Search soFar() {
    return search(waiting && tried.get() == 0 ? Ended.BUSY : Ended.TIME);
  }

  private Search search(Ended why) {
    List<Suggestion> sorted =
        found.stream()
            .sorted(
                Comparator.comparing(Suggestions::hardest).thenComparing(Suggestions::conclusions))
            .toList();
    boolean easy = !sorted.isEmpty() && hardest(sorted.getFirst()).compareTo(EASY) <= 0;
    return new Search(
        sorted.stream()
            .filter(each -> !easy || hardest(each).compareTo(EASY) <= 0)
            .limit(MAX_SHOWN)
            .toList(),
        tried.get(),
        why);
  }

  /**
   * Changes of what people wrote in the objects that {@code goal} names, in their pools and node
   * classes: to what others of the kind have.
   */
  private List<FactChange> ofNamed(Nearby nearby, Goal goal) {
    var variants = new FactVariants(world);
    var changes = new LinkedHashSet<FactChange>();
    for (Class<? extends Fact> type : FeasibleChanges.written()) {
      RecordType record = Objects.requireNonNull(FactTypes.of(type));
      String named = record.components().getFirst().name();
      for (String name : nearby.names()) {
        for (Object each : world.where(record, named, name)) {
          if (name.equals(record.components().getFirst().reader().apply(each))) {
            Fact fact = (Fact) each;
            var others = new ArrayList<Fact>();
            if (fact instanceof AmiSelectorTerm term) {
              others.addAll(variants.terms(term, goal.fields().values()));
            }
            others.addAll(variants.all(fact, null, List.copyOf(goal.fields().values())));
            others.stream()
                .filter(changed -> !changed.equals(fact))
                .map(changed -> FactChange.set(fact, changed))
                .forEach(changes::add);
          }
        }
      }
    }
    return List.copyOf(changes);
  }

  /**
   * Tries one change after the other.
   *
   * @param further gets those that do something, but not enough
   * @param until when to go on with what comes next
   */
  private void singles(Goal goal, List<FactChange> changes, List<FactChange> further, long until) {
    for (FactChange change : changes) {
      if (enough(change)
          || singles >= MAX_SINGLE
          || until < budget.until() && System.nanoTime() > until) {
        return;
      }
      if (known.add(change) && feasible.feasible(List.of(change))) {
        singles++;
        Outcome outcome = tried(goal, List.of(change));
        if (outcome == Outcome.DIFFERS && found.isEmpty()) {
          further.add(change);
        }
      }
    }
  }

  private void pairs(Goal goal, List<FactChange> further) {
    Set<Set<FactChange>> pairs = new HashSet<>();
    for (FactChange first : further.stream().limit(MAX_FIRST).toList()) {
      WhatIfSession trial = enough(first) ? null : copy.session();
      if (trial == null || tried(goal, List.of(first)) != Outcome.DIFFERS) {
        continue;
      }
      var other = new World(changed(first).values(), trial.reached());
      Absence absence = new WhyNot(forms, other).of(goal);
      List<FactChange> second =
          ChangeProposals.of(absence, forms, other, budget.until()).easiestFirst();
      for (FactChange change :
          second.stream()
              .filter(each -> each.before() == null || each.before().equals(world.fact(each.key())))
              .filter(each -> feasible.feasible(List.of(first, each)))
              .limit(MAX_SECOND)
              .toList()) {
        if (enough(change)) {
          break;
        }
        if (!change.key().equals(first.key()) && pairs.add(Set.of(first, change))) {
          tried(goal, List.of(first, change));
        }
      }
    }
  }

  /** Settles the copy with changes as far as the goal needs it, and the rest if it is reached. */
  private Outcome tried(Goal goal, List<FactChange> changes) {
    waiting = true;
    WhatIfSession trial = copy.session();
    waiting = false;
    if (trial == null) {
      ended(copy.missing());
      return Outcome.UNFINISHED;
    }
    Outcome outcome = trial.with(changes, goal, budget.until());
    switch (outcome) {
      case HOLDS -> {
        tried.incrementAndGet();
        found.add(new Suggestion(changes, null, null));
        Settlement before = trial.settlement();
        Settlement after = trial.completed(budget.until());
        if (after != null) {
          found.set(
              found.size() - 1, new Suggestion(changes, after.minus(before), before.minus(after)));
        }
      }
      case UNFINISHED -> ended(Ended.TIME);
      default -> tried.incrementAndGet();
    }
    return outcome;
  }

  private boolean enough(FactChange next) {
    if (ended != null) {
      return true;
    }
    if (System.nanoTime() > (found.isEmpty() ? budget.until() : budget.until(0.5))) {
      ended(Ended.TIME);
      return true;
    }
    if (found.size() >= MAX_SHOWN * 3
        || next.kind().compareTo(EASY) > 0
            && found.stream().anyMatch(each -> hardest(each).compareTo(EASY) <= 0)) {
      enough = true;
      return true;
    }
    return false;
  }

  private void ended(Ended why) {
    ended = ended == null ? why : ended;
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

  /** How many conclusions come or go; those of which it is not known come last. */
  private static int conclusions(Suggestion suggestion) {
    return suggestion.added() == null || suggestion.removed() == null
        ? Integer.MAX_VALUE
        : suggestion.added() + suggestion.removed();
  }
}
