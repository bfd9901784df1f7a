package dev.plumbline.cli.table;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Derivation;
import dev.plumbline.language.Rule;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.view.NodeClassView.ObjectionView;
import dev.plumbline.view.SettlementIndex;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A part of the table. */
abstract class Section {

  static final int MAX_ITEMS = 5;

  static final int MAX_EXAMPLES = 4;

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

  <T> List<T> shown(List<T> list, int max) {
    return all || list.size() <= max ? list : list.subList(0, max);
  }

  void more(int indent, int left, String advice) {
    if (left > 0) {
      out.line(indent, "and " + TextFormat.number(left) + " more" + advice);
    }
  }

  void said(int indent, String rule, String message, Conclusion conclusion) {
    out.labelled(indent, rule, message);
    because(indent + 2, conclusion);
  }

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

  String ruleName(String id) {
    return rules().filter(rule -> rule.id().equals(id)).map(Rule::name).findFirst().orElse(id);
  }

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
