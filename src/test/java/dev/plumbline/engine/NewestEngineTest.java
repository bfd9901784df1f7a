package dev.plumbline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The newest release of the engine, which the build copies beside ours: what would break with it.
 * {@link NewestEngineRun} runs in a JVM of its own with its jars before ours.
 */
@Tag("long")
class NewestEngineTest {

  private static final Path JARS =
      Path.of(System.getProperty("project.build.directory"), "newest-drools");

  @TempDir Path folder;

  @BeforeEach
  void theBuildHasCopiedIt() {
    assumeTrue(Files.isDirectory(JARS), "made by ./mvnw: " + JARS);
  }

  @Test
  void weCompileAgainstItAndShippedRulesConcludeTheSame() throws Exception {
    assertThat(run("rules")).contains(NewestEngineRun.rules());
  }

  /**
   * In 10.2.0 a rule with two groups under {@code not} or {@code exists} fails as soon as
   * org.drools is logged at its finest: {@code SegmentMemory.linkNode} then asks {@code
   * RuleNameExtractor} for names, which casts {@code NotRight}, of which ours is one, to {@code
   * LeftTupleSink}. {@link NewestEngineRun} has the whole case. When this fails, it is mended.
   */
  @Test
  void tracingTwoGroupsInOneRuleFails() throws Exception {
    assertThat(run("quiet")).contains("fired 1");
    assertThat(run("trace"))
        .contains("RightInputs$Not cannot be cast to class org.drools.core.reteoo.LeftTupleSink");
  }

  /**
   * Why {@link RuleTranslator} lets rules share nothing that stands before an accumulate. When this
   * fails, it is mended, and they may share it with the version that mends it.
   */
  @Test
  void changedMatchIsTwiceInTheMemoryOfAnAccumulate() throws Exception {
    assertThat(run("twice")).contains("has no end: 1000");
  }

  private String run(String what) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    assertThat(compiled(classes)).as("what javac says").isEmpty();
    var first = new ArrayList<>(jars());
    first.add(classes);
    return ForkedJvm.run(folder, List.of(), first, NewestEngineRun.class, what);
  }

  /** With what the engine logs by, at its finest until it is told otherwise. */
  private static List<Path> jars() throws IOException {
    try (Stream<Path> jars = Files.list(JARS)) {
      var all = new ArrayList<>(jars.sorted().toList());
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> entry.matches(".*/(org/jboss/(slf4j|logmanager)|io/smallrye/common)/.*"))
          .map(Path::of)
          .forEach(all::add);
      return all;
    }
  }

  /** {@link RightInputs} is other code there: it extends nodes of the engine's network. */
  private static String compiled(Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var out = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources =
            Stream.concat(
                Files.list(Path.of("src/main/java/dev/plumbline/engine"))
                    .filter(each -> !each.endsWith("RightInputs.java")),
                Stream.of(Path.of("src/test/newest-engine/RightInputs.java")))) {
      String path =
          Stream.concat(
                  jars().stream().map(Path::toString),
                  Stream.of(System.getProperty("java.class.path")))
              .collect(Collectors.joining(File.pathSeparator));
      compiler
          .getTask(
              out,
              files,
              null,
              List.of("-nowarn", "-proc:none", "-d", classes.toString(), "-cp", path),
              null,
              files.getJavaFileObjectsFromPaths(
                  sources.filter(each -> each.toString().endsWith(".java")).toList()))
          .call();
    }
    return out.toString()
        .lines()
        .filter(line -> line.contains("error:"))
        .collect(Collectors.joining("\n"));
  }
}
