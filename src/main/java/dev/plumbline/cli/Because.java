package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.rule.Derivation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One derivation on one line: the rule, where it stands, and the first things it matched. */
final class Because {

  private static final int MOST = 4;

  private Because() {}

  static String line(Derivation derivation) {
    var matched = new ArrayList<String>(derivation.facts());
    for (Conclusion conclusion : derivation.conclusions()) {
      matched.add(name(conclusion));
    }
    List<String> shown = matched.subList(0, Math.min(MOST, matched.size()));
    int left = matched.size() - shown.size();
    return derivation.rule().id()
        + " "
        + derivation.rule().place()
        + (matched.isEmpty()
            ? ""
            : " from " + String.join(", ", shown) + (left > 0 ? " and " + left + " more" : ""));
  }

  /** The type with the components that name things: AmiEligible/default/ami-1. */
  private static String name(Conclusion conclusion) {
    var text = new StringBuilder(conclusion.type());
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    for (RecordType.Property component : type.components()) {
      if (component.type() == String.class
          && !component.name().equals("message")
          && !component.name().equals("rule")) {
        text.append('/').append(component.reader().apply(conclusion));
      }
    }
    return text.toString();
  }
}
