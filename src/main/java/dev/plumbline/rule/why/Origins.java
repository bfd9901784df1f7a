package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.fact.Fact;
import dev.plumbline.rule.Derivation;
import dev.plumbline.rule.why.Condition.Test;
import java.util.Collection;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The facts that a conclusion was made from, with another value, so that it is another one. */
final class Origins {

  /** So many values are tried of a property whose effect cannot be foretold. */
  private static final int ALTERED = 6;

  /** So many conclusions deep is worked back to what a value came from. */
  private static final int DEEPEST = 4;

  private final RuleForms forms;
  private final World world;
  private final Proposed changes;
  private final Mutations mutations;

  Origins(RuleForms forms, World world, Proposed changes) {
    this.forms = forms;
    this.world = world;
    this.changes = changes;
    this.mutations = new Mutations(world);
  }

  /** Changes of what the conclusions that a test names were made from, after which it holds. */
  void premises(Test test, RuleForm form, @Nullable Object[] frame) {
    Collection<Object> context = Context.of(test, frame);
    for (Operand operand : test.operands()) {
      if (operand.fact() >= 0 && frame[operand.fact()] instanceof Conclusion conclusion) {
        worked(
            conclusion,
            operand.property(),
            context,
            DEEPEST,
            changed -> {
              @Nullable Object[] copy = Recheck.with(form, frame, operand.fact(), changed, test);
              return copy != null && Recheck.holds(test, copy);
            });
      }
    }
  }

  /** Facts from which a conclusion would be made otherwise, so that it passes. */
  private void worked(
      Conclusion conclusion,
      @Nullable String property,
      Collection<Object> context,
      int deep,
      Predicate<Object> passes) {
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      RuleForm form = forms.of(derivation.rule());
      @Nullable Object[] frame = form == null ? null : Frames.of(form, derivation, world);
      if (form == null || frame == null || deep == 0) {
        continue;
      }
      for (RuleForm.Argument argument : form.arguments()) {
        if (property == null || argument.component().name().equals(property)) {
          for (Operand operand : argument.operands()) {
            if (operand.fact() < 0) {
              continue;
            }
            Object from = frame[operand.fact()];
            if (from instanceof Fact fact) {
              for (Fact changed : mutations.all(fact, operand.property(), context)) {
                @Nullable Object[] copy = Recheck.with(form, frame, operand.fact(), changed, null);
                if (copy != null && Recheck.makes(form, copy, passes)) {
                  changes.set(fact, changed);
                }
              }
            } else if (from instanceof Conclusion premise) {
              worked(
                  premise,
                  operand.property(),
                  context,
                  deep - 1,
                  changed -> {
                    @Nullable Object[] copy =
                        Recheck.with(form, frame, operand.fact(), changed, null);
                    return copy != null && Recheck.makes(form, copy, passes);
                  });
            }
          }
        }
      }
    }
  }

  /** What a conclusion was worked out from could be another, which settling alone can tell. */
  void alter(Conclusion conclusion, Collection<Object> context) {
    for (Derivation derivation : world.settlement().derivations(conclusion)) {
      RuleForm form = forms.of(derivation.rule());
      for (String key : derivation.facts()) {
        Fact fact = world.fact(key);
        if (form != null && fact != null) {
          for (String name : form.reads(fact.getClass().getSimpleName())) {
            mutations.of(fact, name, context).stream()
                .limit(ALTERED)
                .forEach(changed -> changes.set(fact, changed));
          }
        }
      }
    }
  }
}
