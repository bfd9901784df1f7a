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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for the smallest changes of facts after which a conclusion holds, and tries each. */
public final class Suggestions {

  /** How many single changes are tried. */
  private static final int MOST_SINGLE = 60;

  /** How many of those that do not do are gone on from. */
  private static final int MOST_FIRST = 16;

  /** How many second changes are tried for each of them. */
  private static final int MOST_SECOND = 24;

  private static final int MOST = 4;

  private final RuleForms forms;
  private final Trial trial;
  private final Map<String, Fact> facts = new HashMap<>();

  /** Tries changes of {@code facts}, which {@code trial} is settled on. */
  public Suggestions(RuleForms forms, Trial trial, Collection<? extends Fact> facts) {
    this.forms = forms;
    this.trial = trial;
    facts.forEach(fact -> this.facts.put(fact.key(), fact));
  }

  /** The smallest changes, at most a few. */
  public List<Suggestion> of(Wanted wanted, Absence absence) {
    Settlement before = trial.settlement();
    var world = new World(facts.values(), before);
    List<FactChange> first = Proposals.of(absence, forms, world);
    var found = new ArrayList<Suggestion>();
    var further = new ArrayList<FactChange>();
    for (FactChange change : first.stream().limit(MOST_SINGLE).toList()) {
      Settlement after = trial.with(List.of(change));
      if (after != null && wanted.held(after)) {
        found.add(suggestion(List.of(change), before, after));
      } else if (after != null && after != before) {
        further.add(change);
      }
      trial.revert(List.of(change));
      if (enough(found)) {
        break;
      }
    }
    if (found.isEmpty()) {
      pairs(wanted, before, further, found);
    }
    found.sort(
        Comparator.comparing(Suggestions::hardest)
            .thenComparing(each -> each.added() + each.removed()));
    return List.copyOf(found.subList(0, Math.min(MOST, found.size())));
  }

  private static boolean enough(List<Suggestion> found) {
    return found.size() >= MOST * 3;
  }

  private void pairs(
      Wanted wanted, Settlement before, List<FactChange> further, List<Suggestion> found) {
    Set<Set<FactChange>> tried = new HashSet<>();
    for (FactChange first : further.stream().limit(MOST_FIRST).toList()) {
      Settlement between = trial.with(List.of(first));
      if (between == null) {
        trial.revert(List.of(first));
        continue;
      }
      var world = new World(changed(first).values(), between);
      Absence absence = new WhyNot(forms, world).of(wanted);
      List<FactChange> second = Proposals.of(absence, forms, world);
      for (FactChange change : second.stream().limit(MOST_SECOND).toList()) {
        if (change.key().equals(first.key()) || !tried.add(Set.of(first, change))) {
          continue;
        }
        List<FactChange> both = List.of(first, change);
        Settlement after = trial.with(both);
        if (after != null && wanted.held(after)) {
          found.add(suggestion(both, before, after));
        }
        trial.revert(List.of(change));
        trial.with(List.of(first));
        if (found.size() >= MOST) {
          break;
        }
      }
      trial.revert(List.of(first));
      if (found.size() >= MOST) {
        return;
      }
    }
  }

  private Map<String, Fact> changed(FactChange change) {
    var changed = new HashMap<>(facts);
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

  private static Suggestion suggestion(
      List<FactChange> changes, Settlement before, Settlement after) {
    return new Suggestion(changes, after.beyond(before), before.beyond(after));
  }
}
