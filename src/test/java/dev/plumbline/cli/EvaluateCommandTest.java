package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.evaluate.EvaluateCommand;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.source.Snapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EvaluateCommandTest {

  private static final String RULES = Demo.RULES.toString();

  private record Run(int exit, String out, String err) {}

  private final List<Instant> times = new ArrayList<>();

  /** Knows prod and staging, and reads every other path as the program does. */
  private Snapshot read(String path, dev.plumbline.source.PolicyData policy, Instant at) {
    times.add(at);
    if (!path.equals("prod") && !path.equals("staging/")) {
      return SnapshotReader.FOLDERS.read(path, policy, at);
    }
    Snapshot demo = Demo.snapshot(path);
    return new Snapshot(
        path, Objects.requireNonNullElse(at, demo.at()), demo.region(), demo.facts());
  }

  private Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var commandLine = new CommandLine(new PlumblineCommand());
    commandLine.getCommandSpec().removeSubcommand("evaluate");
    commandLine.addSubcommand(new EvaluateCommand(this::read, EvaluateCommandTest::rules));
    int exit =
        Program.configure(commandLine)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    // Rules that take their time are said to be compiled.
    String errors = err.toString().replaceAll("plumbline: compiling rules\\.\\.\\.\\R", "");
    return new Run(exit, out.toString(), errors);
  }

  /** The rules of these tests alone; others as the program lays them over the shipped ones. */
  private static Evaluation rules(Path folder) {
    return Demo.RULES.equals(folder) ? Demo.alone(folder) : Evaluation.with(folder);
  }

  private Run evaluate(String... more) {
    var arguments = new ArrayList<>(List.of("evaluate", "--rules", RULES));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  @Test
  void answersEverySnapshotOnALineOfItsOwn() throws IOException {
    Run run = evaluate("prod", "staging/", "-o", "json");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    JsonNode second = new ObjectMapper().readTree(run.out().lines().toList().getLast());
    assertThat(second.get("snapshot").asText()).isEqualTo("staging/");
    assertThat(second.get("conclusions").findValuesAsText("type"))
        .contains("AmiResolved")
        .isSorted();
  }

  @Test
  void aBadSnapshotLeavesTheOthersAnswered() {
    Run run = evaluate("no-such-folder", "prod", "-o", "json");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out().lines()).hasSize(1);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("plumbline: ")
        .contains("no-such-folder");
  }

  @Test
  void whatWasNotCheckedDoesNotPass(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("snapshot.yaml"), "at: 2026-11-20T09:00:00Z\nregion: eu-central-1\n");
    Files.createDirectory(folder.resolve("cluster"));
    Files.writeString(
        folder.resolve("cluster/pool.yaml"),
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: azure }
        spec:
          template:
            spec:
              nodeClassRef: { group: karpenter.azure.com, kind: AKSNodeClass, name: default }
              requirements: []
        """);

    Run run = run("evaluate", folder.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("1 object with skipped checks")
        .contains("  skip  NotOurs: NodePool/azure\n")
        .doesNotContain("pass");
  }

  @Test
  void judgesByTheTimeGiven() {
    Run whole = evaluate("prod", "-o", "json", "--at", "2026-12-01T09:00:00+01:00");
    Run day = evaluate("prod", "-o", "json", "--at", "2026-12-01");

    assertThat(times)
        .containsExactly(
            Instant.parse("2026-12-01T08:00:00Z"), Instant.parse("2026-12-01T00:00:00Z"));
    assertThat(whole.out()).contains("\"at\":\"2026-12-01T08:00:00Z\"");
    assertThat(day.exit()).isZero();
  }

  @Test
  void onlyTakesTypesInEveryUsualWay() {
    String commas = evaluate("prod", "-o", "json", "--only", "AmiResolved,AmiObjection").out();
    String twice =
        evaluate("prod", "-o", "json", "--only=AmiResolved", "--only=AmiObjection").out();
    String list = evaluate("prod", "-o", "json", "--only", "AmiResolved", "AmiObjection").out();

    assertThat(commas).contains("AmiResolved", "AmiObjection").doesNotContain("AmiApproval");
    assertThat(twice).isEqualTo(commas);
    assertThat(list).isEqualTo(commas);
  }

  @Test
  void forNamesAnObjectWhateverTheCaseOfItsKind() {
    Run run = evaluate("prod", "--for", "nodepool/any", "-o", "json", "--explain");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("\"type\":\"InstanceTypeUsable\",\"nodePool\":\"any\"", "\"derivations\"")
        .doesNotContain("\"nodePool\":\"x86\"");
  }

  @Test
  void aNameThatIsNotThereIsToldWithNearOnes() {
    assertBad(
        evaluate("prod", "--for", "NodePool/anny"),
        "plumbline: prod: there is no NodePool/anny here. Did you mean any?");
    assertBad(
        evaluate("prod", "--for", "EC2NodeClass/zzzzzzzz"),
        "plumbline: prod: there is no EC2NodeClass/zzzzzzzz here. Try: one of default, golden,"
            + " gpu, gpu-arm.");
  }

  @Test
  void badArgumentsAreOneLineWithAdvice() {
    assertBad(run("evalute"), "plumbline: unknown verb 'evalute'. Did you mean evaluate?");
    assertBad(evaluate("--rulez", "x"), "plumbline: unknown option --rulez. Did you mean --rules?");
    assertBad(
        evaluate("prod", "-o", "jsn"),
        "plumbline: unsupported output format 'jsn'. Did you mean json?");
    assertBad(
        evaluate("prod", "--only", "AmiResolve"),
        "plumbline: --only AmiResolve is not a type of conclusion. Did you mean AmiResolved?");
    assertBad(
        evaluate("prod", "--for", "NodePol/any"),
        "plumbline: --for: 'NodePol' is not a kind that conclusions concern. Did you mean"
            + " NodePool?");
    assertBad(
        evaluate("prod", "--for", "default"),
        "plumbline: --for: 'default' is not KIND/NAME. Try: EC2NodeClass/default.");
    assertBad(
        evaluate("prod", "--at", "tomorrow"),
        "plumbline: --at: invalid time 'tomorrow'. Try: 2026-12-01T08:00:00Z or 2026-12-01.");
    assertBad(run(), "plumbline: no verb given. Try: evaluate, or --help.");
    assertThat(evaluate("prod", "--at").exit()).isEqualTo(2);
    assertThat(evaluate("prod", "--at").err().lines()).hasSize(1);
  }

  @Test
  void badRulesAreToldLineByLineAndNothingIsEvaluated(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("a.drl"), "package a\nrule \"x\"\nwhen\n  Nothing(\nthen\nend\n");
    Files.writeString(folder.resolve("b.drl"), "package b\nrule \"y\"\nwhen\nthen\nend\n");

    Run run = run("evaluate", "prod", "--rules", folder.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .hasSizeGreaterThanOrEqualTo(2)
        .allMatch(line -> line.matches("plumbline: .*[ab]\\.drl:\\d+.*"));
    assertThat(times).isEmpty();
    assertBad(
        run("evaluate", "prod", "--rules", folder.resolve("gone").toString()),
        "plumbline: "
            + folder.resolve("gone")
            + ": no such folder of rules. Try: a path relative to "
            + Path.of("").toAbsolutePath()
            + ".");
  }

  @Test
  void aFaultOfOursIsNotCalledBadInput() {
    var broken =
        new CommandLine(
            new EvaluateCommand(
                (path, policy, at) -> {
                  throw new IllegalStateException("broken");
                },
                EvaluateCommandTest::rules));
    var err = new StringWriter();

    int exit =
        Program.configure(broken)
            .setErr(new PrintWriter(err, true))
            .execute("prod", "--rules", RULES);

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("plumbline: internal error (bug): java.lang.IllegalStateException: broken");
  }

  @Test
  void helpAndVersionAreAnswers() {
    Run help = run("evaluate", "--help");
    Run version = run("--version");

    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("Usage: plumbline evaluate", "Examples:");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= TextOutput.WIDTH);
    assertThat(version.exit()).isZero();
    assertThat(version.out()).startsWith("plumbline ");
    assertThat(run("--help").out()).contains("evaluate", "Exit codes");
  }

  private static void assertBad(Run run, String line) {
    assertThat(run.err()).isEqualTo(line + System.lineSeparator());
    assertThat(run.out()).isEmpty();
    assertThat(run.exit()).isEqualTo(2);
  }
}
