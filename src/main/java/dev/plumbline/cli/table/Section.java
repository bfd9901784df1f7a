package dev.plumbline.cli.table;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Derivation;
import dev.plumbline.language.Rule;
import dev.plumbline.loop.EvaluationResult;
import dev.plumbline.view.ObjectionView;
import dev.plumbline.view.SettlementIndex;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A part of the table. */
abstract class Section {

  /** Up to so many are listed one by one, more of them by reason. */
  static final int MAX_ITEMS = 5;

  static final int MAX_EXAMPLES = 4;

  /**
   * What is written of, and how.
   *
   * @param all whether everything is listed
   * @param explain whether each conclusion has its derivations under it
   */
  record Context(
      TextOutput out,
      EvaluationResult evaluated,
      SettlementIndex index,
      boolean all,
      boolean explain) {}

  final TextOutput out;
  final SettlementIndex index;
  final boolean all;
  private final Context context;

  Section(Context context) {
    this.context = context;
    this.out = context.out();
    this.index = context.index();
    this.all = context.all();
  }

  EvaluationResult evaluated() {
    return context.evaluated();
  }

  /** Every type with its sizes, or a few of them. */
  void types(int indent, Collection<String> types) {
    if (all) {
      everyType(indent, types);
    } else {
      out.wrappedDim(indent, InstanceTypeText.some(types, MAX_EXAMPLES));
    }
  }

  void everyType(int indent, Collection<String> types) {
    InstanceTypeText.byFamily(types)
        .forEach((family, sizes) -> out.labelled(indent, family, String.join(" ", sizes)));
  }

  /** The first few of a list, or all of them with {@code --all}. */
  <T> List<T> shown(List<T> list, int max) {
    return all || list.size() <= max ? list : list.subList(0, max);
  }

  void more(int indent, int left, String advice) {
    if (left > 0) {
      out.line(indent, "and " + TextFormat.number(left) + " more" + advice);
    }
  }

  /** A rule with what it says, and why. */
  void said(int indent, String rule, String message, Conclusion conclusion) {
    out.labelled(indent, rule, message);
    because(indent + 2, conclusion);
  }

  /** What an objection says, and the waiver that lifts it. */
  static String text(ObjectionView objection) {
    return objection.message()
        + (objection.waived() ? " (waived by " + objection.waiver() + ")" : "");
  }

  void because(int indent, Conclusion conclusion) {
    if (context.explain()) {
      for (Derivation derivation : evaluated().settlement().derivations(conclusion)) {
        out.wrappedDim(indent, "by " + TextFormat.derivation(derivation));
      }
    }
  }

  boolean explains() {
    return context.explain();
  }

  /** The finding that a rule states; its id when there is no such rule. */
  String ruleName(String id) {
    return rules().filter(rule -> rule.id().equals(id)).map(Rule::name).findFirst().orElse(id);
  }

  /** The ids of the rules, those that are switched off included. */
  Set<String> ruleIds() {
    var ids = new TreeSet<String>();
    rules().forEach(rule -> ids.add(rule.id()));
    return ids;
  }

  private Stream<Rule> rules() {
    return Stream.concat(
        evaluated().rules().rulesOff().stream(), evaluated().rules().rules().stream());
  }
}
