package dev.plumbline.cli;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.rule.Settlement.Concluded;
import dev.plumbline.rule.SettlementDifference;
import dev.plumbline.rule.why.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What came and went between two settlements, in as few lines as say it. */
final class StoryChanges {

  private static final Set<String> TEXTS = Set.of("message", "reason");

  private StoryChanges() {}

  /** What became of conclusions. */
  enum Sign {
    /** They hold no longer. */
    GONE("-"),
    /** They hold and did not before. */
    COME("+"),
    /** They say something else of the same. */
    OTHER("~");

    private final String text;

    Sign(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /**
   * Conclusions that differ in what they are about alone.
   *
   * @param sign what became of them
   * @param type their type
   * @param rules the ids of the rules that conclude them
   * @param subjects what they are about
   * @param names what else they name
   * @param text what they say
   */
  record Line(
      Sign sign, String type, String rules, List<String> subjects, String names, String text) {

    /** All of it but for sign, type and rules. */
    String words() {
      String about = String.join(", ", subjects) + (names.isEmpty() ? "" : " " + names);
      return about + (text.isEmpty() ? "" : ": " + text);
    }
  }

  /** Those of some types, in the order of these. */
  static List<Line> of(SettlementDifference difference, List<String> types) {
    var lines = new ArrayList<Line>();
    for (String type : types) {
      List<Line> gone = lines(difference.removed(), type, Sign.GONE);
      List<Line> come = lines(difference.added(), type, Sign.COME);
      Set<String> before = subjects(gone);
      Set<String> after = subjects(come);
      gone.removeIf(line -> after.contains(line.subjects().getFirst()));
      come.replaceAll(
          line ->
              before.contains(line.subjects().getFirst())
                  ? new Line(
                      Sign.OTHER,
                      line.type(),
                      line.rules(),
                      line.subjects(),
                      line.names(),
                      line.text())
                  : line);
      lines.addAll(together(gone));
      lines.addAll(together(come));
    }
    return lines;
  }

  private static Set<String> subjects(List<Line> lines) {
    return lines.stream().map(line -> line.subjects().getFirst()).collect(Collectors.toSet());
  }

  /** Those that say the same of several, as one. */
  private static List<Line> together(List<Line> lines) {
    Map<Line, List<String>> subjects = new LinkedHashMap<>();
    for (Line line : lines) {
      var same =
          new Line(line.sign(), line.type(), line.rules(), List.of(), line.names(), line.text());
      subjects.computeIfAbsent(same, none -> new ArrayList<>()).addAll(line.subjects());
    }
    return subjects.entrySet().stream()
        .map(
            each -> {
              Line line = each.getKey();
              return new Line(
                  line.sign(),
                  line.type(),
                  line.rules(),
                  each.getValue(),
                  line.names(),
                  line.text());
            })
        .toList();
  }

  private static List<Line> lines(List<Concluded> all, String type, Sign sign) {
    return all.stream()
        .filter(each -> each.conclusion().type().equals(type))
        .map(each -> line(each, sign))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Line line(Concluded concluded, Sign sign) {
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
        (TEXTS.contains(component.name()) ? texts : names).add(Shown.brief(value));
      }
    }
    return new Line(
        sign,
        type.name(),
        String.join(" ", rules),
        List.of(names.getFirst()),
        String.join(" ", names.subList(1, names.size())),
        String.join(": ", texts));
  }
}
