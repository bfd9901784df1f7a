package dev.plumbline.language;

import dev.plumbline.language.Tree.Constraint;
import dev.plumbline.language.Tree.Expression;
import dev.plumbline.language.Tree.Match;
import dev.plumbline.language.Tree.Not;
import dev.plumbline.language.Tree.Null;
import dev.plumbline.language.Tree.Operation;
import dev.plumbline.language.Tree.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports tests within one pattern that cannot hold together. */
final class Contradictions {

  private record Test(String subject, String operator, Expression right, int at) {}

  private final LintReport report;

  Contradictions(LintReport report) {
    this.report = report;
  }

  void check(Match match) {
    var tests = new ArrayList<Test>();
    for (Constraint constraint : match.constraints()) {
      if (constraint.bound() == null) {
        collect(constraint.value(), tests);
      }
    }
    for (int i = 0; i < tests.size(); i++) {
      for (int j = i + 1; j < tests.size(); j++) {
        Test a = tests.get(i);
        Test b = tests.get(j);
        if (a.subject().equals(b.subject()) && (contradict(a, b) || contradict(b, a))) {
          report.error(
              Check.COMPARISON,
              b.at(),
              describe(a)
                  + " and "
                  + describe(b)
                  + " never hold together. Try: one of them, or ||.");
        }
      }
    }
  }

  private static String describe(Test test) {
    return test.operator().isEmpty()
        ? test.subject()
        : test.operator().equals("!")
            ? "! " + test.subject()
            : test.subject() + " " + test.operator() + " " + Typing.key(test.right());
  }

  private static void collect(Expression expression, List<Test> tests) {
    if (expression instanceof Operation operation) {
      if (operation.operator().equals("&&")) {
        collect(operation.left(), tests);
        collect(operation.right(), tests);
      } else if (!operation.operator().equals("||")) {
        tests.add(
            new Test(
                Typing.key(operation.left()),
                operation.operator(),
                operation.right(),
                operation.at()));
      }
    } else if (expression instanceof Not not) {
      tests.add(new Test(Typing.key(not.of()), "!", not.of(), not.at()));
    } else {
      tests.add(new Test(Typing.key(expression), "", expression, expression.at()));
    }
  }

  private static boolean contradict(Test a, Test b) {
    if (a.operator().isEmpty() && b.operator().equals("!")) {
      return true;
    }
    if (a.operator().equals("==") && b.operator().equals("!=")) {
      return Typing.key(a.right()).equals(Typing.key(b.right()));
    }
    if (a.operator().equals("==") && b.operator().equals("==")) {
      return literal(a.right())
          && literal(b.right())
          && !Typing.key(a.right()).equals(Typing.key(b.right()));
    }
    BigDecimal low = number(a.right());
    BigDecimal high = number(b.right());
    if (low == null || high == null) {
      return false;
    }
    boolean lowerBound =
        a.operator().equals(">") || a.operator().equals(">=") || a.operator().equals("==");
    boolean upperBound =
        b.operator().equals("<") || b.operator().equals("<=") || b.operator().equals("==");
    boolean bothInclusive = a.operator().contains("=") && b.operator().contains("=");
    int order = low.compareTo(high);
    return lowerBound
        && upperBound
        && !a.operator().equals(b.operator())
        && (order > 0 || order == 0 && !bothInclusive);
  }

  private static boolean literal(Expression expression) {
    return expression instanceof Text
        || expression instanceof Null
        || expression instanceof Tree.BooleanLiteral
        || expression instanceof Tree.Number;
  }

  private static @Nullable BigDecimal number(Expression expression) {
    return expression instanceof Tree.Number number ? new BigDecimal(number.digits()) : null;
  }
}
