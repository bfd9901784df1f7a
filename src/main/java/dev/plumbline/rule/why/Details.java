package dev.plumbline.rule.why;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.rule.why.Condition.Test;
import dev.plumbline.rule.why.Obstacle.Found;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values that make a test fail, those that matter. */
final class Details {

  private Details() {}

  static List<Found> of(Test test, @Nullable Object[] frame) {
    var found = new ArrayList<Found>();
    Requirements requirements = null;
    String whose = "";
    Labels labels = null;
    String of = "";
    for (Operand operand : test.operands()) {
      Object owner = operand.fact() < 0 ? null : frame[operand.fact()];
      Object value = operand.value().of(frame);
      if (value instanceof Requirements asked) {
        requirements = asked;
        whose = name(owner);
      } else if (value instanceof Labels has) {
        labels = has;
        of = name(owner);
      }
      if (operand.property() != null || owner == null) {
        found.add(
            new Found(
                name(owner),
                operand.property() == null ? operand.name() : operand.property(),
                Shown.brief(value)));
      }
    }
    if (requirements != null && labels != null) {
      List<Found> unmet = unmet(requirements, whose, labels, of);
      return unmet.isEmpty() ? found : unmet;
    }
    return found;
  }

  /** The requirements that labels do not meet, one by one. */
  private static List<Found> unmet(
      Requirements requirements, String whose, Labels labels, String of) {
    var unmet = new ArrayList<Found>();
    for (Requirement each : requirements.list()) {
      if (!Requirements.of(each).admit(labels)) {
        List<String> values = labels.values(each.key()).list();
        unmet.add(
            new Found(
                of,
                each.key(),
                (values.isEmpty() ? "not set" : String.join(", ", values))
                    + ", but "
                    + whose
                    + " requires "
                    + each));
      }
    }
    return unmet;
  }

  private static String name(@Nullable Object owner) {
    return owner instanceof Fact fact
        ? fact.key()
        : owner == null ? "" : owner.getClass().getSimpleName();
  }
}
