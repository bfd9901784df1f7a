package dev.plumbline.language;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DRL keywords and operators that are not supported, each with what to write instead. */
final class RejectedWords {

  private static final String ORDER =
      "rules have no order and no groups: what follows is the same whichever fires first. Maybe"
          + " leave it out.";
  private static final String CHANGE =
      "a rule concludes and changes nothing. Maybe insertLogical( new X( … ) ) with a conclusion.";
  private static final String NEEDS_CLASS = "it needs a class made at run time. ";

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("salience", ORDER),
          Map.entry("agenda", ORDER),
          Map.entry("ruleflow", ORDER),
          Map.entry("activation", ORDER),
          Map.entry("no", ORDER),
          Map.entry("lock", ORDER),
          Map.entry("auto", ORDER),
          Map.entry("enabled", "Maybe switch the rule off in switched-off.yaml."),
          Map.entry("duration", "time is a fact. Maybe EvaluationTime."),
          Map.entry("timer", "time is a fact. Maybe EvaluationTime."),
          Map.entry("calendars", "time is a fact. Maybe EvaluationTime."),
          Map.entry("date", "time is a fact. Maybe EvaluationTime."),
          Map.entry("dialect", "Maybe leave it out: every rule is mvel."),
          Map.entry("extends", "a rule says all its conditions itself. Maybe copy them."),
          Map.entry("unit", "Maybe write package instead."),
          Map.entry("function", NEEDS_CLASS + "Maybe write a method call in the condition."),
          Map.entry("declare", NEEDS_CLASS + "Maybe a fact or conclusion fits."),
          Map.entry("global", "a rule sees facts alone. Maybe a Parameter."),
          Map.entry("query", "nothing asks it. Maybe a rule with a conclusion of its own."),
          Map.entry("eval", "Maybe write the test inside a pattern."),
          Map.entry("from", "facts come from the session alone. Maybe accumulate( … )."),
          Map.entry("entry", "facts come from the session alone."),
          Map.entry("over", "time is a fact. Maybe EvaluationTime."),
          Map.entry("collect", "Maybe accumulate( … ; $all : collectList( $x ) )."),
          Map.entry("groupby", "Maybe a pattern for the group, and accumulate( … ) behind it."),
          Map.entry("acc", "Maybe accumulate( … )."),
          Map.entry("do", "Maybe write a second rule for it."),
          Map.entry("modify", CHANGE),
          Map.entry("update", CHANGE),
          Map.entry("insert", CHANGE),
          Map.entry("delete", CHANGE),
          Map.entry("retract", CHANGE),
          Map.entry("drools", CHANGE),
          Map.entry("kcontext", CHANGE),
          Map.entry("instanceof", "the type of a pattern says what it is. Maybe a pattern of it."),
          Map.entry("isdef", "a name is there or the text is refused. Maybe != null."),
          Map.entry("def", "nothing is defined in a condition. Maybe bind it: $x : …"),
          Map.entry("with", "a rule changes nothing. Maybe leave it out."),
          Map.entry("new", "a condition makes nothing. Maybe conclude it by a rule of its own."),
          Map.entry("soundslike", "Maybe ==."),
          Map.entry("strsim", "Maybe ==."),
          Map.entry("convertable_to", "Maybe ==."),
          Map.entry("is", "Maybe ==."),
          Map.entry("excludes", "Maybe not contains."),
          Map.entry("after", "time is compared by EvaluationTime."),
          Map.entry("before", "time is compared by EvaluationTime."));

  private static final Map<String, String> SIGNS =
      Map.ofEntries(
          Map.entry("=", "nothing is assigned here. Maybe ==?"),
          Map.entry("+=", "nothing is assigned here."),
          Map.entry("-=", "nothing is assigned here."),
          Map.entry("*=", "nothing is assigned here."),
          Map.entry("/=", "nothing is assigned here."),
          Map.entry("++", "nothing is counted up here."),
          Map.entry("--", "nothing is counted down here."),
          Map.entry(":=", "nothing is unified here. Maybe bind it and compare: $x == …"),
          Map.entry("?.", "Maybe guard it: x != null, x.y == …"),
          Map.entry("!.", "Maybe guard it: x != null, x.y == …"),
          Map.entry("->", "there are no lambdas here. Maybe another condition."),
          Map.entry("::", "there are no method references here."),
          Map.entry("[", "there are no lists, maps and indexes here. Maybe in ( … ), or a method."),
          Map.entry("{", "there are no blocks, lists and maps here. Maybe in ( … )."),
          Map.entry("}", "there are no blocks here."),
          Map.entry("?", "nothing is chosen here. Maybe two rules."),
          Map.entry("#", "no value is taken for another type. Maybe a pattern of that type."),
          Map.entry("@", "an annotation stands between the name of a rule and when."),
          Map.entry("&", "Maybe &&."),
          Map.entry("|", "Maybe ||."),
          Map.entry("^", "Maybe !=."),
          Map.entry("~", "Maybe matches."));

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
    String separator = reason.startsWith("Maybe") ? ". " : ": ";
    return token.text() + " cannot be used here" + separator + reason;
  }
}
