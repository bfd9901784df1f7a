package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.plumbline.cli.table.EvaluationTable;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Selection;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import dev.plumbline.view.EvaluationDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutputTest {

  private static final Path GOLDEN = Path.of("src/test/resources/cli/golden");

  private static final EvaluationResult EVALUATED = Demo.evaluated();

  @Test
  void table() throws IOException {
    Golden.assertSame(GOLDEN.resolve("table.txt"), table(Selection.ALL, false, false));
  }

  @Test
  void tableOfAll() throws IOException {
    Golden.assertSame(GOLDEN.resolve("table-all.txt"), table(Selection.ALL, true, false));
  }

  @Test
  void tableExplained() throws IOException {
    Golden.assertSame(GOLDEN.resolve("table-explain.txt"), table(Selection.ALL, false, true));
  }

  @Test
  void tableOfOneNodeClass() throws IOException {
    var selection = new Selection(Set.of(), Selection.name("ec2nodeclass/golden"));

    Golden.assertSame(GOLDEN.resolve("table-node-class.txt"), table(selection, false, false));
  }

  @Test
  void tableOfOnePool() throws IOException {
    var selection = new Selection(Set.of(), Selection.name("NodePool/x86"));

    Golden.assertSame(GOLDEN.resolve("table-node-pool.txt"), table(selection, false, false));
  }

  @Test
  void tableOfOneImage() throws IOException {
    var selection = new Selection(Set.of(), Selection.name("Ami/ami-0bbbbbbbbbbbbbbb2"));

    Golden.assertSame(GOLDEN.resolve("table-ami.txt"), table(selection, false, true));
  }

  @Test
  void tableOfTwoTypes() throws IOException {
    var selection = new Selection(Set.of("AmiResolved", "InstanceTypeAmi"), null);

    Golden.assertSame(GOLDEN.resolve("table-types.txt"), table(selection, false, false));
  }

  @Test
  void colourOnlyAddsColour() {
    var coloured = new StringWriter();
    new EvaluationTable(new TextOutput(new PrintWriter(coloured), true), false, false)
        .write(EVALUATED, Selection.ALL);

    assertThat(coloured.toString()).contains("\u001b[1mEC2NodeClass/default\u001b[0m");
    assertThat(coloured.toString().replaceAll("\u001b\\[\\d+m", ""))
        .isEqualTo(table(Selection.ALL, false, false));
  }

  @Test
  void json() throws IOException {
    String json = document(EvaluationDocument.json(false), Selection.ALL);

    Golden.assertSame(GOLDEN.resolve("evaluation.json"), json);
    assertThat(json.lines()).hasSize(1);
  }

  @Test
  void jsonExplained() throws IOException {
    String json =
        document(EvaluationDocument.json(true), new Selection(Set.of("AmiObjection"), null));

    Golden.assertSame(GOLDEN.resolve("evaluation-explain.json"), json);
  }

  @Test
  void yamlTellsTheSame() throws IOException {
    var selection = new Selection(Set.of("AmiResolved", "AmiApproval", "GateClosed"), null);
    String yaml = document(EvaluationDocument.yaml(true), selection);

    Golden.assertSame(GOLDEN.resolve("evaluation.yaml"), yaml);
    JsonNode fromYaml = new ObjectMapper(new YAMLFactory()).readTree(yaml);
    JsonNode fromJson =
        new ObjectMapper().readTree(document(EvaluationDocument.json(true), selection));
    assertThat(fromYaml.toString()).isEqualTo(fromJson.toString());
  }

  @Test
  void selectionIsNeverMoreThanWhatIsAsked() {
    var selection = new Selection(Set.of(), Selection.name("ami/ami-0aaaaaaaaaaaaaaa1"));

    assertThat(EVALUATED.settlement().conclusions().stream().filter(selection::includes))
        .extracting(Conclusion::type)
        .contains("AmiApproval", "AmiResolved", "AmiSuperseded", "InstanceTypeAmi")
        .doesNotContain("NodeClassCondition", "GateClosed");
  }

  private static String table(Selection selection, boolean all, boolean explain) {
    var text = new StringWriter();
    new EvaluationTable(new TextOutput(new PrintWriter(text), false), all, explain)
        .write(EVALUATED, selection);
    return text.toString();
  }

  private static String document(EvaluationDocument writer, Selection selection)
      throws IOException {
    var text = new StringWriter();
    var out = new PrintWriter(text);
    writer.write(EVALUATED, selection, out);
    out.flush();
    return text.toString();
  }
}
