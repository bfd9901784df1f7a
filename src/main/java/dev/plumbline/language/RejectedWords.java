package dev.plumbline.language;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DRL keywords and operators that are not supported, each with what to write instead. */
final class RejectedWords {

  private static final String ORDER =
      "rules have no order and no groups: what follows is the same whichever fires first. Try:"
          + " leave it out.";
  private static final String CHANGE =
      "a rule concludes and changes nothing. Try: insertLogical( new X( … ) ) with a conclusion.";
  private static final String NEEDS_CLASS = "it needs a class defined at run time. ";

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("salience", ORDER),
          Map.entry("agenda", ORDER),
          Map.entry("ruleflow", ORDER),
          Map.entry("activation", ORDER),
          Map.entry("no", ORDER),
          Map.entry("lock", ORDER),
          Map.entry("auto", ORDER),
          Map.entry("enabled", "Try: switch the rule off in switched-off.yaml."),
          Map.entry("duration", "time is a fact. Try: EvaluationTime."),
          Map.entry("timer", "time is a fact. Try: EvaluationTime."),
          Map.entry("calendars", "time is a fact. Try: EvaluationTime."),
          Map.entry("date", "time is a fact. Try: EvaluationTime."),
          Map.entry("dialect", "Try: omit it; every rule uses mvel."),
          Map.entry("extends", "a rule says all its conditions itself. Try: copy them."),
          Map.entry("unit", "Try: write package instead."),
          Map.entry("function", NEEDS_CLASS + "Try: write a method call in the condition."),
          Map.entry("declare", NEEDS_CLASS + "Try: a fact or a conclusion."),
          Map.entry("global", "a rule sees facts alone. Try: a Parameter."),
          Map.entry("query", "nothing would run it. Try: a rule with a conclusion of its own."),
          Map.entry("eval", "Try: write the test inside a pattern."),
          Map.entry("from", "facts come from the session alone. Try: accumulate( … )."),
          Map.entry("entry", "facts come from the session alone."),
          Map.entry("over", "time is a fact. Try: EvaluationTime."),
          Map.entry("collect", "Try: accumulate( … ; $all : collectList( $x ) )."),
          Map.entry("groupby", "Try: a pattern for the group, and accumulate( … ) behind it."),
          Map.entry("acc", "Try: accumulate( … )."),
          Map.entry("do", "Try: write a second rule for it."),
          Map.entry("modify", CHANGE),
          Map.entry("update", CHANGE),
          Map.entry("insert", CHANGE),
          Map.entry("delete", CHANGE),
          Map.entry("retract", CHANGE),
          Map.entry("drools", CHANGE),
          Map.entry("kcontext", CHANGE),
          Map.entry("instanceof", "the type of a pattern says what it is. Try: a pattern of it."),
          Map.entry("isdef", "a name exists, or the rule is rejected. Try: != null."),
          Map.entry("def", "nothing is defined in a condition. Try: $x : …"),
          Map.entry("with", "a rule changes nothing. Try: leave it out."),
          Map.entry("new", "a condition creates nothing. Try: conclude it by a rule of its own."),
          Map.entry("soundslike", "Try: ==."),
          Map.entry("strsim", "Try: ==."),
          Map.entry("convertable_to", "Try: ==."),
          Map.entry("is", "Try: ==."),
          Map.entry("excludes", "Try: not contains."),
          Map.entry("after", "time is compared by EvaluationTime."),
          Map.entry("before", "time is compared by EvaluationTime."));

  private static final Map<String, String> SIGNS =
      Map.ofEntries(
          Map.entry("=", "nothing is assigned here. Did you mean ==?"),
          Map.entry("+=", "nothing is assigned here."),
          Map.entry("-=", "nothing is assigned here."),
          Map.entry("*=", "nothing is assigned here."),
          Map.entry("/=", "nothing is assigned here."),
          Map.entry("++", "nothing is counted up here."),
          Map.entry("--", "nothing is counted down here."),
          Map.entry(":=", "nothing is unified here. Try: $x == …"),
          Map.entry("?.", "Try: x != null, x.y == …"),
          Map.entry("!.", "Try: x != null, x.y == …"),
          Map.entry("->", "there are no lambdas here. Try: another condition."),
          Map.entry("::", "there are no method references here."),
          Map.entry("[", "there are no lists, maps and indexes here. Try: in ( … ), or a method."),
          Map.entry("{", "there are no blocks, lists and maps here. Try: in ( … )."),
          Map.entry("}", "there are no blocks here."),
          Map.entry("?", "there are no ternaries here. Try: two rules."),
          Map.entry("#", "no value is taken for another type. Try: a pattern of that type."),
          Map.entry("@", "an annotation stands between the name of a rule and when."),
          Map.entry("&", "Try: &&."),
          Map.entry("|", "Try: ||."),
          Map.entry("^", "Try: !=."),
          Map.entry("~", "Try: matches."));

  private RejectedWords() {}

  /** Why a keyword or operator is rejected; null if it is not a known one. */
  static @Nullable String reason(Token token) {
    String reason =
        token.kind() == Token.Kind.WORD
            ? WORDS.get(token.text())
            : token.kind() == Token.Kind.SIGN ? SIGNS.get(token.text()) : null;
    if (reason == null) {
      return null;
    }
    String separator = reason.startsWith("Try") ? ". " : ": ";
    return token.text() + " cannot be used here" + separator + reason;
  }
}
