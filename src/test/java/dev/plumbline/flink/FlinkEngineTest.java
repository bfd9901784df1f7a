package dev.plumbline.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plumbline.backtest.Backtest.Result;
import dev.plumbline.backtest.Backtest.Settings;
import dev.plumbline.backtest.BacktestEngine;
import dev.plumbline.backtest.MutatedRules;
import dev.plumbline.backtest.TimeWindow;
import dev.plumbline.cli.PlumblineCommand;
import dev.plumbline.cli.command.Program;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.s3.LogDiscovery;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The job on Flink and this program say the same, to the byte, whatever happens to TaskManagers.
 * The build runs it in a JVM of its own, the only one with Flink on its class path; the sources of
 * the job are compiled here against it.
 */
@Tag("flink")
class FlinkEngineTest {

  private static final int DECISIONS = 70;

  /** A rule with one operator changed: FIND-011. */
  private static final String FILE = "findings.drl";

  private static final String PATTERN = "ActionFault( errorClass == \"persistent\", $action";

  private static final int TASK_MANAGERS = 2;

  @TempDir private static Path folder;
  private static FlinkUnderTest flink;
  private static Evaluation candidate;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        CompiledFlink.isOnClassPath(),
        "Flink is not on the class path: ./mvnw -Pfull has it there");
    RuleSet shipped = Evaluation.with(RuleFiles.shipped()).rules();
    RecordedWorld.together(
        Stream.of("dev", "prod-a", "prod-b", "staging")
            .map(name -> folder.resolve("logs").resolve(name))
            .toList(),
        3,
        DECISIONS,
        shipped);
    RuleFiles files = RuleFiles.shipped();
    String text = String.valueOf(files.text(FILE));
    String mutated = text.replace(PATTERN, PATTERN.replace("==", "!="));
    assertThat(mutated).isNotEqualTo(text);
    candidate = Evaluation.with(files.with(FILE, mutated));
    Files.createDirectories(folder.resolve("rules"));
    Files.writeString(folder.resolve("rules").resolve(FILE), mutated);
    flink = CompiledFlink.start(folder.resolve("classes"), TASK_MANAGERS);
  }

  @AfterAll
  static void stop() {
    if (flink != null) {
      flink.close();
    }
  }

  @Test
  void bothEnginesSayTheSame() throws IOException {
    for (List<String> options :
        List.of(
            List.<String>of(),
            List.of(
                "--clusters",
                "prod-*",
                "--sample",
                "60%",
                "--from",
                "2026-11-20T00:04:00Z",
                "--to",
                "2026-11-20T00:09:00Z"))) {
      String local = local("logs", "rules", options);

      flink.lose(0, 0);
      assertThat(job("logs", "rules", options)).isEqualTo(local);

      JsonNode said = new JsonMapper().readTree(local);
      assertThat(said.path("differences")).as("%s", options).isNotEmpty();
      assertThat(said.path("edited")).hasSize(1).first().isEqualTo(TextNode.valueOf("FIND-011"));
      assertThat(said.path("failed")).isEmpty();
      assertThat(said.path("segments").asInt()).isPositive();
      if (options.isEmpty()) {
        assertThat(said.path("segments").asInt()).isGreaterThan(45);
        assertThat(said.path("clusters")).hasSize(4);
      }
    }
  }

  /** One log is altered: nothing of it is used, all of the others is decided, and once. */
  @Test
  void lostTaskManagersLoseAndDoubleNothing() throws IOException {
    copy(folder.resolve("logs"), folder.resolve("altered"));
    Path object;
    try (Stream<Path> objects = Files.walk(folder.resolve("altered/staging/objects"))) {
      object = objects.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(object);
    bytes[bytes.length / 2] ^= 1;
    Files.write(object, bytes);
    String local = local("altered", "rules", List.of());

    flink.lose(3, 1);
    assertThat(job("altered", "rules", List.of())).isEqualTo(local);

    assertThat(flink.lost()).as("TaskManagers lost").isEqualTo(3);
    JsonNode said = new JsonMapper().readTree(local);
    assertThat(said.path("failed").findValuesAsText("segment"))
        .containsExactly(folder.resolve("altered/staging").toString());
    assertThat(said.path("segments").asInt()).isGreaterThan(30);
    assertThat(said.path("segments").asInt()).isEqualTo(said.path("listed").asInt());
  }

  @Test
  void segmentThatCannotBeDecidedIsReportedByBoth() throws IOException {
    Files.createDirectories(folder.resolve("endless"));
    Files.writeString(folder.resolve("endless/team.drl"), MutatedRules.ENDLESS);
    List<String> one = List.of("--clusters", "dev");
    String local = local("logs", "endless", one);

    flink.lose(0, 0);
    assertThat(job("logs", "endless", one)).isEqualTo(local);

    JsonNode said = new JsonMapper().readTree(local);
    assertThat(said.path("failed").findValuesAsText("segment"))
        .isNotEmpty()
        .allMatch(each -> each.matches("dev/[0-9]+"));
    assertThat(said.path("failed").findValuesAsText("reason"))
        .allMatch(each -> each.contains("the other rules: TEAM-002"));
    assertThat(said.path("segments").asInt() + said.path("failed").size())
        .isEqualTo(said.path("listed").asInt());
  }

  @Test
  void badInputEndsBeforeAJobBegins() throws IOException {
    flink.lose(0, 0);
    assertThat(flink.main(folder.resolve("nowhere").toString())).isEqualTo(2);
    assertThat(flink.main(logs("logs"), "--engine", "local")).isEqualTo(2);
    assertThat(flink.main(logs("logs"), "--result", "s3://bucket")).isEqualTo(2);
    assertThat(flink.main(logs("logs"), "--result", logs("nowhere/answer"))).isEqualTo(2);
  }

  /** A segment that ends its task each time is given up; the others are decided once. */
  @Test
  void segmentThatEndsItsTaskIsNotRetriedForEver() {
    for (long seed = 0; seed < 50; seed++) {
      List<String> decided = flink.decided(30, 3, 7, seed);

      assertThat(decided).as("seed %d", seed).hasSize(30).doesNotHaveDuplicates();
      assertThat(decided.stream().filter(each -> each.contains("its task was lost")))
          .as("seed %d", seed)
          .containsExactly(
              "prod/70: its task was lost 4 times while it was decided. Try: more memory for each"
                  + " TaskManager");
    }
  }

  /** By hand: -Dflink.segments=10000. */
  @Test
  void measured() throws IOException {
    int wanted = Integer.getInteger("flink.segments", 0);
    assumeTrue(wanted > 0, "measured when it is asked for: -Dflink.segments=10000");
    RuleSet shipped = Evaluation.with(RuleFiles.shipped()).rules();
    Path logs = Files.createDirectories(folder.resolve("many"));
    for (int i = 0; i < 20; i++) {
      RecordedWorld.changing(logs.resolve("c" + i), "c" + i, i, wanted / 20 * 5, List.of(shipped));
    }
    List<LogFiles> all = LogDiscovery.in(logs);
    var settings = new Settings(TimeWindow.ALL, 1, TASK_MANAGERS);
    var said = new ArrayList<JsonNode>();
    for (BacktestEngine engine : List.of(BacktestEngine.LOCAL, flink)) {
      long begun = System.nanoTime();
      Result result = engine.run(all, candidate, settings, line -> {});
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      System.out.printf(
          "%s: %,d segments of %d clusters, %,d decisions, %,d differ, in %.1f s with verification:"
              + " %,d decisions/s per core of %d%n",
          engine == flink ? "flink" : "local",
          result.difference().segments(),
          result.clusters().size(),
          result.difference().decisions(),
          result.difference().differing(),
          took.toMillis() / 1000.0,
          result.difference().decisions() * 1000 / took.toMillis() / TASK_MANAGERS,
          TASK_MANAGERS);
      assertThat(result.difference().failed()).isEmpty();
      said.add(result.difference().json());
    }
    assertThat(said.getLast().toString()).isEqualTo(said.getFirst().toString());
    assertThat(said.getFirst().path("segments").asInt()).isGreaterThanOrEqualTo(wanted);
  }

  private static String logs(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> arguments(String logs, String rules, List<String> options) {
    var all = new ArrayList<>(List.of(logs(logs), "--rules", logs(rules), "-o", "json"));
    all.addAll(options);
    return all;
  }

  private static String local(String logs, String rules, List<String> options) {
    var all = new ArrayList<>(List.of("backtest"));
    all.addAll(arguments(logs, rules, options));
    var out = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out, true))
            .execute(all.toArray(String[]::new));
    assertThat(exit).isLessThan(2);
    return out.toString();
  }

  private static String job(String logs, String rules, List<String> options) throws IOException {
    Path answer = Files.createTempFile(folder, "answer", ".json");
    var all = new ArrayList<>(arguments(logs, rules, options));
    all.addAll(List.of("--engine", "flink", "--result", answer.toString()));
    all.addAll(List.of("--parallel", String.valueOf(TASK_MANAGERS)));
    assertThat(flink.main(all.toArray(String[]::new))).isZero();
    return Files.readString(answer);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }
}
