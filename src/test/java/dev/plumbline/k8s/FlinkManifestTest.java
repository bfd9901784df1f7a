package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The backtest on Flink, as its operator is told, names what the build makes. */
class FlinkManifestTest {

  private static final Path FOLDER = Manifests.ROOT.resolve("flink");

  private final JsonNode deployment =
      Manifests.read(FOLDER.resolve("flinkdeployment.yaml")).getFirst();

  @Test
  void mainClassIsThere() throws IOException {
    assertThat(deployment.path("kind").asText()).isEqualTo("FlinkDeployment");
    assertThat(deployment.path("apiVersion").asText()).isEqualTo("flink.apache.org/v1beta1");
    String main = deployment.at("/spec/job/entryClass").asText();
    Path source = Path.of("src/flink/java", main.replace('.', '/') + ".java");
    assertThat(source).exists();
    assertThat(Files.readString(source)).contains("public static void main(String... ");
  }

  /** One version in the build, the image and the deployment. */
  @Test
  void versionIsThatOfTheBuild() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String version = pom.replaceFirst("(?s).*<flink.version>([0-9.]+)</flink.version>.*", "$1");
    String image = Files.readString(FOLDER.resolve("Dockerfile"));

    assertThat(version).matches("2\\.[0-9]+\\.[0-9]+");
    assertThat(image).contains("FROM flink:" + version + "-java21\n");
    assertThat(deployment.at("/spec/flinkVersion").asText())
        .isEqualTo("v" + version.replaceFirst("\\.[0-9]+$", "").replace('.', '_'));
    assertThat(deployment.at("/spec/job/jarURI").asText())
        .isEqualTo("local:///opt/flink/usrlib/plumbline-flink.jar");
    assertThat(image).contains("COPY target/flink/usrlib /opt/flink/usrlib\n");
  }

  /** The rules that it names are mounted, and nothing is asked of the verb that it has not. */
  @Test
  void argumentsAreThoseOfTheVerb() throws IOException {
    var options = new ArrayList<String>();
    for (JsonNode each : deployment.at("/spec/job/args")) {
      if (each.asText().startsWith("-")) {
        options.add(each.asText());
      }
    }
    String verb =
        Files.readString(Path.of("src/main/java/dev/plumbline/cli/audit/BacktestCommand.java"))
            + Files.readString(Path.of("src/flink/java/dev/plumbline/flink/BacktestJob.java"));

    assertThat(options)
        .containsExactly("--rules", "--from", "-o", "--result")
        .allSatisfy(each -> assertThat(verb).contains('"' + each + '"'));
    assertThat(deployment.at("/spec/job/args").toString())
        .contains(
            deployment.at("/spec/podTemplate/spec/containers/0/volumeMounts/0/mountPath").asText());
  }

  @Test
  void podsAreRestricted() {
    assertThat(
            PodSecurity.violations(
                deployment.at("/spec/podTemplate/spec"), JsonNodeFactory.instance.objectNode()))
        .isEqualTo(List.of());
  }
}
