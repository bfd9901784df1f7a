package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Questions about the examples, with the answers that docs/explain.md tells of. */
class ExplainCommandTest {

  private static final Path GOLDEN = Path.of("src/test/resources/cli/golden/explain");

  private record Run(int exit, String out, String err) {}

  private static Run run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        Program.configure(new CommandLine(new PlumblineCommand()))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .execute(arguments);
    return new Run(exit, out.toString(), err.toString());
  }

  /** The digest changes with every edit of a rule. */
  private static String lasting(String out) {
    return out.replaceAll("\\.drl:\\d+@[0-9a-f]{12}", ".drl").replaceAll("line \\d+, ", "");
  }

  @ParameterizedTest
  @CsvSource({
    "image,    pending-golden-image,  AmiEligible nodeClass=golden ami=ami-0a13",
    "mapping,  g5g,                   InstanceTypeUsable nodePool=gpu-al2 instanceType=g5g.xlarge",
    "mismatch, amd64-image-open-pool, InstanceTypeUsable nodePool=open instanceType=c7g.large",
    "capacity, launch-loop, InstanceTypeCapacity nodeClass=golden instanceType=m6i.xlarge"
        + " basis=learned",
    "order,    pool-order,            NodePoolOrder nodePool=baseline",
    "gates,    still-loading,         InstanceTypeUsable nodePool=default instanceType=m5.large"
  })
  void saysWhyNot(String golden, String example, String wanted) throws IOException {
    Run run = run("explain", "--why-not", wanted, "examples/" + example);

    assertThat(run.exit()).isZero();
    Golden.assertSame(GOLDEN.resolve("why-not-" + golden + ".txt"), lasting(run.out()));
  }

  @ParameterizedTest
  @CsvSource({"tree, txt", "json, json", "mermaid, mmd"})
  void explainsDownToFacts(String form, String ending) throws IOException {
    Run run = run("explain", "NodePoolObjection", "examples/amd64-image-open-pool", "-o", form);

    Golden.assertSame(GOLDEN.resolve("objection." + ending), lasting(run.out()));
  }

  @Test
  void listsWhatConcernsAnObject() {
    Run run = run("explain", "nodepool/open", "examples/amd64-image-open-pool");

    assertThat(run.out()).contains("NodePoolObjection rule=POOL-011 nodePool=open");
    assertThat(run.exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"golden", "golden-first"})
  void saysFirstInWordsWhyANodeClassLaunchesItsImages(String nodeClass) throws IOException {
    Run run = run("explain", "EC2NodeClass/" + nodeClass, "examples/image-train");

    String words = run.out().substring(0, run.out().indexOf("\n\n") + 1);
    Golden.assertSame(GOLDEN.resolve("train-" + nodeClass + ".txt"), words);
  }

  @Test
  void saysTheSameToPrograms() throws IOException {
    Run run = run("explain", "EC2NodeClass/golden", "examples/image-train", "-o", "json");

    JsonNode words = new ObjectMapper().readTree(run.out()).path("words");
    assertThat(words.path(0).path("title").asText()).isEqualTo("golden launches ami-0a13");
    assertThat(words.findValuesAsText("title"))
        .containsExactly(
            "golden launches ami-0a13", "Not to be launched", "Newer, and not launched yet");
    assertThat(run("explain", "NodePool/default", "examples/image-train", "-o", "json").out())
        .contains("\"words\":[],");
  }

  @Test
  void saysSoWhenItHolds() {
    Run run =
        run(
            "explain",
            "--why-not",
            "AmiEligible nodeClass=golden ami=ami-0a12",
            "examples/pending-golden-image");

    assertThat(run.out()).startsWith("AmiEligible ami=ami-0a12 nodeClass=golden holds:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "NodePool/opne     | examples/amd64-image-open-pool: there is no NodePool/opne here. Did"
            + " you mean open?",
        "NodePol/open      | 'NodePol' is not a kind that conclusions concern. Did you mean"
            + " NodePool?",
        "AmiEligable       | 'AmiEligable' is not a type of conclusion. Did you mean AmiEligible?",
        "AmiEligible ami-1 | 'ami-1' is not field=value. Try: nodeClass=ami-1.",
        "AmiEligible amy=1 | AmiEligible has no field amy. Did you mean ami?"
      })
  void saysWhatIsWrong(String what, String message) {
    Run run = run("explain", what, "examples/amd64-image-open-pool");

    assertThat(run.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }
}
