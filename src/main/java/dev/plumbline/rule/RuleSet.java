package dev.plumbline.rule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.drools.compiler.builder.impl.KnowledgeBuilderImpl;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.drools.drl.parser.DrlParser;
import org.drools.drl.parser.DroolsParserException;
import org.drools.drl.parser.ParserError;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.rulebase.KnowledgeBaseFactory;
import org.jspecify.annotations.Nullable;
import org.kie.api.KieBaseConfiguration;
import org.kie.internal.builder.KnowledgeBuilderConfiguration;
import org.kie.internal.builder.KnowledgeBuilderError;
import org.kie.internal.builder.KnowledgeBuilderFactory;
import org.kie.internal.builder.conf.LanguageLevelOption;
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
  private final InternalKnowledgeBase base;
  private final Map<String, Rule> rulesByName;

  private RuleSet(RuleFiles files, InternalKnowledgeBase base, Map<String, Rule> rulesByName) {
    this.files = files;
    this.digest = files.digest();
    this.base = base;
    this.rulesByName = rulesByName;
  }

  /**
   * Compiles every rule of {@code files}.
   *
   * @throws InvalidRulesException when one cannot be compiled; all problems are named, with file,
   *     line and column
   */
  public static RuleSet compile(RuleFiles files) {
    return compile(files, name -> true);
  }

  /** Compiles the rules of {@code files} whose name {@code wanted} accepts. */
  static RuleSet compile(RuleFiles files, java.util.function.Predicate<String> wanted) {
    var problems = new ArrayList<RuleProblem>();
    var rules = new TreeMap<String, Rule>();
    KnowledgeBuilderImpl builder = builder();
    for (String name : files.names(".drl")) {
      String text = String.valueOf(files.text(name));
      PackageDescr descr = parse(files.display(name), text, problems);
      if (descr != null) {
        addRules(descr, name, files.display(name), rules, problems);
        descr.getRules().removeIf(rule -> !wanted.test(rule.getName()));
        descr.setName(PACKAGE);
        int before = builder.getErrors().size();
        builder.addPackage(descr);
        List<KnowledgeBuilderError> errors = new ArrayList<>(builder.getErrors());
        addProblems(errors.subList(before, errors.size()), files.display(name), problems);
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
    KieBaseConfiguration configuration = RuleBaseFactory.newKnowledgeBaseConfiguration();
    configuration.setOption(ConstraintJittingThresholdOption.get(-1));
    InternalKnowledgeBase base = KnowledgeBaseFactory.newKnowledgeBase(configuration);
    base.addPackages(builder.getKnowledgePackages());
    return new RuleSet(files, base, Collections.unmodifiableMap(rules));
  }

  private static KnowledgeBuilderImpl builder() {
    var properties = new Properties();
    properties.setProperty("drools.dialect.default", "mvel");
    KnowledgeBuilderConfiguration configuration =
        KnowledgeBuilderFactory.newKnowledgeBuilderConfiguration(
            properties, RuleSet.class.getClassLoader());
    return (KnowledgeBuilderImpl) KnowledgeBuilderFactory.newKnowledgeBuilder(configuration);
  }

  private static @Nullable PackageDescr parse(
      String display, String text, List<RuleProblem> problems) {
    var parser = new DrlParser(LanguageLevelOption.DRL6);
    try {
      PackageDescr descr = parser.parse(false, text);
      if (!parser.hasErrors()) {
        return descr;
      }
    } catch (DroolsParserException e) {
      problems.add(new RuleProblem(display, 0, 0, oneLine(String.valueOf(e.getMessage()))));
      return null;
    }
    for (var error : parser.getErrors()) {
      int column = error instanceof ParserError at ? at.getCol() + 1 : 0;
      int line = error.getLines().length > 0 ? error.getLines()[0] : 0;
      problems.add(new RuleProblem(display, line, column, oneLine(error.getMessage())));
    }
    return null;
  }

  private static void addRules(
      PackageDescr descr,
      String file,
      String display,
      Map<String, Rule> rules,
      List<RuleProblem> problems) {
    for (RuleDescr rule : descr.getRules()) {
      String id = annotation(rule, "Id");
      if (id.isEmpty()) {
        problems.add(
            new RuleProblem(
                display,
                rule.getLine(),
                0,
                "rule \"" + rule.getName() + "\" has no @Id. Maybe add @Id(\"TEAM-001\")."));
        continue;
      }
      Rule added =
          new Rule(
              id,
              rule.getName(),
              annotation(rule, "Control"),
              annotation(rule, "Severity"),
              file,
              rule.getLine());
      Rule other = rules.values().stream().filter(r -> r.id().equals(id)).findFirst().orElse(null);
      if (other != null || rules.putIfAbsent(rule.getName(), added) != null) {
        problems.add(
            new RuleProblem(
                display,
                rule.getLine(),
                0,
                "rule \""
                    + rule.getName()
                    + "\" with @Id(\""
                    + id
                    + "\") is there twice. Maybe rename one of them."));
      }
    }
  }

  private static String annotation(RuleDescr rule, String name) {
    AnnotationDescr annotation = rule.getAnnotation(name);
    if (annotation == null || !(annotation.getSingleValueStripped() instanceof String value)) {
      return "";
    }
    return value;
  }

  private static void addProblems(
      Collection<KnowledgeBuilderError> errors, String display, List<RuleProblem> problems) {
    int before = problems.size();
    for (KnowledgeBuilderError error : errors) {
      int line = error.getLines().length > 0 ? error.getLines()[0] : 0;
      if (line >= 0) {
        problems.add(new RuleProblem(display, Math.max(line, 0), 0, oneLine(error.getMessage())));
      }
    }
    if (problems.size() == before && !errors.isEmpty()) {
      KnowledgeBuilderError first = errors.iterator().next();
      problems.add(new RuleProblem(display, 0, 0, oneLine(first.getMessage())));
    }
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** The files it was compiled from. */
  public RuleFiles files() {
    return files;
  }

  /** SHA-256 of the exact text: {@link RuleFiles#digest}. */
  public String digest() {
    return digest;
  }

  /** Every rule, sorted by id. */
  public List<Rule> rules() {
    return rulesByName.values().stream().sorted(java.util.Comparator.comparing(Rule::id)).toList();
  }

  /** The rule of this name. */
  Rule rule(String name) {
    Rule rule = rulesByName.get(name);
    if (rule == null) {
      throw new IllegalStateException("no rule \"" + name + "\" in this set");
    }
    return rule;
  }

  /** A new session without any fact. */
  public RuleSession newSession() {
    return new RuleSession(this, base.newKieSession());
  }
}
