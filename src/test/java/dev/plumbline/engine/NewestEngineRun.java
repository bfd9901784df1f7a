package dev.plumbline.engine;

import dev.plumbline.QuietEngine;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.RandomWorld;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.model.DSL;
import org.drools.model.PatternDSL;
import org.drools.model.Variable;
import org.drools.model.impl.ModelImpl;
import org.drools.model.view.ViewItemBuilder;
import org.drools.modelcompiler.KieBaseBuilder;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.kie.api.KieBase;
import org.kie.api.runtime.KieSession;

/** What {@link NewestEngineTest} runs with other jars of the engine. */
final class NewestEngineRun {

  private NewestEngineRun() {}

  public static void main(String[] args) {
    switch (args[0]) {
      case "rules" -> {
        QuietEngine.quiet();
        System.out.println(rules());
      }
      case "quiet" -> {
        QuietEngine.quiet();
        twoGroups();
      }
      case "trace" -> {
        Logger.getLogger("org.drools").setLevel(Level.TRACE);
        twoGroups();
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** What the shipped rules conclude of a few random worlds. */
  static String rules() {
    RuleSet rules = RuleSet.compile(RuleFiles.shipped());
    var counts = new StringBuilder();
    for (long seed = 0; seed < 10; seed++) {
      try (RuleSession session = rules.newSession()) {
        RandomWorld.random(seed).forEach(session::put);
        counts.append(session.settle().conclusions().toString().hashCode()).append(' ');
      }
    }
    return "concluded " + counts;
  }

  /**
   * The whole case, without a line of ours: {@code String() not( Integer() and Long() ) not(
   * Integer() and Long() )}.
   */
  private static void twoGroups() {
    Variable<String> first = DSL.declarationOf(String.class);
    var model = new ModelImpl();
    model.addRule(
        PatternDSL.rule("two groups")
            .build(PatternDSL.pattern(first), noPair(), noPair(), DSL.execute(() -> {})));
    KieBase base =
        KieBaseBuilder.createKieBaseFromModel(
            model, RuleBaseFactory.newKnowledgeBaseConfiguration());
    KieSession session = base.newKieSession();
    try {
      session.insert("x");
      session.insert(1);
      System.out.println("fired " + session.fireAllRules());
    } catch (ClassCastException e) {
      System.out.println(e);
    } finally {
      session.dispose();
    }
  }

  private static ViewItemBuilder<?> noPair() {
    return DSL.not(
        PatternDSL.pattern(DSL.declarationOf(Integer.class)),
        PatternDSL.pattern(DSL.declarationOf(Long.class)));
  }
}
