package dev.plumbline.rule;

import dev.plumbline.fact.RuleSwitch;
import dev.plumbline.fact.RuleSwitchedOff;
import dev.plumbline.rule.ParsedRules.ParsedFile;
import dev.plumbline.rule.lint.LintFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.drools.compiler.builder.impl.KnowledgeBuilderImpl;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.rulebase.KnowledgeBaseFactory;
import org.kie.api.KieBaseConfiguration;
import org.kie.internal.builder.KnowledgeBuilderConfiguration;
import org.kie.internal.builder.KnowledgeBuilderError;
import org.kie.internal.builder.KnowledgeBuilderFactory;
import org.kie.internal.conf.ConstraintJittingThresholdOption;

/**
 * Compiled rules with their metadata and the SHA-256 digest of the exact text: an immutable value.
 * They are compiled and run with no class defined at run time, on the JVM exactly as in a native
 * image.
 */
public final class RuleSet {

  static {
    // MVEL reads this when it is first loaded: it must not generate accessors.
    System.setProperty("mvel2.disable.jit", "true");
  }

  /**
   * The one package that all rules are compiled into, whatever their files say. The engine wires
   * only the first package as a whole; it adds the rules of every other one by one, and splitting a
   * network in two then leaves accumulates that no longer notice when a fact goes
   * (apache/incubator-kie#7109).
   */
  private static final String PACKAGE = "dev.plumbline.rules";

  private final RuleFiles files;
  private final String digest;
  private final org.kie.api.KieBase base;
  private final Map<String, Rule> rulesByName;
  private final SwitchedOff off;
  private final List<LintFinding> warnings;

  private RuleSet(RuleFiles files, org.kie.api.KieBase base, ParsedRules parsed, SwitchedOff off) {
    this.files = files;
    this.digest = files.digest();
    this.base = base;
    this.rulesByName = Map.copyOf(parsed.rulesByName());
    this.off = off;
    this.warnings = parsed.findings();
  }

  /**
   * Checks and compiles every rule of {@code files}, also those that are switched off. What the
   * linter refuses the engine never sees.
   *
   * @throws InvalidRulesException when one cannot be used; all problems are named, with file, line
   *     and column
   */
  public static RuleSet compile(RuleFiles files) {
    return compile(files, List.of());
  }

  /**
   * Checks the rules of {@code files}, and compiles them but for those that are switched off.
   *
   * @throws InvalidRulesException when one cannot be used, and when a switch fits no rule
   */
  public static RuleSet compile(RuleFiles files, List<RuleSwitch> switches) {
    return compile(files, ParsedRules.of(files), new SwitchedOff(switches));
  }

  /** Compiles rules that the linter has not seen: for tests of what holds without it. */
  static RuleSet unlinted(RuleFiles files) {
    return compile(files, ParsedRules.unlinted(files), new SwitchedOff(List.of()));
  }

  private static RuleSet compile(RuleFiles files, ParsedRules parsed, SwitchedOff off) {
    RuleProblems problems = parsed.problems();
    if (!problems.none()) {
      throw new InvalidRulesException(problems.sorted());
    }
    var wiring = new ConcurrentLinkedQueue<Runnable>();
    KnowledgeBuilderImpl builder = builder(wiring);
    for (ParsedFile file : parsed.files()) {
      PackageDescr descr = file.descr();
      KnownWords.check(descr, file.text(), problems);
      if (!problems.none()) {
        continue;
      }
      descr.getRules().removeIf(r -> off.takes(parsed.rulesByName().get(r.getName())));
      descr.setName(PACKAGE);
      addPackage(builder, descr, file.text(), problems);
    }
    if (problems.none()) {
      off.unmatched(parsed.rulesByName().values(), files.display("switched-off.yaml"))
          .forEach(problems::add);
    }
    if (!problems.none()) {
      throw new InvalidRulesException(problems.sorted());
    }
    if (Boolean.getBoolean("plumbline.model")) {
      return new RuleSet(files, model(files, parsed, off), parsed, off);
    }
    KieBaseConfiguration configuration =
        RuleBaseFactory.newKnowledgeBaseConfiguration(
            new Properties(), builder.getRootClassLoader());
    configuration.setOption(ConstraintJittingThresholdOption.get(-1));
    InternalKnowledgeBase base = KnowledgeBaseFactory.newKnowledgeBase(configuration);
    base.addPackages(builder.getKnowledgePackages());
    wiring.forEach(Runnable::run);
    return new RuleSet(files, base, parsed, off);
  }

  private static org.kie.api.KieBase model(RuleFiles files, ParsedRules parsed, SwitchedOff off) {
    var rules = new ArrayList<dev.plumbline.rule.lint.Tree.RuleNode>();
    for (String name : files.names(".drl")) {
      var text =
          new dev.plumbline.rule.lint.RuleText(
              name, java.util.Objects.requireNonNull(files.text(name)));
      for (var rule : dev.plumbline.rule.lint.Tree.of(text).rules()) {
        if (!off.has(parsed.rulesByName().get(rule.name()))) {
          rules.addAll(Normalized.alternatives(rule));
        }
      }
    }
    var model = new org.drools.model.impl.ModelImpl();
    Normalized.ordered(rules).forEach(rule -> model.addRule(RuleTranslator.translate(rule)));
    return EngineInternals.base(model);
  }

  private static KnowledgeBuilderImpl builder(Queue<Runnable> wiring) {
    var properties = new Properties();
    properties.setProperty("drools.dialect.default", "mvel");
    KnowledgeBuilderConfiguration configuration =
        KnowledgeBuilderFactory.newKnowledgeBuilderConfiguration(properties, new RuleClassLoader());
    var builder = (KnowledgeBuilderImpl) KnowledgeBuilderFactory.newKnowledgeBuilder(configuration);
    DirectDialect.useIn(builder.getBuilderConfiguration(), wiring);
    return builder;
  }

  private static void addPackage(
      KnowledgeBuilderImpl builder, PackageDescr descr, DrlText text, RuleProblems problems) {
    int before = builder.getErrors().size();
    try {
      builder.addPackage(descr);
    } catch (RuntimeException | LinkageError e) {
      // The engine throws where it should report, and then cannot tell where.
      problems.add(text.problem(-1, "cannot be compiled: " + e));
    }
    List<KnowledgeBuilderError> errors = new ArrayList<>(builder.getErrors());
    problems.addCompile(text, descr, errors.subList(before, errors.size()));
  }

  /** The files it was compiled from. */
  public RuleFiles files() {
    return files;
  }

  /** SHA-256 of the exact text: {@link RuleFiles#digest}. */
  public String digest() {
    return digest;
  }

  /** What the linter has to say of them, though it did not refuse them. */
  public List<LintFinding> warnings() {
    return warnings;
  }

  /** Every rule that judges, sorted by id. */
  public List<Rule> rules() {
    return sorted(rule -> !off.has(rule));
  }

  /** Every rule that is switched off, sorted by id. */
  public List<Rule> rulesOff() {
    return sorted(off::has);
  }

  private List<Rule> sorted(java.util.function.Predicate<Rule> wanted) {
    return rulesByName.values().stream()
        .filter(wanted)
        .sorted(java.util.Comparator.comparing(Rule::id))
        .toList();
  }

  /** Which rules are switched off, by whom and why, sorted by id. */
  public List<RuleSwitchedOff> switchedOff() {
    return off.facts();
  }

  /** The rule of this name. */
  Rule rule(String name) {
    Rule rule = rulesByName.get(name);
    if (rule == null) {
      throw new IllegalStateException("no rule \"" + name + "\" in this set");
    }
    return rule;
  }

  org.kie.api.KieBase base() {
    return base;
  }

  /** A new session without any fact. */
  public RuleSession newSession() {
    return new RuleSession(this, base.newKieSession());
  }
}
