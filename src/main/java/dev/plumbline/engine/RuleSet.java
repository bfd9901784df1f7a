package dev.plumbline.engine;

import dev.plumbline.engine.RuleFile.Translated;
import dev.plumbline.fact.Policy.RuleSwitchedOff;
import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.language.AtWork;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.LintFinding;
import dev.plumbline.language.NativeImage;
import dev.plumbline.language.Normalizer;
import dev.plumbline.language.Rule;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.language.RuleProblem;
import dev.plumbline.language.ShippedRules;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.drools.model.impl.ModelImpl;
import org.kie.api.KieBase;

/**
 * Compiled rules with their metadata and the SHA-256 digest of the exact text: an immutable value.
 * No class is defined for a rule, on the JVM exactly as in a native image.
 */
public final class RuleSet {

  private final RuleFiles files;
  private final String digest;
  private final KieBase base;
  private final Map<String, Rule> rulesByName;
  private final SwitchedOff off;
  private final Contributions contributions;
  private final List<LintFinding> warnings;
  private final List<RuleMeters> meters;
  private final List<Translated> translated;

  private RuleSet(
      RuleFiles files,
      KieBase base,
      ParsedRules parsed,
      SwitchedOff off,
      List<Translated> translated) {
    this.files = files;
    this.digest = files.digest();
    this.base = base;
    this.rulesByName = Map.copyOf(parsed.rulesByName());
    this.off = off;
    this.contributions = new Contributions(translated);
    this.warnings = parsed.findings();
    this.meters = translated.stream().map(Translated::meters).toList();
    this.translated = List.copyOf(translated);
  }

  /** The same rules, as they are known here. */
  private RuleSet(RuleFiles files, RuleSet same) {
    this.files = files;
    this.digest = same.digest;
    this.base = same.base;
    this.rulesByName = same.rulesByName;
    this.off = same.off;
    this.contributions = same.contributions;
    this.warnings = same.warnings;
    this.meters = same.meters;
    this.translated = same.translated;
  }

  private RuleSet(RuleSet whole, List<Translated> translated) {
    this.files = whole.files;
    this.digest = whole.digest;
    this.base = base(translated);
    this.rulesByName = whole.rulesByName;
    this.off = whole.off;
    this.contributions = new Contributions(translated);
    this.warnings = whole.warnings;
    this.meters = translated.stream().map(Translated::meters).toList();
    this.translated = List.copyOf(translated);
  }

  /**
   * Checks and compiles every rule of {@code files}, including those that are switched off. The
   * engine never sees rules that the linter rejects.
   *
   * @throws InvalidRulesException when a rule is invalid; lists all problems, with file, line and
   *     column
   */
  public static RuleSet compile(RuleFiles files) {
    return compile(files, List.of());
  }

  public static RuleSet compile(RuleFiles files, List<RuleSwitch> switches) {
    return switches.isEmpty() && ShippedRules.are(files)
        ? new RuleSet(files, Shipped.RULES)
        : compile(files, ParsedRules.of(files), switches);
  }

  /**
   * The shipped rules, compiled once. A native image holds the result: what they were translated
   * to, the engine's network, and what the linter knows of each file, which every set with other
   * files needs. On the JVM they are compiled when they are first needed.
   */
  private static final class Shipped {
    static final RuleSet RULES;

    static {
      String before = AtWork.now();
      RULES = shipped();
      if (NativeImage.isBeingBuilt()) {
        RuleFiles files = RuleFiles.shipped();
        files.names(".drl").forEach(name -> RuleFile.of(files, name).check());
        EngineInternals.prepare(RULES.base);
      }
      // Else a native image would name the last of them for ever.
      AtWork.on(before);
    }
  }

  /** The shipped rules, compiled now. */
  static RuleSet shipped() {
    RuleFiles files = RuleFiles.shipped();
    return compile(files, ParsedRules.of(files), List.of());
  }

  /** Compiles rules without the linter, for tests. */
  static RuleSet unlinted(RuleFiles files) {
    return compile(files, ParsedRules.unlinted(files), List.of());
  }

  private static RuleSet compile(RuleFiles files, ParsedRules parsed, List<RuleSwitch> switches) {
    requireNone(parsed.problems());
    var off = new SwitchedOff(switches);
    List<Translated> rules = parsed.translated(off);
    requireNone(off.unmatched(parsed.rulesByName().values(), files.display("switched-off.yaml")));
    return new RuleSet(files, base(rules), parsed, off, rules);
  }

  private static KieBase base(List<Translated> rules) {
    var model = new ModelImpl();
    Strata.ordered(rules).forEach(each -> model.addRule(each.rule()));
    return EngineInternals.base(model);
  }

  /** The same with these rules alone, as the engine knows them. */
  RuleSet only(Set<String> engineNames) {
    return new RuleSet(
        this,
        translated.stream().filter(each -> engineNames.contains(each.node().name())).toList());
  }

  /** Every enabled rule, as it was translated. */
  List<Translated> translated() {
    return translated;
  }

  private static void requireNone(List<RuleProblem> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
  }

  public RuleFiles files() {
    return files;
  }

  /** SHA-256 of the exact text: {@link RuleFiles#digest}. */
  public String digest() {
    return digest;
  }

  public List<LintFinding> warnings() {
    return warnings;
  }

  /** Every enabled rule, sorted by id. */
  public List<Rule> rules() {
    return sorted(rule -> !off.has(rule));
  }

  /** Every rule that is switched off, sorted by id. */
  public List<Rule> rulesOff() {
    return sorted(off::has);
  }

  private List<Rule> sorted(Predicate<Rule> wanted) {
    return rulesByName.values().stream()
        .filter(wanted)
        .sorted(Comparator.comparing(Rule::id))
        .toList();
  }

  /** Which rules are switched off, by whom and why, sorted by id. */
  public List<RuleSwitchedOff> switchedOff() {
    return off.facts();
  }

  Rule rule(String engineName) {
    int alternative = engineName.indexOf(Normalizer.ALTERNATIVE);
    Rule rule =
        rulesByName.get(alternative < 0 ? engineName : engineName.substring(0, alternative));
    if (rule == null) {
      throw new IllegalStateException("no rule \"" + engineName + "\" in this set");
    }
    return rule;
  }

  /** What can contribute to conclusions of a type. */
  Contributions.Contribution contributing(Class<?> type) {
    return contributingTo(type.getSimpleName());
  }

  /** The same of a type by its name. */
  Contributions.Contribution contributingTo(String type) {
    return contributions.to(type);
  }

  /**
   * How often conditions of each rule were evaluated so far, by every session of every set that
   * shares its file. Conditions that rules share count for the first of them.
   */
  Map<Rule, Long> evaluations() {
    var evaluations = new HashMap<Rule, Long>();
    meters.forEach(each -> evaluations.merge(rule(each.rule()), each.counted(), Long::sum));
    return evaluations;
  }

  KieBase base() {
    return base;
  }

  /** Whether both are one compilation: the same text, data and switches. */
  @SuppressWarnings("ReferenceEquality")
  public boolean isSame(RuleSet other) {
    return base == other.base;
  }

  /** A new session without any fact. */
  public RuleSession newSession() {
    return new RuleSession(this, base.newKieSession());
  }
}
