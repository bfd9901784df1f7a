package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ExplainPodCommandTest {

  private static final String SNAPSHOT = "examples/pending-pod";
  private static final Path GOLDEN = Path.of("src/test/resources/cli/golden/explain-pod");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"render-0", "cart-0", "data-0", "spare-0"})
  void saysPoolByPoolWhatIsInTheWay(String pod) throws IOException {
    assertThat(run("shop/" + pod, SNAPSHOT)).isZero();
    Golden.assertSame(GOLDEN.resolve(pod + ".txt"), out.toString());
  }

  @Test
  void saysTheSameToPrograms() throws IOException {
    assertThat(run("Pod/shop/data-0", SNAPSHOT, "-o", "json")).isZero();
    JsonNode answer = new JsonMapper().readTree(out.toString());
    Golden.assertSame(GOLDEN.resolve("data-0.json"), answer.toPrettyString() + "\n");
  }

  @Test
  void withoutSnapshotItIsTheExample() {
    assertThat(run("shop/cart-0")).isZero();
    assertThat(out.toString()).startsWith("Pod shop/cart-0 is pending");
    assertThat(err.toString()).contains("no SNAPSHOT given");
  }

  @Test
  void podThatDoesNotWaitIsSaidWithThoseLikeIt() {
    assertThat(run("shop/render-1", SNAPSHOT)).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains(
            "no Pod shop/render-1 waits for a node: it has one, is done, or is not there. Did you"
                + " mean shop/render-0?");
  }

  @Test
  void formThatIsNoneIsRefused() {
    assertThat(run("shop/cart-0", SNAPSHOT, "-o", "tree")).isEqualTo(2);
    assertThat(err.toString()).contains("unsupported output format 'tree'");
  }

  private int run(String... arguments) {
    var all = new java.util.ArrayList<>(java.util.List.of("explain", "pod"));
    all.addAll(java.util.List.of(arguments));
    return Program.configure(new CommandLine(new PlumblineCommand()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }
}
