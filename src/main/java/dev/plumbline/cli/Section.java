package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.rule.Derivation;
import java.util.Collection;
import java.util.List;

/** A part of the table that tells of one thing. */
abstract class Section {

  /** Up to so many are told one by one, more of them reason by reason. */
  static final int ONE_BY_ONE = 5;

  static final int EXAMPLES = 4;

  final Paper paper;
  final Answer answer;
  final boolean all;
  final boolean explain;

  Section(Paper paper, Answer answer, boolean all, boolean explain) {
    this.paper = paper;
    this.answer = answer;
    this.all = all;
    this.explain = explain;
  }

  void everyType(int indent, Collection<String> types) {
    Families.byFamily(types)
        .forEach(
            (family, sizes) -> paper.labelled(indent, family, family, String.join(" ", sizes)));
  }

  static String some(List<String> names, int most) {
    int left = names.size() - most;
    return String.join(", ", names.subList(0, Math.min(most, names.size())))
        + (left > 0 ? " and " + Words.number(left) + " more" : "");
  }

  static String someTypes(List<String> types) {
    List<String> examples = Families.examples(types, EXAMPLES);
    int left = types.size() - examples.size();
    return String.join(", ", examples) + (left > 0 ? " and " + Words.number(left) + " more" : "");
  }

  /** That an objection is lifted, and under which waiver; empty when it stands. */
  String waived(String rule, String object) {
    String waiver = answer.waiver(rule, object);
    return waiver == null ? "" : " (waived by " + waiver + ")";
  }

  void because(int indent, Conclusion conclusion) {
    if (!explain) {
      return;
    }
    for (Derivation derivation : answer.derivations(conclusion)) {
      paper.wrappedDim(indent, "by " + Because.line(derivation));
    }
  }
}
