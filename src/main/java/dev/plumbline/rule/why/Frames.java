package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.why.Condition.Bind;
import dev.plumbline.rule.why.Condition.Gather;
import dev.plumbline.rule.why.Condition.Group;
import dev.plumbline.rule.why.Condition.One;
import dev.plumbline.rule.why.Condition.Step;
import dev.plumbline.rule.lint.Tree;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a rule has matched and bound when it concluded something. */
final class Frames {

  private final World world;
  private final Iterator<String> facts;
  private final Iterator<Conclusion> conclusions;

  private Frames(Derivation derivation, World world) {
    this.world = world;
    this.facts = derivation.facts().iterator();
    this.conclusions = derivation.conclusions().iterator();
  }

  /** The frame of a derivation; null when it cannot be told which of several ways it went. */
  static @Nullable Object @Nullable [] of(RuleForm form, Derivation derivation, World world) {
    @Nullable Object[] frame = new @Nullable Object[form.slots()];
    return new Frames(derivation, world).fill(form.when(), frame) ? frame : null;
  }

  private boolean fill(List<Condition> conditions, @Nullable Object[] frame) {
    for (Condition condition : conditions) {
      boolean filled =
          switch (condition) {
            case One one -> fill(one, frame);
            case Group group ->
                switch (group.kind()) {
                  case AND -> fill(group.children(), frame);
                  case OR -> false;
                  case NOT, EXISTS, FORALL -> true;
                };
            case Gather gather -> new Joins(world).gather(gather, frame);
          };
      if (!filled) {
        return false;
      }
    }
    return true;
  }

  private boolean fill(One one, @Nullable Object[] frame) {
    boolean fact = Fact.class.isAssignableFrom(one.type().type());
    if (!(fact ? facts.hasNext() : conclusions.hasNext())) {
      return false;
    }
    Object matched = fact ? world.fact(facts.next()) : conclusions.next();
    if (matched == null || matched.getClass() != one.type().type()) {
      return false;
    }
    frame[one.slot()] = matched;
    for (Step step : one.steps()) {
      if (step instanceof Bind bind) {
        frame[bind.slot()] = bind.value().of(frame);
      }
    }
    return true;
  }

  /** Whether a kind of group matches nothing that a derivation would tell of. */
  static boolean silent(Tree.Group.Kind kind) {
    return kind != Tree.Group.Kind.AND && kind != Tree.Group.Kind.OR;
  }
}
