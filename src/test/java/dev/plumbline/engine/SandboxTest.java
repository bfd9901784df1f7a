package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ImageConclusions.AmiObjection;
import dev.plumbline.fact.Cluster.ClusterVersion;
import dev.plumbline.language.RuleFiles;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rules that the linter has not seen get nowhere either: the second wall. */
class SandboxTest {

  private static final String MARK = "plumbline.escaped";

  private static final String RULE =
      """
      package team
      import dev.plumbline.fact.ClusterVersion
      import dev.plumbline.conclusion.AmiObjection
      %s
      rule "r"
          @Id("X-001") @Control("CM-2") @Severity("info")
      when
          ClusterVersion( $version : version%s )
      then
          %s
      end
      """;

  private static final String CONCLUDES =
      "insertLogical( new AmiObjection( \"X-001\", \"c\", $version, \"m\" ) );";

  @AfterEach
  void clear() {
    System.clearProperty(MARK);
  }

  private record Escape(String imported, String condition, String consequence) {

    static Escape left(String condition) {
      return new Escape("", ", " + condition, CONCLUDES);
    }

    static Escape right(String statement) {
      return new Escape("", "", statement + " " + CONCLUDES);
    }

    static Escape with(String imported, String condition) {
      return new Escape("import " + imported, ", " + condition, CONCLUDES);
    }

    String text() {
      return RULE.formatted(imported, condition, consequence);
    }
  }

  @TestFactory
  Stream<DynamicTest> escapes() {
    return Stream.of(
            Escape.left("System.setProperty( \"plumbline.escaped\", \"x\" ) == null"),
            Escape.left("java.lang.System.setProperty( \"plumbline.escaped\", \"x\" ) == null"),
            Escape.left("Runtime.getRuntime() != null"),
            Escape.left("java.lang.Runtime.getRuntime() != null"),
            Escape.left("Thread.currentThread() != null"),
            Escape.left("Class.forName( \"java.lang.Runtime\" ) != null"),
            Escape.left("ClassLoader.getSystemClassLoader() != null"),
            Escape.left("version.getClass().getName() != null"),
            Escape.left("version.class.name != null"),
            Escape.left("this.getClass().getClassLoader() != null"),
            Escape.left("String.forName( \"java.lang.Runtime\" ) != null"),
            Escape.left("new java.io.File( \"/\" ).exists()"),
            Escape.left("eval( System.setProperty( \"plumbline.escaped\", \"x\" ) == null )"),
            Escape.left("java.nio.file.Files.exists( java.nio.file.Path.of( \"/\" ) )"),
            Escape.with("java.lang.System", "System.getenv() != null"),
            Escape.with("java.io.File", "new File( \"/\" ).exists()"),
            Escape.with("java.lang.ProcessBuilder", "new ProcessBuilder( \"id\" ) != null"),
            Escape.with("org.mvel2.MVEL", "MVEL.eval( \"1\" ) != null"),
            Escape.with("dev.plumbline.language.RuleFiles", "RuleFiles.shipped() != null"),
            Escape.with("dev.plumbline.policy.CallTable", "CallTable.METHODS != null"),
            Escape.right("System.setProperty( \"plumbline.escaped\", \"x\" );"),
            Escape.right("java.lang.System.setProperty( \"plumbline.escaped\", \"x\" );"),
            Escape.right("Runtime.getRuntime().exec( \"id\" );"),
            Escape.right("new java.io.File( \"/\" ).list();"),
            Escape.right("$version.getClass().forName( \"java.lang.Runtime\" );"),
            Escape.right("drools.getRule().getClass();"),
            Escape.right("kcontext.getKieRuntime().halt();"))
        .map(
            escape ->
                DynamicTest.dynamicTest(
                    escape.imported() + escape.condition() + " then " + escape.consequence(),
                    () -> {
                      assertThat(concluded(escape.text())).isEmpty();
                      assertThat(System.getProperty(MARK)).isNull();
                    }));
  }

  /** Positive control: without an escape the rule holds. */
  @Test
  void whatRulesMayNameIsSeen() {
    assertThat(
            concluded(
                Escape.with("dev.plumbline.fact.Glob", "Glob.matches( \"1.*\", version )").text()))
        .containsExactly(new AmiObjection("X-001", "c", "1.33", "m"));
  }

  private static List<Conclusion> concluded(String text) {
    try (RuleSession session = RuleSet.unlinted(RuleFiles.of(Map.of("x.drl", text))).newSession()) {
      session.put(new ClusterVersion("1.33", 33));
      return session.settle().conclusions();
    } catch (RuntimeException | LinkageError e) {
      return List.of();
    }
  }
}
