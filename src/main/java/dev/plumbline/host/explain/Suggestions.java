package dev.plumbline.host.explain;

import dev.plumbline.fact.Fact;
import dev.plumbline.rule.Settlement;
import dev.plumbline.rule.why.Absence;
import dev.plumbline.rule.why.FactChange;
import dev.plumbline.rule.why.Proposals;
import dev.plumbline.rule.why.RuleForms;
import dev.plumbline.rule.why.Wanted;
import dev.plumbline.rule.why.WhyNot;
import dev.plumbline.rule.why.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for the smallest changes of facts after which a conclusion holds, and tries each. */
final class Suggestions {

  /** How many single changes are tried. */
  private static final int MOST_SINGLE = 150;

  /** How many of those that do not do are gone on from. */
  private static final int MOST_FIRST = 16;

  /** How many second changes are tried for each of them. */
  private static final int MOST_SECOND = 24;

  private static final int MOST = 4;

  /** What asks more than this is not told where something else does. */
  private static final FactChange.Kind EASY = FactChange.Kind.WORLD;

  private final RuleForms forms;
  private final Trial trial;
  private final World world;
  private final long patience;
  private final long start = System.nanoTime();
  private final List<Suggestion> found = new ArrayList<>();

  /**
   * Tries changes of the facts of {@code world}, which {@code trial} is settled on.
   *
   * @param patience after this long no further change is tried; after half of it no further one
   *     beside one that does
   */
  Suggestions(RuleForms forms, Trial trial, World world, Duration patience) {
    this.forms = forms;
    this.trial = trial;
    this.world = world;
    this.patience = patience.toNanos();
  }

  /** The smallest changes, at most a few. What was tried last is still there in the copy. */
  List<Suggestion> of(Wanted wanted, Absence absence) {
    List<FactChange> further = singles(wanted, Proposals.of(absence, forms, world));
    if (found.isEmpty()) {
      pairs(wanted, further);
    }
    found.sort(
        Comparator.comparing(Suggestions::hardest)
            .thenComparing(each -> each.added() + each.removed()));
    boolean easy = !found.isEmpty() && hardest(found.getFirst()).compareTo(EASY) <= 0;
    return found.stream()
        .filter(each -> !easy || hardest(each).compareTo(EASY) <= 0)
        .limit(MOST)
        .toList();
  }

  /** Tries one change after the other; those that do something, but not enough. */
  private List<FactChange> singles(Wanted wanted, List<FactChange> changes) {
    var further = new ArrayList<FactChange>();
    for (FactChange change : changes.stream().limit(MOST_SINGLE).toList()) {
      if (enough(change)) {
        break;
      }
      Settlement after = tried(wanted, List.of(change));
      if (after != null && found.isEmpty() && !after.equals(trial.settlement())) {
        further.add(change);
      }
    }
    return further;
  }

  private void pairs(Wanted wanted, List<FactChange> further) {
    Set<Set<FactChange>> tried = new HashSet<>();
    for (FactChange first : further.stream().limit(MOST_FIRST).toList()) {
      Settlement between = enough(first) ? null : trial.with(List.of(first));
      if (between == null) {
        continue;
      }
      var other = new World(changed(first).values(), between);
      Absence absence = new WhyNot(forms, other).of(wanted);
      List<FactChange> second = Proposals.of(absence, forms, other);
      for (FactChange change : second.stream().limit(MOST_SECOND).toList()) {
        if (enough(change)) {
          break;
        }
        if (!change.key().equals(first.key()) && tried.add(Set.of(first, change))) {
          tried(wanted, List.of(first, change));
        }
      }
    }
  }

  /** Settles the copy with changes; what follows, null when the rules fail. */
  private @Nullable Settlement tried(Wanted wanted, List<FactChange> changes) {
    Settlement before = trial.settlement();
    Settlement after = trial.with(changes);
    if (after != null && wanted.gained(after, before)) {
      found.add(new Suggestion(changes, after.beyond(before), before.beyond(after)));
    }
    return after;
  }

  /** Whether there is no point, or no time, to try {@code next}. */
  private boolean enough(FactChange next) {
    long passed = System.nanoTime() - start;
    if (found.isEmpty()) {
      return passed > patience;
    }
    boolean easy = found.stream().anyMatch(each -> hardest(each).compareTo(EASY) <= 0);
    return passed > patience / 2
        || found.size() >= MOST * 3
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

  /** The kind of the change that asks most of people. */
  private static FactChange.Kind hardest(Suggestion suggestion) {
    return suggestion.changes().stream()
        .map(FactChange::kind)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
