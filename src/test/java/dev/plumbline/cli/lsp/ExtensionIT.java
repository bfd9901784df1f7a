package dev.plumbline.cli.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.cli.FastStart;
import dev.plumbline.loop.Await;
import dev.plumbline.web.page.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The extension in a real Visual Studio Code, with the language server of the packaged program:
 * {@code src/test/scripts/vscode-server} installs its server.
 */
@Tag("long")
class ExtensionIT {

  private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
  private static final Path SERVER = Path.of("target/vscode-server").toAbsolutePath();
  private static final Path EXTENSION = Path.of("editors/vscode");

  private static final String RULE =
      """
      package team.images

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiApproval
      import dev.plumbline.conclusion.AmiObjection

      rule "image is refused"
          @Id("TEAM-001") @Control("CM-7") @Severity("high")
      when
          AmiApproval( $nodeClass : nodeClass, $ami : ami )
          Ami( id == $ami )
      then
          insertLogical( new AmiObjection( "TEAM-001", $nodeClass, $ami, "refused" ) );
      end
      """;

  private static final String SCENARIOS =
      """
      scenarios:
        - name: an image is refused
          given:
            - AmiApproval: { rule: SEL-004, nodeClass: default, ami: ami-1, message: selected by id }
            - Ami: { id: ami-1 }
          expect:
            - AmiObjection: { rule: TEAM-001, nodeClass: default, ami: ami-1, message: refused }
        - name: one that is not selected is not
          given:
            - Ami: { id: ami-1 }
          expect: []
      """;

  /** How many errors the status bar counts. */
  private static final String ERRORS =
      "/^\\D*%d\\D/.test(document.getElementById('status.problems')?.textContent + ' ')";

  /** Whether a line of the editor, written with plain spaces, reads as given. */
  private static final String LINE =
      "[...document.querySelectorAll('.view-line')]"
          + ".some(line => line.textContent.replaceAll('\\u00a0', ' ') === '%s')";

  /**
   * A browser, an editor, its host of extensions and a JVM have to start, on a busy machine too.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private static Path folder;

  private static Process server;
  private static Browser browser;
  private static String address;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(Files.exists(JAR), "the program is not packaged: ./mvnw package makes " + JAR);
    assumeTrue(
        Files.exists(SERVER.resolve("ready")),
        "no Visual Studio Code: src/test/scripts/vscode-server target/vscode-server installs it");
    Browser.assumeThere();
    for (String each : List.of("good", "broken", "begun")) {
      Files.createDirectory(folder.resolve(each));
      Files.writeString(folder.resolve(each).resolve("images.scenarios.yaml"), SCENARIOS);
    }
    Files.writeString(folder.resolve("good/images.drl"), RULE);
    Files.writeString(folder.resolve("begun/images.drl"), RULE);
    Files.writeString(folder.resolve("broken/images.drl"), RULE.replace("id == ", "idd == "));
    install();
    int port = Browser.freePort();
    address = "http://127.0.0.1:" + port + "/";
    var starting =
        new ProcessBuilder(
                "node",
                SERVER.resolve("node_modules/code-server/out/node/entry.js").toString(),
                "--auth=none",
                "--bind-addr=127.0.0.1:" + port,
                "--extensions-dir=" + folder.resolve("extensions"),
                "--user-data-dir=" + folder.resolve("user"),
                "--config=" + folder.resolve("config.yaml"),
                "--disable-telemetry",
                "--disable-update-check",
                "--disable-workspace-trust")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile());
    starting.environment().put("HOME", folder.toString());
    server = starting.start();
    Await.until(PATIENCE, "the server answers", ExtensionIT::answers);
    browser = Browser.start(folder);
    browser.look(1400, 900, "light");
  }

  /** The extension as the store would unpack it, and where it finds the program. */
  private static void install() throws IOException {
    Path to = Files.createDirectories(folder.resolve("extensions/plumbline.plumbline-0.1.0"));
    copy(EXTENSION, to);
    copy(SERVER.resolve("library/node_modules"), to.resolve("node_modules"));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(FastStart.options(JAR.toAbsolutePath()));
    command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
    Path program = folder.resolve("plumbline");
    Files.writeString(
        program,
        command.stream().collect(Collectors.joining("' '", "#!/bin/sh\nexec '", "' \"$@\"\n")));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    // Those of the machine: where the server is, a setting of that scope is ignored among the
    // user's.
    Path settings = Files.createDirectories(folder.resolve("user/Machine"));
    Files.writeString(
        settings.resolve("settings.json"), "{\"plumbline.path\": \"" + program + "\"}");
    Files.writeString(folder.resolve("config.yaml"), "");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  private static boolean answers() {
    try {
      var request = (HttpURLConnection) URI.create(address + "healthz").toURL().openConnection();
      return request.getResponseCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      List<ProcessHandle> others = server.descendants().toList();
      server.destroyForcibly();
      others.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Opens the rule file of a folder, with the cursor there. */
  private static void open(String name, int line, int column) {
    Path file = folder.resolve(name).resolve("images.drl");
    String payload =
        "[[\"openFile\",\"vscode-remote://%s:%d:%d\"],[\"gotoLineMode\",\"true\"]]"
            .formatted(file, line, column);
    browser.open(
        address
            + "?folder="
            + folder.resolve(name)
            + "&payload="
            + URLEncoder.encode(payload, StandardCharsets.UTF_8));
    try {
      browser.until(
          PATIENCE,
          "document.querySelector('.statusbar')?.textContent.includes('Plumbline rules')");
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + log(), e);
    }
  }

  private static String log() {
    try {
      return Files.readString(folder.resolve("server.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rulesHaveTheirColoursAndScenariosRunFromAboveThem() {
    open("good", 1, 1);

    browser.until(
        PATIENCE,
        "[...document.querySelectorAll('.codelens-decoration a')]"
            + ".some(lens => lens.textContent === 'run 1 scenario')");
    assertThat(
            browser
                .run(
                    "return new Set([...document.querySelectorAll('.view-line span[class^=mtk]')]"
                        + ".map(span => span.className)).size")
                .asInt())
        .as("colours")
        .isGreaterThan(4);
    browser.until(PATIENCE, ERRORS.formatted(0));
  }

  @Test
  void whatLintFindsIsMarkedWhileItIsWritten() {
    open("broken", 11, 10);

    browser.until(PATIENCE, ERRORS.formatted(1));
    browser.run("document.querySelector('.monaco-editor textarea').focus()");
    // No text between here and there is right: the errors are those of the last one.
    browser.press("Delete", "Delete", "Delete");
    browser.until(PATIENCE, LINE.formatted("    Ami(  == $ami )"));
    assertThat(browser.run("return " + ERRORS.formatted(0)).asBoolean())
        .as("no error is left")
        .isFalse();
    browser.type("id");
    browser.until(PATIENCE, LINE.formatted("    Ami( id == $ami )"));

    browser.until(PATIENCE, ERRORS.formatted(0));
  }

  @Test
  void fieldsOfAPatternAreCompleted() {
    open("begun", 11, 20);

    browser.until(PATIENCE, "document.querySelector('.codelens-decoration a')");
    browser.run("document.querySelector('.monaco-editor textarea').focus()");
    for (String each : List.of(",", " ", "s", "t", "a")) {
      browser.type(each);
    }

    browser.until(
        PATIENCE,
        "[...document.querySelectorAll('.suggest-widget .monaco-list-row')]"
            + ".some(row => row.textContent.startsWith('state'))");
    assertThat(browser.run("return " + LINE.formatted("    Ami( id == $ami, sta )")).asBoolean())
        .as("typed behind the first field")
        .isTrue();
  }
}
