package dev.plumbline.source;

import dev.plumbline.fact.Nearest;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Requirement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of requirements on labels, as Kubernetes objects and our own data files write it. */
final class RequirementList {

  private static final List<String> OPERATORS =
      Arrays.stream(Operator.values()).map(Operator::wire).toList();

  private RequirementList() {}

  static List<Requirement> read(Cursor list) {
    var requirements = new ArrayList<Requirement>();
    for (Cursor item : list.items()) {
      requirements.add(requirement(item));
    }
    return requirements;
  }

  private static Requirement requirement(Cursor item) {
    String key = item.required("key", "Try: add the label.").text();
    Cursor named =
        item.required("operator", "Try: add one of these: " + String.join(", ", OPERATORS) + ".");
    Operator operator = Operator.ofWire(named.scalar());
    if (operator == null) {
      throw named.wrong(
          "is " + named.shown() + ", not one of " + String.join(", ", OPERATORS),
          Nearest.suggestion(named.scalar(), OPERATORS));
    }
    Cursor values = item.at("values");
    List<String> operands =
        operator.bare() ? List.of() : values.items().stream().map(Cursor::scalar).toList();
    if (operator.numeric() && (operands.size() != 1 || !isWholeNumber(operands.getFirst()))) {
      throw values.wrong(
          (values.present() ? "is " + values.shown() : "is missing")
              + ", but "
              + operator.wire()
              + " takes exactly one whole number",
          "Try: write values: [\"4\"].");
    }
    if (!operator.bare() && operands.isEmpty()) {
      throw values.wrong(
          (values.present() ? "is empty" : "is missing")
              + ", but "
              + operator.wire()
              + " takes at least one value",
          "Did you mean the operator "
              + (operator == Operator.IN ? "Exists" : "DoesNotExist")
              + "?");
    }
    return new Requirement(key, operator, operands, minValues(item.at("minValues")));
  }

  private static @Nullable Integer minValues(Cursor minValues) {
    Integer count = minValues.wholeNumberOrNull();
    if (count != null && (count < 1 || count > 50)) {
      throw minValues.wrong("is " + count + ", not from 1 to 50", "Try: leave it out.");
    }
    return count;
  }

  private static boolean isWholeNumber(String text) {
    try {
      return Long.parseLong(text) >= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
