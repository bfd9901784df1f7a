package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.FindingConclusions.WaiverInForce;
import dev.plumbline.engine.Derivation;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.Tree;
import dev.plumbline.why.ChangeProposals.Collector;
import dev.plumbline.why.Condition.Accumulate;
import dev.plumbline.why.Condition.Group;
import dev.plumbline.why.Condition.Pattern;
import dev.plumbline.why.Condition.Step;
import dev.plumbline.why.Condition.Test;
import dev.plumbline.why.FailedCondition.Place;
import dev.plumbline.why.WhyNot.Absence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Changes after which a conclusion that is in the way might not hold any longer. */
final class BlockerRemovals {

  /** Told why something does not hold that would have to. */
  interface Further {
    void absence(Absence absence, int deep);
  }

  private final CompiledRules forms;
  private final World world;
  private final Collector changes;
  private final Further further;
  private final FactRewrites rewrites;
  private final FactAdditions additions;
  private final Set<Object> seen = new HashSet<>();

  BlockerRemovals(CompiledRules forms, World world, Collector changes, Further further) {
    this.forms = forms;
    this.world = world;
    this.changes = changes;
    this.further = further;
    this.rewrites = new FactRewrites(forms, world, changes);
    this.additions = new FactAdditions(forms.data(), world, changes);
  }

  /** Each of the rules that conclude it must not match any longer. */
  void stop(Conclusion conclusion, int deep) {
    if (deep <= 0 || changes.over() || !seen.add(conclusion)) {
      return;
    }
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      CompiledRule form = forms.of(derivation.rule());
      @Nullable Object[] frame =
          form == null ? null : ConditionMatcher.frameOf(form, derivation, world);
      if (form == null || frame == null) {
        continue;
      }
      for (Condition condition : form.when()) {
        stop(condition, form, frame, deep);
      }
    }
  }

  private void stop(Condition condition, CompiledRule form, @Nullable Object[] frame, int deep) {
    switch (condition) {
      case Pattern one -> {
        for (Step step : one.steps()) {
          if (step instanceof Test test) {
            rewrites.test(test, form, frame, false);
          }
        }
        stop(frame[one.slot()], deep);
      }
      case Group group -> {
        if (group.kind() == Tree.Group.Kind.NOT
            && group.children().size() == 1
            && group.children().getFirst() instanceof Pattern one) {
          provide(one, form, frame, deep);
        } else if (group.kind() == Tree.Group.Kind.EXISTS) {
          only(group, frame, deep);
        } else if (group.kind() == Tree.Group.Kind.AND) {
          group.children().forEach(child -> stop(child, form, frame, deep));
        }
      }
      case Accumulate accumulate ->
          accumulate.tests().forEach(test -> rewrites.test(test, form, frame, false));
    }
  }

  private void stop(@Nullable Object matched, int deep) {
    if (matched instanceof Fact fact) {
      changes.remove(fact);
    } else if (matched instanceof Conclusion premise) {
      stop(premise, deep - 1);
    }
  }

  /** What must not be there for a conclusion to hold: with it, it does not. */
  private void provide(Pattern one, CompiledRule form, @Nullable Object[] frame, int deep) {
    if (one.type().type() == WaiverInForce.class) {
      additions.waiver(one, frame);
    } else if (Fact.class.isAssignableFrom(one.type().type())) {
      additions.create(one, frame, new TreeMap<>());
      if (rewrites.few(one)) {
        rewrites.candidates(one, new Place(form, one, null, frame), new TreeMap<>());
      }
    } else {
      var fields = one.requiredValues(frame);
      fields
          .keySet()
          .removeIf(name -> one.type().components().stream().noneMatch(c -> c.name().equals(name)));
      var goal = new Goal(one.type(), fields);
      if (seen.add(goal)) {
        further.absence(new WhyNot(forms, world).of(goal), deep - 2);
      }
    }
  }

  private void only(Group group, @Nullable Object[] frame, int deep) {
    var joins = new ConditionMatcher(world);
    var matches = new ArrayList<List<Object>>();
    joins.each(
        group.children(),
        frame.clone(),
        f -> {
          matches.add(joins.premises());
          return matches.size() < 2;
        });
    if (matches.size() == 1) {
      matches.getFirst().forEach(each -> stop(each, deep));
    }
  }
}
