package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.backtest.MutatedRules;
import dev.plumbline.backtest.MutatedRules.Mutant;
import dev.plumbline.cli.command.Program;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.MemoryLog;
import dev.plumbline.log.SigningKey;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code plumbline backtest} over the logs of two clusters. */
class BacktestCommandTest {

  private static final int DECISIONS = 40;

  @TempDir private static Path folder;
  private static Mutant mutant;

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void record() throws IOException {
    RuleSet shipped = Evaluation.with(RuleFiles.shipped()).rules();
    RecordedWorld.changing(folder.resolve("logs/dev"), "dev", 5, DECISIONS, List.of(shipped));
    RecordedWorld.changing(folder.resolve("logs/prod"), "prod", 3, DECISIONS, List.of(shipped));
    var log = new MemoryLog("plumbline.dev/log/prod");
    RecordedWorld.changing(log, 3, DECISIONS, List.of(shipped));
    mutant = MutatedRules.differing(log, 1, new SplittableRandom(7)).getFirst();
    Files.createDirectories(folder.resolve("rules"));
    Files.writeString(folder.resolve("rules").resolve(mutant.file()), mutant.text());
    Files.createDirectories(folder.resolve("endless"));
    Files.writeString(folder.resolve("endless/team.drl"), MutatedRules.ENDLESS);
  }

  @Test
  void rulesThatDecidedDecideTheSame() {
    Ran ran = backtest(logs(), "--exit-code");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .startsWith("0 differences\n")
        .contains("80 decisions in", "of 2 clusters", "rules that differ  none")
        .doesNotContain("not reproduced");
  }

  @Test
  void mutatedOperatorIsNamed() {
    Ran ran = backtest(logs(), "--rules", rules(), "--exit-code");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(3);
    assertThat(ran.out())
        .contains(" of 80 decisions would differ, in ", "rules that differ  " + mutant.rule())
        .containsPattern("(?m)^rule +differences +decisions +node-hours +first +last$")
        .containsPattern("(?m)^" + mutant.rule() + " ")
        .containsPattern("(?m)^  prod/[0-9]+ +2026-11-20T");
    assertThat(backtest(logs(), "--rules", rules()).exit()).isZero();
    assertThat(backtest(logs(), "--rules", rules(), "-o", "markdown").out())
        .startsWith("## Backtest: ")
        .contains("| rule | differences |", mutant.rule());
  }

  @Test
  void threadsAndOrderDoNotMatter() throws IOException {
    JsonNode one = json(logs(), "--parallel", "1");
    JsonNode other =
        json(
            folder.resolve("logs/prod").toString(),
            folder.resolve("logs/dev").toString(),
            "--parallel",
            "4");

    assertThat(other).isEqualTo(one);
    assertThat(one.path("differences")).isNotEmpty();
    assertThat(one.path("decisions").asInt()).isEqualTo(2 * DECISIONS);
    assertThat(one.at("/differences/0/evidence/0/entry").asText()).containsPattern("[a-z]+/[0-9]+");
  }

  @Test
  void clustersTimesAndSamplesAreParts() throws IOException {
    assertThat(json(logs(), "--clusters", "pr*").path("clusters"))
        .hasSize(1)
        .first()
        .extracting(JsonNode::asText)
        .isEqualTo("prod");
    JsonNode late = json(logs(), "--from", "2026-11-20T00:04:00Z", "--to", "2026-11-20T00:05:00Z");
    assertThat(late.path("decisions").asInt()).isEqualTo(12);
    assertThat(late.path("observedMilliseconds").asInt()).isLessThanOrEqualTo(120_000).isPositive();
    JsonNode some = json(logs(), "--sample", "30%");
    assertThat(some.path("segments").asInt()).isPositive().isLessThan(some.path("listed").asInt());
    assertThat(json(logs(), "--sample", "30%")).isEqualTo(some);
  }

  @Test
  void replayTakesOtherRulesToo() {
    String log = folder.resolve("logs/prod").toString();
    Ran ran = run(List.of("audit", "replay", "--log", log, "--rules", rules()));

    assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
    assertThat(ran.out()).contains("of 40 decisions would differ", mutant.rule());
    Ran part =
        run(
            List.of(
                "audit", "replay", "--log", log, "--rules", rules(), "--from", "9", "--to", "12"));
    assertThat(part.out()).containsPattern("[34] decisions in");
    assertThat(
            run(List.of("audit", "replay", "--log", log, "--rules", rules(), "--from", "900"))
                .exit())
        .isEqualTo(2);
  }

  @Test
  void evidenceIsSignedAndVerified() throws IOException {
    SigningKey key = SigningKey.create("test");
    Path secret = Files.writeString(folder.resolve("key.pem"), key.pem());
    Path known = Files.writeString(folder.resolve("key.pub"), key.verifier().pem());
    Path file = folder.resolve("evidence.tgz");
    List<String> all =
        List.of(logs(), "--rules", rules(), "--evidence", file.toString(), "--key", "" + secret);

    Ran ran = backtest(all.toArray(String[]::new));
    byte[] bytes = Files.readAllBytes(file);
    Ran valid = verify(file, known);
    Ran json = verify(file, known, "-o", "json");
    Ran stranger =
        verify(
            file,
            Files.writeString(
                folder.resolve("other.pub"), SigningKey.create("test").verifier().pem()));

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("evidence.tgz: ", " of 2 logs");
    assertThat(valid.exit()).as(valid.out() + valid.err()).isZero();
    assertThat(valid.out())
        .startsWith("valid: evidence of a backtest, ")
        .contains("of 80 decisions would differ", "log     plumbline.dev/log/prod+", "not proved:");
    assertThat(read(json.out()).at("/logs/1/origin").asText()).isEqualTo("plumbline.dev/log/prod");
    assertThat(read(json.out()).path("valid").asBoolean()).isTrue();
    assertThat(stranger.exit()).isEqualTo(1);
    assertThat(stranger.out()).startsWith("not valid: " + file + ": the signature is not of");
    backtest(all.toArray(String[]::new));
    assertThat(Files.readAllBytes(file)).as("the same bytes").isEqualTo(bytes);
  }

  @Test
  void evidenceThatCannotBeWrittenIsRefusedBefore() throws IOException {
    String secret =
        Files.writeString(folder.resolve("some.pem"), SigningKey.create("test").pem()).toString();
    for (List<String> each :
        List.of(
            List.of("--evidence without the key", logs(), "--evidence", "x.tgz"),
            List.of("--key signs the file of --evidence", logs(), "--key", secret),
            List.of(
                "no/x.tgz: cannot be written", logs(), "--evidence", "no/x.tgz", "--key", secret),
            List.of("pom.xml: not PEM", logs(), "--evidence", "x.tgz", "--key", "pom.xml"))) {
      Ran ran = backtest(each.subList(1, each.size()).toArray(String[]::new));

      assertThat(ran.exit()).as(each.getFirst()).isEqualTo(2);
      assertThat(ran.err()).contains(each.getFirst(), "Try: ");
    }
    assertThat(run(List.of("audit", "verify", "--evidence", "x.tgz")).err())
        .contains("--evidence without the key that must have signed it");
    assertThat(
            run(List.of(
                    "audit", "verify", "--evidence", "x.tgz", "--public-key", "k", "--log", logs()))
                .err())
        .contains("--evidence needs no log");
  }

  private static Ran verify(Path file, Path key, String... more) {
    var all =
        new ArrayList<>(
            List.of(
                "audit", "verify", "--evidence", file.toString(), "--public-key", key.toString()));
    all.addAll(List.of(more));
    return run(all);
  }

  @Test
  void badInputIsNamed() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    for (List<String> each :
        List.of(
            List.of("there is no decision log in it", empty.toString()),
            List.of("s3:// names no bucket", "s3://"),
            List.of("nowhere: no such folder", "nowhere"),
            List.of("no-rules: no such folder of rules", logs(), "--rules", "no-rules"),
            List.of("--sample 0% is not a percentage", logs(), "--sample", "0%"),
            List.of("--sample 101% is not a percentage", logs(), "--sample", "101%"),
            List.of("--sample some is not a percentage", logs(), "--sample", "some"),
            List.of(
                "--from 2026-12-02 is not before --to 2026-12-01",
                logs(),
                "--from",
                "2026-12-02",
                "--to",
                "2026-12-01"),
            List.of("--clusters x* matches no log. Try: dev, prod.", logs(), "--clusters", "x*"),
            List.of("--parallel: 0 is less than 1", logs(), "--parallel", "0"),
            List.of("this program does not carry Flink", logs(), "--engine", "flink"),
            List.of("--engine spark is none that this program has", logs(), "--engine", "spark"),
            List.of("logs/dev is given twice", logs(), folder.resolve("logs/dev").toString()))) {
      Ran ran = backtest(each.subList(1, each.size()).toArray(String[]::new));

      assertThat(ran.exit()).as(each.getFirst()).isEqualTo(2);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).contains(each.getFirst(), "Try: ");
    }
  }

  @Test
  void alteredLogIsNotUsedAndTheOtherOneIs() throws IOException {
    Path logs = folder.resolve("altered");
    copy(folder.resolve("logs"), logs);
    Path lines = open(logs.resolve("dev/segments"));
    Files.writeString(lines, Files.readString(lines).replaceFirst("\"spans\":1", "\"spans\":2"));

    Ran ran = backtest(logs.toString());

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .startsWith("0 differences, but 1 segment or log could not be decided\n")
        .contains("40 decisions in", "failed  " + logs.resolve("dev") + ": the log was ALTERED");
  }

  @Test
  void segmentThatCannotBeDecidedIsReported() {
    Ran ran = backtest(logs(), "--rules", folder.resolve("endless").toString(), "-o", "json");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
    JsonNode json = read(ran.out());
    assertThat(json.path("failed")).isNotEmpty();
    assertThat(json.at("/failed/0/segment").asText()).containsPattern("(dev|prod)/[0-9]+");
    assertThat(json.at("/failed/0/reason").asText())
        .contains("the other rules: TEAM-002", "concludes a text of more than");
    assertThat(json.path("segments").asInt() + json.path("failed").size())
        .isEqualTo(json.path("listed").asInt());
  }

  private static String logs() {
    return folder.resolve("logs").toString();
  }

  private static String rules() {
    return folder.resolve("rules").toString();
  }

  private static JsonNode json(String... args) throws IOException {
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--rules", rules(), "-o", "json"));
    Ran ran = backtest(all.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isZero();
    return read(ran.out());
  }

  private static JsonNode read(String json) {
    try {
      return new JsonMapper().readTree(json);
    } catch (IOException e) {
      throw new AssertionError(json, e);
    }
  }

  private static Path open(Path segments) throws IOException {
    try (Stream<Path> files = Files.list(segments)) {
      return files
          .filter(each -> each.toString().endsWith(".jsonl"))
          .reduce((first, last) -> last)
          .orElseThrow();
    }
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

  private static Ran backtest(String... args) {
    var all = new ArrayList<>(List.of("backtest"));
    all.addAll(List.of(args));
    return run(all);
  }

  private static Ran run(List<String> args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(args.toArray(String[]::new));
    return new Ran(exit, out.toString(), err.toString());
  }
}
