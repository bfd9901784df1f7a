package dev.plumbline.cli.demo;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.engine.SettlementDifference;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.why.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What became of conclusions between two settlements; those that differ in their subject alone are
 * one.
 *
 * @param sign {@code +} they hold now, {@code -} no longer, {@code ~} they say something else
 */
record ConclusionChange(String sign, String type, String rules, String text) {

  private static final Set<String> TEXTS = Set.of("message", "reason");

  private record Single(
      String sign, String type, String rules, String subject, String names, String text) {

    Single with(String newSign, String newSubject) {
      return new Single(newSign, type, rules, newSubject, names, text);
    }
  }

  static List<ConclusionChange> of(SettlementDifference difference, List<String> types) {
    var changes = new ArrayList<ConclusionChange>();
    for (String type : types) {
      List<Single> gone = singles(difference.removed(), type, "-");
      List<Single> come = singles(difference.added(), type, "+");
      Set<String> before = gone.stream().map(Single::subject).collect(Collectors.toSet());
      Set<String> after = come.stream().map(Single::subject).collect(Collectors.toSet());
      gone.removeIf(each -> after.contains(each.subject()));
      come.replaceAll(
          each -> before.contains(each.subject()) ? each.with("~", each.subject()) : each);
      changes.addAll(merged(gone));
      changes.addAll(merged(come));
    }
    return changes;
  }

  private static List<ConclusionChange> merged(List<Single> singles) {
    Map<Single, List<String>> subjects = new LinkedHashMap<>();
    for (Single each : singles) {
      subjects
          .computeIfAbsent(each.with(each.sign(), ""), none -> new ArrayList<>())
          .add(each.subject());
    }
    return subjects.entrySet().stream()
        .map(
            each -> {
              Single one = each.getKey();
              String about =
                  String.join(", ", each.getValue())
                      + (one.names().isEmpty() ? "" : " " + one.names());
              return new ConclusionChange(
                  one.sign(),
                  one.type(),
                  one.rules(),
                  about + (one.text().isEmpty() ? "" : ": " + one.text()));
            })
        .toList();
  }

  private static List<Single> singles(List<Concluded> all, String type, String sign) {
    return all.stream()
        .filter(each -> each.conclusion().type().equals(type))
        .map(each -> single(each, sign))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Single single(Concluded concluded, String sign) {
    Conclusion conclusion = concluded.conclusion();
    RecordType type = Objects.requireNonNull(ConclusionTypes.of(conclusion.getClass()));
    var rules = new TreeSet<String>();
    concluded.derivations().forEach(derivation -> rules.add(derivation.rule().id()));
    var names = new ArrayList<String>();
    var texts = new ArrayList<String>();
    for (Property component : type.components()) {
      Object value = component.reader().apply(conclusion);
      boolean word = !(value instanceof Boolean || value instanceof Number);
      if (value != null && word && !component.name().equals("rule")) {
        (TEXTS.contains(component.name()) ? texts : names).add(DisplayText.brief(value));
      }
    }
    return new Single(
        sign,
        type.name(),
        String.join(" ", rules),
        names.getFirst(),
        String.join(" ", names.subList(1, names.size())),
        String.join(": ", texts));
  }
}
