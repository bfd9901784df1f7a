package dev.plumbline.rule.why;

import dev.plumbline.fact.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of facts that were proposed, each once. */
final class Proposed {

  private final Map<List<@Nullable Fact>, FactChange> found = new LinkedHashMap<>();

  /** Proposes a change; nobody changes the time. */
  void propose(FactChange change) {
    var facts = new ArrayList<@Nullable Fact>();
    facts.add(change.before());
    facts.add(change.after());
    if (!(change.before() instanceof EvaluationTime)) {
      found.putIfAbsent(facts, change);
    }
  }

  void set(Fact before, Fact after) {
    if (after.key().equals(before.key()) && !after.equals(before)) {
      propose(ChangeWords.set(before, after));
    }
  }

  /** A parameter of one value may have a default, so that it cannot be taken away. */
  void remove(Fact fact) {
    if (!(fact instanceof Parameter parameter && parameter.item().isEmpty())) {
      propose(ChangeWords.remove(fact));
    }
  }

  /** All, the easier ones first. */
  List<FactChange> easiestFirst() {
    return found.values().stream().sorted(Comparator.comparing(FactChange::kind)).toList();
  }
}
