package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.engine.RuleFile.Translation;
import dev.plumbline.fact.Revisions.RevisionMeasure;
import dev.plumbline.language.Check;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.LintFinding.Level;
import dev.plumbline.language.Linter;
import dev.plumbline.language.MeasureRules;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleLimits;
import dev.plumbline.language.RuleProblem;
import dev.plumbline.language.RuleText;
import dev.plumbline.language.ShippedRules;
import dev.plumbline.language.Tree.Annotation;
import dev.plumbline.language.Tree.RuleNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rule files of a set, parsed, checked and translated, before a rule base is made of them. */
final class ParsedRules {

  private final RuleFiles texts;
  private final Map<String, RuleFile> files = new LinkedHashMap<>();
  private final Map<String, Rule> rulesByName = new TreeMap<>();
  private final Map<String, Rule> rulesById = new TreeMap<>();
  private final List<Rule> measures = new ArrayList<>();
  private final List<RuleProblem> rowProblems = new ArrayList<>();
  private final Set<LintFinding> findings = new LinkedHashSet<>();

  private ParsedRules(RuleFiles texts) {
    this.texts = texts;
  }

  /** Parsed, checked by the linter and, where nothing was found that refuses them, translated. */
  static ParsedRules of(RuleFiles texts) {
    var parsed = new ParsedRules(texts);
    int count = 0;
    for (String name : texts.names(".drl")) {
      RuleFile file = RuleFile.of(texts, name);
      count += file.parsed().tree().rules().size();
      if (count > RuleLimits.RULES_PER_SET) {
        parsed.findings.add(parsed.tooMany(file, count - RuleLimits.RULES_PER_SET));
        return parsed;
      }
      parsed.files.put(name, file);
      file.parsed().tree().rules().forEach(rule -> parsed.add(rule, name, file.parsed().text()));
    }
    parsed.addMeasures();
    // The shipped set was checked before: by the build, or when it was first needed.
    parsed.findings.addAll(
        ShippedRules.are(texts) ? ShippedRules.findings() : parsed.linterFindings());
    if (parsed.problems().isEmpty()) {
      parsed.files.values().forEach(parsed::addUntranslated);
    }
    return parsed;
  }

  private List<LintFinding> linterFindings() {
    var linter = new Linter(texts.all(), this::isShipped);
    files.forEach((name, file) -> linter.add(name, file.check()));
    return linter.findings();
  }

  /**
   * That the set has {@code more} rules than it may, at the first of them; nothing else is said.
   */
  private LintFinding tooMany(RuleFile file, int more) {
    List<RuleNode> rules = file.parsed().tree().rules();
    RuleNode first = rules.get(rules.size() - more);
    return file.parsed()
        .text()
        .finding(
            Level.ERROR,
            Check.LIMIT,
            first.name(),
            first.at(),
            RuleLimits.exceeded(
                "rules in the set",
                RuleLimits.RULES_PER_SET,
                "fewer rules, or one that reads data"));
  }

  /** Parsed and translated without the linter, for tests. */
  static ParsedRules unlinted(RuleFiles texts) {
    var parsed = new ParsedRules(texts);
    for (String name : texts.names(".drl")) {
      RuleFile file = RuleFile.of(texts, name);
      parsed.files.put(name, file);
      parsed.findings.addAll(file.parsed().problems());
      file.parsed().tree().rules().forEach(rule -> parsed.add(rule, name, file.parsed().text()));
      parsed.addUntranslated(file);
    }
    return parsed;
  }

  /** Adds the rows of measures, which are rules where a rule reads them. */
  private void addMeasures() {
    String type = RevisionMeasure.class.getSimpleName();
    Pattern reader = Pattern.compile("\\b" + type + "\\b");
    // The word first: every file is searched while one of them is typed.
    if (files.keySet().stream()
        .map(this::text)
        .noneMatch(text -> text.contains(type) && reader.matcher(text).find())) {
      return;
    }
    for (String name : texts.names(RuleFiles.MEASURES)) {
      for (Rule row : MeasureRules.of(name, text(name))) {
        Rule sameId = rulesById.putIfAbsent(row.id(), row);
        Rule sameName = rulesByName.get(row.name());
        Rule same = sameId == null ? sameName : sameId;
        if (same == null) {
          rulesByName.put(row.name(), row);
          measures.add(row);
        } else {
          rowProblems.add(
              new RuleProblem(
                  texts.display(name),
                  row.line(),
                  1,
                  (sameId == null ? "the finding of " : "the id ")
                      + row.id()
                      + " is taken: "
                      + same.place()
                      + " has it."));
        }
      }
    }
  }

  private boolean isShipped(String name) {
    return text(name).equals(RuleFiles.shipped().text(name));
  }

  private String text(String name) {
    return Objects.requireNonNullElse(texts.text(name), "");
  }

  private void add(RuleNode rule, String file, RuleText text) {
    var added =
        new Rule(
            annotation(rule, "Id"),
            rule.name(),
            annotation(rule, "Control"),
            annotation(rule, "Severity"),
            file,
            text.line(rule.at()));
    Rule sameId = added.id().isEmpty() ? null : rulesById.putIfAbsent(added.id(), added);
    if (sameId != null) {
      error(text, rule, "@Id(\"" + added.id() + "\") is taken: " + sameId.place() + " has it.");
    }
    Rule sameName = rulesByName.putIfAbsent(rule.name(), added);
    if (sameName != null) {
      error(
          text,
          rule,
          "rule \"" + rule.name() + "\" is there twice: " + sameName.place() + " has the name.");
    }
  }

  private void addUntranslated(RuleFile file) {
    List<RuleNode> rules = file.parsed().tree().rules();
    for (int i = 0; i < rules.size(); i++) {
      String error = file.translations().get(i).error();
      if (error != null) {
        error(
            file.parsed().text(),
            rules.get(i),
            "internal error (bug): rule \""
                + rules.get(i).name()
                + "\" passes the linter and cannot be compiled: "
                + error);
      }
    }
  }

  private void error(RuleText text, RuleNode rule, String message) {
    findings.add(text.finding(Level.ERROR, Check.SYNTAX, rule.name(), rule.at(), message));
  }

  private static String annotation(RuleNode rule, String name) {
    Annotation annotation = rule.annotations().get(name);
    return annotation == null ? "" : annotation.value();
  }

  Map<String, Rule> rulesByName() {
    return rulesByName;
  }

  List<Translated> translated(SwitchedOff off) {
    var translated = new ArrayList<Translated>();
    measures.forEach(off::excludes);
    for (RuleFile file : files.values()) {
      List<RuleNode> rules = file.parsed().tree().rules();
      List<Translation> translations = file.translations();
      for (int i = 0; i < rules.size(); i++) {
        if (!off.excludes(rulesByName.get(rules.get(i).name()))) {
          translated.addAll(translations.get(i).ways());
        }
      }
    }
    return translated;
  }

  List<LintFinding> findings() {
    return findings.stream()
        .sorted(
            Comparator.comparing(LintFinding::file)
                .thenComparing(LintFinding::line)
                .thenComparing(LintFinding::column)
                .thenComparing(LintFinding::message))
        .toList();
  }

  List<RuleProblem> problems() {
    return Stream.concat(
            findings().stream()
                .filter(each -> each.level() == Level.ERROR)
                .map(
                    each ->
                        new RuleProblem(each.file(), each.line(), each.column(), each.message())),
            rowProblems.stream())
        .distinct()
        .toList();
  }
}
