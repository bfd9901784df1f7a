package dev.plumbline.engine;

import dev.plumbline.QuietEngine;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.RandomWorld;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;

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
        groupUnderNot();
      }
      case "trace" -> {
        Logger.getLogger("org.drools").setLevel(Level.TRACE);
        groupUnderNot();
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

  /** Rules with {@code exists( A and B )} beside {@code not( A and B )}. */
  private static void groupUnderNot() {
    RuleSet rules = RuleSet.compile(RuleFiles.shipped().only("ami-preflight.drl"));
    try (RuleSession session = rules.newSession()) {
      RandomWorld.random(0).forEach(session::put);
      System.out.println("settled " + session.settle().size());
    } catch (RuntimeException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      System.out.println(cause);
    }
  }
}
