package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.cli.command.Program;
import dev.plumbline.cli.evaluate.PlanCommand;
import dev.plumbline.cli.evaluate.PlanDocuments;
import dev.plumbline.loop.Evaluation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PlanCommandTest {

  private static final Path FOLDER = Path.of("src/test/resources/cli/plan");

  @TempDir private Path empty;

  private record Run(int exit, String out, String err) {}

  private static Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var commandLine = new CommandLine(new PlumblineCommand());
    commandLine.getCommandSpec().removeSubcommand("plan");
    commandLine.addSubcommand(
        new PlanCommand(
            folder -> folder == null ? Evaluation.with((Path) null) : Demo.alone(folder)));
    int exit =
        Program.configure(commandLine)
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Run(exit, out.toString(), err.toString());
  }

  private static Run plan(String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "plan",
                FOLDER.resolve("snapshot").toString(),
                "--rules",
                FOLDER.resolve("rules").toString()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "table, plan.txt",
    "yaml, plan.yaml",
    "patch, patch.yaml",
    "kustomize, kustomize.yaml"
  })
  void saysWhatItWouldChange(String form, String golden) throws IOException {
    Run run = plan("-o", form);

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    Golden.assertSame(Path.of("src/test/resources/cli/golden/plan", golden), run.out());
  }

  @Test
  void exampleIsPinnedAsFarAsAPinLosesNothing() throws IOException {
    Run run = run("plan", "examples/pin-amis");

    assertThat(run.exit()).isZero();
    Golden.assertSame(Path.of("src/test/resources/cli/golden/plan/pin-amis.txt"), run.out());
  }

  /** The list of the pool stays with its owner: the entry is appended to it. */
  @Test
  void proposesAHoldAsAnEntryOfItsOwn() throws IOException {
    Run run = run("plan", "examples/soaking-rollout", "-o", "patch");

    assertThat(run.exit()).isZero();
    Golden.assertSame(Path.of("src/test/resources/cli/golden/plan/hold-patch.yaml"), run.out());
  }

  @Test
  void proposesNothingWhereNothingIsOurs() {
    Run run = run("plan", "examples/still-loading", "-o", "patch");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo(PlanDocuments.MARK + "\npatches: []\n");
  }

  @Test
  void jsonFitsItsSchema() throws IOException {
    Run run = plan("-o", "json");

    var json = new ObjectMapper();
    JsonNode document = json.readTree(run.out());
    JsonNode schema = json.readTree(Path.of("docs/plan.schema.json").toFile());
    assertThat(SchemaCheck.problems(schema, document)).isEmpty();
    assertThat(document.get("actions").findValuesAsText("action"))
        .containsExactly("SetNodePoolWeight", "MaintainPreferenceTiers");
  }

  @Test
  void writesAComponentOverTheOneBefore() throws IOException {
    Path to = empty.resolve("plumbline");

    plan("-o", "kustomize", "--to", to.toString());
    Files.writeString(to.resolve("patches/nodepool-gone.yaml"), PlanDocuments.MARK + "\n");
    Run again = plan("-o", "kustomize", "--to", to.toString());

    assertThat(again.exit()).isZero();
    assertThat(again.out().lines())
        .containsExactly(
            to.resolve("kustomization.yaml").toString(),
            to.resolve("patches/ec2nodeclass-default.yaml").toString(),
            to.resolve("patches/nodepool-web.yaml").toString(),
            to.resolve("resources/nodepool-web-c7i.yaml").toString());
    assertThat(to.resolve("patches/nodepool-gone.yaml")).doesNotExist();
  }

  @Test
  void leavesFilesOfOthersAlone() throws IOException {
    Files.writeString(empty.resolve("kustomization.yaml"), "resources: []\n");

    Run run = plan("-o", "kustomize", "--to", empty.toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("holds kustomization.yaml, which Plumbline did not write. Try:");
    assertThat(empty.resolve("kustomization.yaml")).hasContent("resources: []");
  }

  @Test
  void tellsByItsExitCodeWhetherThereIsAnythingToChange() {
    assertThat(plan("--exit-code").exit()).isEqualTo(3);
    assertThat(plan("--exit-code", "--for", "EC2NodeClass/default").exit()).isZero();
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(plan("--for", "NodePool/wbe").err())
        .contains("--for NodePool/wbe does not exist. Did you mean NodePool/web?");
    assertThat(plan("-o", "tabel").err())
        .contains("unsupported output format 'tabel'. Did you mean table?");
    assertThat(plan("--to", "x").exit()).isEqualTo(2);
    assertThat(plan("--at", "noon").err()).contains("--at: invalid time 'noon'. Try:");
    assertThat(run("plan", "no-such-folder").exit()).isEqualTo(2);
  }

  @Test
  void plansTheExampleThatShips() {
    Run run = run("plan");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("this is the example 'tour'");
  }
}
