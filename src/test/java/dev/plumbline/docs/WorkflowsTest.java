package dev.plumbline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The workflows take no more rights than they need, and their steps do what they say. */
class WorkflowsTest {

  private static final Path FOLDER = Path.of(".github/workflows");
  private static final Path RELEASE = FOLDER.resolve("release.yml");

  @TempDir Path folder;

  static List<Path> workflows() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void everyActionIsPinnedToACommit(Path workflow) throws IOException {
    assertThat(Files.readAllLines(workflow))
        .filteredOn(line -> line.contains("uses:"))
        .isNotEmpty()
        .allMatch(line -> line.matches(" +(- )?uses: [\\w./-]+@[0-9a-f]{40} # v[0-9.]+"));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void nothingIsWrittenUnlessAJobSaysSo(Path workflow) {
    assertThat(read(workflow).path("permissions").toString()).isEqualTo("{\"contents\":\"read\"}");
  }

  @Test
  void onlyWhatPublishesCanSignAndRelease() {
    JsonNode jobs = read(RELEASE).path("jobs");

    assertThat(jobs.at("/test").has("permissions")).isFalse();
    assertThat(jobs.at("/native/permissions").toString())
        .isEqualTo("{\"contents\":\"read\",\"packages\":\"write\"}");
    assertThat(jobs.at("/publish/needs").toString()).isEqualTo("[\"test\",\"native\"]");
    assertThat(jobs.at("/site").has("permissions")).isFalse();
    assertThat(jobs.at("/deploy/permissions").toString())
        .isEqualTo("{\"pages\":\"write\",\"id-token\":\"write\"}");
    assertThat(jobs.at("/deploy/steps")).as("nothing is built with these rights").hasSize(1);
    assertThat(read(FOLDER.resolve("build.yml")).toString()).doesNotContain("write", "secrets.");
  }

  /** Expressions stand in {@code env} alone where somebody else could choose their value. */
  @ParameterizedTest
  @MethodSource("workflows")
  void noStepIsMadeOfWhatOthersWrite(Path workflow) {
    for (String script : scripts(workflow)) {
      assertThat(script.replace("${{ matrix.arch }}", "")).doesNotContain("${{");
    }
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void everyStepIsAScriptOfTheShell(Path workflow) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    for (String script : scripts(workflow)) {
      assertThat(bash("bash -n <<'SCRIPT'\n" + script + "\nSCRIPT\n", Map.of())).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void whatItNamesIsThere(Path workflow) {
    var paths =
        Pattern.compile(
            "(\\.ci|src/main/docker|charts|k8s|packaging)/[\\w./-]*\\w|LICENSE|CHANGELOG\\.md");
    assertThat(
            paths.matcher(String.join("\n", scripts(workflow))).results().map(each -> each.group()))
        .isNotEmpty()
        .allSatisfy(path -> assertThat(Path.of(path)).exists());
  }

  @ParameterizedTest
  @CsvSource({
    "v0.1.0, 2026-12-01, true",
    "v0.1.0, unreleased, false",
    "v0.1.1, 2026-12-01, false",
    "v0.1, 2026-12-01, false"
  })
  void aTagIsTheVersionOfTheProgram(String tag, String date, boolean taken) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    for (String file : List.of("pom.xml", "charts/plumbline/Chart.yaml", "CHANGELOG.md")) {
      Path copy = folder.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.writeString(
          copy,
          Files.readString(Path.of(file))
              .replace("-SNAPSHOT", "")
              .replace("## 0.1.0 - unreleased", "## 0.1.0 - " + date));
    }
    Path output = Files.createFile(folder.resolve("output"));

    String problem =
        bash(
            "set -e -o pipefail\ncd "
                + folder
                + "\n"
                + step("The tag is the version of the program"),
            Map.of("GITHUB_REF_NAME", tag, "GITHUB_OUTPUT", output.toString()));

    assertThat(problem.isEmpty()).isEqualTo(taken);
    assertThat(Files.readString(output)).isEqualTo(taken ? "version=0.1.0\n" : "");
  }

  @Test
  void theNotesAreThoseOfTheVersion() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    Files.writeString(
        folder.resolve("CHANGELOG.md"),
        "# Changelog\n\n## Unreleased\n\n- later\n\n## 0.2.0\n\n- this\n\n## 0.1.0\n\n- before\n");
    String notes =
        step("Release").lines().filter(line -> line.startsWith("awk")).findFirst().orElseThrow();

    assertThat(bash("cd " + folder + "\n" + notes, Map.of("VERSION", "0.2.0"))).isEmpty();
    assertThat(folder.resolve("notes.md")).hasContent("\n- this\n\n");
  }

  @Test
  void manifestsNameTheImageOfTheRelease() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    for (String tree : List.of("k8s", "charts")) {
      copy(Path.of(tree));
    }
    Files.createDirectories(folder.resolve("dist"));
    String image = "ghcr.io/somebody/plumbline";

    assertThat(
            bash(
                "set -e -o pipefail\ncd "
                    + folder
                    + "\n"
                    + step("Manifests for kustomize")
                    + "mkdir unpacked; tar -xzf dist/plumbline-manifests.tar.gz -C unpacked\n",
                Map.of("IMAGE", image)))
        .isEmpty();

    for (String each : List.of("base", "release")) {
      Path kustomization = folder.resolve("unpacked/k8s/" + each + "/kustomization.yaml");
      JsonNode images = read(kustomization).path("images");
      assertThat(images).hasSize(1);
      assertThat(images.at("/0/name").asText()).isEqualTo("plumbline");
      assertThat(images.at("/0/newName").asText()).isEqualTo(image);
      assertThat(images.at("/0/newTag").asText()).isNotEmpty();
    }
    assertThat(folder.resolve("unpacked/charts/plumbline/crd/kustomization.yaml")).exists();
  }

  private void copy(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.copy(file, folder.resolve(file));
      }
    }
  }

  /** What the pages download, and what the stand-in of curl answers with, is what is released. */
  @Test
  void pagesDownloadWhatIsReleased() throws IOException {
    String workflow = Files.readString(RELEASE);

    assertThat(
            Pattern.compile("\\$release/([\\w.-]+)")
                .matcher(Files.readString(Path.of("docs/install.md")))
                .results()
                .map(found -> found.group(1).replace("amd64", "${{ matrix.arch }}")))
        .hasSize(4)
        .allSatisfy(file -> assertThat(workflow).contains(file));
  }

  @Test
  void siteNamesWhoPublishes() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/hugo")), "no hugo");
    copy(Path.of("docs"));

    String said =
        bash(
            "set -e -o pipefail\nsudo() { true; }\ncd "
                + folder
                + "\n"
                + step("Build the documentation as a site"),
            Map.of(
                "GITHUB_REPOSITORY",
                "somebody/plumbline",
                "GITHUB_REPOSITORY_OWNER",
                "somebody",
                "GITHUB_SERVER_URL",
                "https://github.com",
                "GITHUB_REF_NAME",
                "v0.1.0"));

    assertThat(said).contains("Total in").doesNotContain("exit ");
    assertThat(Files.readString(folder.resolve("target/site/install/index.html")))
        .contains(
            "oci://ghcr.io/somebody/charts/plumbline",
            "href=\"https://github.com/somebody/plumbline/blob/v0.1.0/k8s/base/iam-policy.json\"",
            "href=\"/plumbline/operate/\"")
        .doesNotContain("OWNER");
  }

  @Test
  void packageManagersGetTheVersionAndTheChecksumsOfTheArchives() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    var sums = new ArrayList<String>();
    for (String arch : List.of("amd64", "arm64")) {
      Path archive = folder.resolve("dist/plumbline-linux-" + arch + ".tar.gz");
      Files.createDirectories(archive.getParent());
      Files.writeString(archive, arch);
      sums.add(sha256(archive));
    }

    assertThat(packageManagers()).isEmpty();

    String formula = Files.readString(folder.resolve("dist/plumbline.rb"));
    JsonNode plugin = read(folder.resolve("dist/plumbline.yaml"));
    assertThat(plugin.at("/spec/version").asText()).isEqualTo("v0.1.0");
    assertThat(formula).contains("version \"0.1.0\"", "class Plumbline < Formula");
    assertThat(plugin.at("/spec/shortDescription").asText()).hasSizeLessThanOrEqualTo(50);
    assertThat(plugin.at("/spec/platforms").findValuesAsText("sha256")).isEqualTo(sums);
    List<String> archives = plugin.at("/spec/platforms").findValuesAsText("uri");
    for (int i = 0; i < 2; i++) {
      String arch = plugin.at("/spec/platforms/" + i + "/selector/matchLabels/arch").asText();
      assertThat(archives.get(i))
          .isEqualTo(
              "https://github.com/somebody/plumbline/releases/download/v0.1.0/plumbline-linux-"
                  + arch
                  + ".tar.gz");
      assertThat(step("Keep the command line"))
          .contains("dist/plumbline-linux-${{ matrix.arch }}.tar.gz", "LICENSE");
      assertThat(formula)
          .containsSubsequence(
              arch.equals("amd64") ? "on_intel do" : "on_arm do",
              "url \"" + archives.get(i) + "\"",
              "sha256 \"" + sums.get(i) + "\"");
    }
  }

  @Test
  void packageManagersAreNotGivenWhatIsLeftOpen() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    Files.createDirectories(folder.resolve("dist"));
    for (String arch : List.of("amd64", "arm64")) {
      Files.writeString(folder.resolve("dist/plumbline-linux-" + arch + ".tar.gz"), arch);
    }

    assertThat(packageManagers("\n# @FORGOTTEN@\n")).startsWith("exit 1: ").contains("@FORGOTTEN@");
  }

  private String packageManagers(String... more) throws Exception {
    for (String file : List.of("packaging/plumbline.yaml", "packaging/plumbline.rb")) {
      Files.createDirectories(folder.resolve("packaging"));
      Files.writeString(
          folder.resolve(file), Files.readString(Path.of(file)) + String.join("", more));
    }
    return bash(
        "set -e -o pipefail\ncd " + folder + "\n" + step("Manifest of krew, formula of Homebrew"),
        Map.of("VERSION", "0.1.0", "GITHUB_REPOSITORY_OWNER", "somebody"));
  }

  private static String sha256(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }

  private static String step(String name) {
    for (JsonNode job : read(RELEASE).path("jobs")) {
      for (JsonNode step : job.path("steps")) {
        if (step.path("name").asText().equals(name)) {
          return step.path("run").asText();
        }
      }
    }
    throw new AssertionError(RELEASE + ": no step '" + name + "'");
  }

  private static List<String> scripts(Path workflow) {
    var scripts = new ArrayList<String>();
    for (JsonNode job : read(workflow).path("jobs")) {
      job.path("steps")
          .forEach(
              step -> {
                if (step.has("run")) {
                  scripts.add(step.path("run").asText());
                }
              });
    }
    return scripts;
  }

  private static JsonNode read(Path workflow) {
    try {
      return new YAMLMapper().readTree(workflow.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong with a script; empty when it ended well. */
  private static String bash(String script, Map<String, String> environment) throws Exception {
    var builder = new ProcessBuilder("/bin/bash", "-c", script).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0 ? output : "exit " + process.exitValue() + ": " + output;
  }
}
