package dev.plumbline.engine;

import dev.plumbline.QuietEngine;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.RandomWorld;
import java.io.ObjectInput;
import java.io.ObjectOutput;
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
import org.kie.api.runtime.rule.AccumulateFunction;
import org.kie.api.runtime.rule.FactHandle;

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
      case "twice" -> {
        QuietEngine.quiet();
        twiceInMemory();
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

  /**
   * The whole case, without a line of ours: {@code Integer() Long() Character()}, and {@code
   * Integer() Long() accumulate( String() )}. There is no character, so that the first rule never
   * looks at the pair; once the pair has changed, the walk over pairs for a text has no end.
   */
  private static void twiceInMemory() {
    Variable<Integer> left = DSL.declarationOf(Integer.class);
    Variable<Long> right = DSL.declarationOf(Long.class);
    Variable<Integer> alsoLeft = DSL.declarationOf(Integer.class);
    Variable<Long> alsoRight = DSL.declarationOf(Long.class);
    Variable<String> text = DSL.declarationOf(String.class);
    Variable<Object> counted = DSL.declarationOf(Object.class);
    var model = new ModelImpl();
    model.addRule(
        PatternDSL.rule("never looks")
            .build(
                PatternDSL.pattern(left),
                PatternDSL.pattern(right),
                PatternDSL.pattern(DSL.declarationOf(Character.class)),
                DSL.execute(() -> {})));
    model.addRule(
        PatternDSL.rule("accumulates")
            .build(
                PatternDSL.pattern(alsoLeft),
                PatternDSL.pattern(alsoRight),
                DSL.accumulate(
                    PatternDSL.pattern(text), DSL.accFunction(Steps::new, text).as(counted)),
                DSL.execute(() -> {})));
    KieBase base =
        KieBaseBuilder.createKieBaseFromModel(
            model, RuleBaseFactory.newKnowledgeBaseConfiguration());
    KieSession session = base.newKieSession();
    session.insert(1);
    FactHandle changing = session.insert(1L);
    session.fireAllRules();
    session.update(changing, 2L);
    session.fireAllRules();
    session.insert("x");
    try {
      session.fireAllRules();
      System.out.println("ends");
    } catch (RuntimeException e) {
      System.out.println("has no end: " + Steps.taken);
    }
  }

  /** Counts, and gives up. */
  public static final class Steps implements AccumulateFunction<int[]> {

    private static final int ENOUGH = 1_000;
    private static int taken;

    @Override
    public int[] createContext() {
      return new int[1];
    }

    @Override
    public void init(int[] context) {
      context[0] = 0;
    }

    @Override
    public void accumulate(int[] context, Object value) {
      context[0]++;
      if (++taken == ENOUGH) {
        throw new IllegalStateException("gives up");
      }
    }

    @Override
    public void reverse(int[] context, Object value) {
      context[0]--;
    }

    @Override
    public Object getResult(int[] context) {
      return context[0];
    }

    @Override
    public boolean supportsReverse() {
      return true;
    }

    @Override
    public Class<?> getResultType() {
      return Integer.class;
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }
}
