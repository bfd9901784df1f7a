package dev.plumbline.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/install.md has people type can be typed. */
class InstallDocTest {

  private static final Path DOC = Path.of("docs/install.md");
  private static final Pattern BLOCK =
      Pattern.compile("^ *```(\\w*)\\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(DOC))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** What is typed, line by line; of a session only what comes after the prompt. */
  private static List<String> commands() throws IOException {
    var commands = new ArrayList<String>();
    for (String block : blocks("")) {
      boolean session = block.contains("$ ");
      block
          .lines()
          .map(String::strip)
          .filter(line -> !session || line.startsWith("$ "))
          .forEach(line -> commands.add(line.replaceFirst("^\\$ ", "")));
    }
    return commands;
  }

  @Test
  void helmTakesWhatIsShownAndRefusesWhatIsShownAsRefused(@TempDir Path folder) throws IOException {
    Chart.assumeHelm();
    Path values = Files.writeString(folder.resolve("my-values.yaml"), blocks("yaml").getFirst());
    int shown = 0;
    for (String command : commands()) {
      if (command.matches("helm (install|upgrade) .*")) {
        shown++;
        assertThat(command)
            .contains(" plumbline oci://" + published("CHARTS") + "/plumbline ")
            .contains("--namespace plumbline", "--version ");
        String answer = typed(command, values);
        if (command.contains("enfroce")) {
          String session =
              blocks("").stream()
                  .filter(each -> each.contains("enfroce"))
                  .findFirst()
                  .orElseThrow();
          assertThat("Error: " + answer.strip())
              .isEqualTo(session.substring(session.indexOf("Error: ")).strip());
        } else {
          assertThat(answer).contains("kind: Deployment", "image: " + published("IMAGE") + ":");
        }
      }
    }
    assertThat(shown).isEqualTo(4);
  }

  /** The first two commands are the whole way to the page: nothing else is set. */
  @Test
  void twoCommandsComeFirst() throws IOException {
    List<String> first = blocks("").getFirst().lines().toList();

    assertThat(first).hasSize(2);
    assertThat(first.getFirst())
        .startsWith("helm install plumbline oci://")
        .endsWith(" --set clusterName=my-cluster");
    assertThat(first.getLast())
        .isEqualTo("kubectl -n plumbline port-forward deployment/plumbline 8080");
    Chart.assumeHelm();
    assertThat(typed(first.getFirst(), DOC))
        .containsPattern("name: PLUMBLINE_AUDIT_NAME\\s+value: \"my-cluster\"");
  }

  /** A name under which the release workflow publishes, with OWNER for who does. */
  private static String published(String variable) throws IOException {
    return Manifests.read(Path.of(".github/workflows/release.yml"))
        .getFirst()
        .at("/env/" + variable)
        .asText()
        .replace("${{ github.repository_owner }}", "OWNER");
  }

  private static String typed(String command, Path values) throws IOException {
    TemplateCommand template =
        new Helm(Chart.ROOT)
            .template()
            .withName("plumbline")
            .withNamespace("plumbline")
            .withKubeVersion("1.31.0")
            // As the release workflow has it in the chart that it pushes.
            .set("image.repository", published("IMAGE"));
    Pattern.compile("--set ([^= ]+)=(\\S+)")
        .matcher(command)
        .results()
        .forEach(set -> template.set(set.group(1), set.group(2)));
    if (command.contains("-f my-values.yaml")) {
      template.withValuesFile(values);
    }
    try {
      return template.call();
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  @Test
  void kustomizationsOfTheReaderBuild() throws IOException {
    Kustomize.assumeThere();
    var built = new TreeSet<String>();
    for (String text : blocks("yaml")) {
      Matcher file = Pattern.compile("^# (my-[a-z]+)/kustomization.yaml").matcher(text);
      if (file.find()) {
        // Beside k8s/, as the text has it.
        Path folder = Files.createDirectories(Path.of("target/install-doc", file.group(1)));
        Files.writeString(
            folder.resolve("kustomization.yaml"), text.replace("../k8s", "../../../k8s"));
        assertThat(Kustomize.build(folder).stream().map(JsonNode::toString))
            .anyMatch(object -> object.contains("\"image\":\"plumbline:"));
        built.add(file.group(1));
      }
    }

    assertThat(built).containsExactly("my-cluster", "my-release");
    assertThat(commands().stream().filter(command -> command.contains(" -k ")))
        .allSatisfy(
            command -> assertThat(built).contains(command.substring(command.indexOf(" -k ") + 4)));
  }

  @Test
  void whatKubectlIsAskedForIsThere() throws IOException {
    var names = new TreeSet<String>();
    var objects =
        new ArrayList<>(
            Manifests.objects(Manifests.ROOT.resolve("examples/enforce-all/kustomization.yaml")));
    objects.addAll(Manifests.objects(Manifests.ROOT.resolve("release/kustomization.yaml")));
    objects.forEach(object -> names.add(Canonical.name(object).toLowerCase(Locale.ROOT)));
    String text = Files.readString(DOC);

    assertThat(
            Pattern.compile(
                    "\\b(deployment|job)/([a-z-]+)|delete (clusterrolebinding) ([a-z][a-z-]+)")
                .matcher(text)
                .results()
                .map(InstallDocTest::named))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(names).contains(name));
    assertThat(text).contains("kubectl delete clusterrolebinding -l plumbline.dev/enforce");
    assertThat(objects)
        .filteredOn(object -> object.path("kind").asText().equals("ClusterRoleBinding"))
        .filteredOn(object -> object.at("/metadata/labels").has("plumbline.dev/enforce"))
        .isNotEmpty();
    assertThat(text).contains("name: " + published("IMAGE") + ", newName", "plumbline-audit-key");
    assertThat(Files.readString(Chart.ROOT.resolve("values.yaml"))).contains("plumbline-audit-key");
  }

  private static String named(MatchResult found) {
    return found.group(1) == null
        ? found.group(3) + "/" + found.group(4)
        : found.group(1) + "/" + found.group(2);
  }

  @Test
  void versionsAreThoseOfTheRelease() throws IOException {
    String version =
        Manifests.read(Chart.ROOT.resolve("Chart.yaml"))
            .getFirst()
            .path("version")
            .asText()
            .replace("-SNAPSHOT", "");

    for (String file :
        List.of("README.md", "charts/plumbline/README.md", "docs/install.md", "docs/operate.md")) {
      assertThat(
              Pattern.compile("(?:--version |/download/v|refs/tags/v|plumbline:)([0-9][0-9.]*)")
                  .matcher(Files.readString(Path.of(file)))
                  .results()
                  .map(found -> found.group(1)))
          .as(file)
          .isNotEmpty()
          .containsOnly(version);
    }
  }

  @Test
  void everyVariantIsInTheTable() throws IOException {
    String text = Files.readString(DOC);

    assertThat(Chart.variants())
        .allSatisfy(
            variant ->
                assertThat(text)
                    .contains(
                        "ci/" + variant + "-values.yaml",
                        "k8s/examples/" + variant + "/kustomization.yaml"));
  }
}
