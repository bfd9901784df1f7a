package dev.plumbline.rule;

import dev.plumbline.rule.lint.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.AccumulateDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.CollectDescr;
import org.drools.drl.ast.descr.ConditionalElementDescr;
import org.drools.drl.ast.descr.EvalDescr;
import org.drools.drl.ast.descr.FromDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.PatternDescr;
import org.drools.drl.ast.descr.RuleDescr;

/**
 * Whether the engine's own reading of rules calls nothing but members that our types have, by name
 * alone: what {@link RuleClassLoader} cannot see to, since every object tells its class.
 */
final class KnownWords {

  private static final Pattern WORD = Pattern.compile("(?<dot>\\.\\s*)?(?<word>[A-Za-z_$][\\w$]*)");

  private static final Set<String> ENGINE = Set.of("drools", "kcontext", "getClass", "class");

  private KnownWords() {}

  /** Adds what is not known to {@code problems}. */
  static void check(PackageDescr descr, DrlText text, RuleProblems problems) {
    for (RuleDescr rule : descr.getRules()) {
      var expressions = new ArrayList<String>();
      collect(rule.getLhs(), expressions);
      expressions.add(String.valueOf(rule.getConsequence()));
      expressions.stream()
          .flatMap(expression -> unknown(expression).stream())
          .distinct()
          .forEach(
              word ->
                  problems.add(
                      text.problemOfLine(
                          rule.getLine(),
                          "rule \""
                              + rule.getName()
                              + "\" calls "
                              + word
                              + ", which no fact, conclusion or value has.")));
    }
  }

  private static List<String> unknown(String expression) {
    String code = new DrlText("", expression).code();
    var unknown = new ArrayList<String>();
    Matcher words = WORD.matcher(code);
    while (words.find()) {
      String word = words.group("word");
      boolean member = words.group("dot") != null;
      if (ENGINE.contains(word) || member && !Types.isMember(word)) {
        unknown.add(word);
      }
    }
    return unknown;
  }

  private static void collect(BaseDescr descr, List<String> expressions) {
    switch (descr) {
      case PatternDescr pattern -> {
        pattern.getDescrs().forEach(each -> expressions.add(String.valueOf(each.getText())));
        if (pattern.getSource() != null) {
          collect(pattern.getSource(), expressions);
        }
      }
      case AccumulateDescr accumulate -> {
        collect(accumulate.getInput(), expressions);
        accumulate.getFunctions().forEach(each -> expressions.addAll(List.of(each.getParams())));
        expressions.add(String.valueOf(accumulate.getInitCode()));
        expressions.add(String.valueOf(accumulate.getActionCode()));
        expressions.add(String.valueOf(accumulate.getResultCode()));
      }
      case CollectDescr collect -> collect(collect.getInputPattern(), expressions);
      case FromDescr from -> expressions.add(String.valueOf(from.getDataSource()));
      case EvalDescr eval -> expressions.add(String.valueOf(eval.getContent()));
      case ConditionalElementDescr group ->
          group.getDescrs().forEach(each -> collect((BaseDescr) each, expressions));
      default -> {
        // Nothing is evaluated in it.
      }
    }
  }
}
