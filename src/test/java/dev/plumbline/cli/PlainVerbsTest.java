package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What is answered before Quarkus starts is answered as with it. */
class PlainVerbsTest {

  /** They have clients or settings, or go on until they are stopped. */
  private static final Set<String> WITH_QUARKUS =
      Set.of("audit", "backtest", "demo", "fleet", "lsp", "release", "rules", "serve", "snapshot");

  private static final Set<String> OF_ALL_VERBS = Set.of("completion", "help", "man");

  static Set<String> names() {
    return PlainVerbs.names();
  }

  @Test
  void eachVerbIsOneOrHasAReason() {
    var all = new TreeSet<>(WITH_QUARKUS);
    all.addAll(OF_ALL_VERBS);
    all.addAll(names());

    assertThat(all)
        .hasSize(WITH_QUARKUS.size() + OF_ALL_VERBS.size() + names().size())
        .isEqualTo(
            new TreeSet<>(new CommandLine(new PlumblineCommand()).getSubcommands().keySet()));
    assertThat(WITH_QUARKUS).noneMatch(PlainVerbs::answer);
    assertThat(OF_ALL_VERBS).allMatch(PlainVerbs::answer);
  }

  @ParameterizedTest
  @MethodSource("names")
  void saysTheSameAsAmongAllOthers(String name) {
    for (List<String> rest :
        List.of(
            List.of("--help"),
            List.of("--nothing"),
            List.of("--color=blue"),
            List.of("--colr=never"),
            List.of("/nonexistent/snapshot", "-o", "pdf"),
            List.of("--version"))) {
      assertThat(said(PlainVerbs.command(name), name, rest))
          .as("%s %s", name, rest)
          .isEqualTo(said(new CommandLine(new PlumblineCommand()), name, rest));
    }
  }

  /** Quarkus makes a verb of its class. */
  @Test
  void ofQuarkusTooOneVerbSaysTheSame() {
    for (String name : WITH_QUARKUS) {
      for (List<String> rest :
          List.of(List.of("--help"), List.of("--nothing"), List.of("--colr=never", "one", "two"))) {
        CommandLine one = OneVerb.of(name, CommandLine.defaultFactory());
        if (one == null) {
          assertThat(name).isEqualTo("demo");
        } else {
          assertThat(one.getSubcommands()).containsOnlyKeys(name);
          assertThat(said(one, name, rest))
              .as("%s %s", name, rest)
              .isEqualTo(said(new CommandLine(new PlumblineCommand()), name, rest));
        }
      }
    }
    assertThat(OF_ALL_VERBS)
        .allMatch(name -> OneVerb.of(name, CommandLine.defaultFactory()) == null);
    assertThat(OneVerb.of("serv", CommandLine.defaultFactory())).isNull();
  }

  private static String said(CommandLine command, String name, List<String> rest) {
    var said = new StringWriter();
    var writer = new PrintWriter(said);
    Program.configure(command.setOut(writer).setErr(writer));
    var words = new ArrayList<>(List.of(name));
    words.addAll(rest);
    int exit = command.execute(words.toArray(String[]::new));
    writer.flush();
    return exit + "\n" + said;
  }

  @Test
  void whatGoesOnAndWhatIsSetForQuarkusNeedsIt() {
    assertThat(PlainVerbs.answer("test", "rules")).isTrue();
    assertThat(PlainVerbs.answer("test", "rules", "--watch")).isFalse();
    assertThat(PlainVerbs.answer("explain", "Ami/a", "--log", "folder")).isTrue();
    assertThat(PlainVerbs.answer("explain", "Ami/a", "--log", "s3://bucket/prefix")).isFalse();
    assertThat(PlainVerbs.answer("explain", "Ami/a", "--log=s3://bucket/prefix")).isFalse();
    assertThat(PlainVerbs.answer()).isFalse();
    assertThat(PlainVerbs.answer("evaluat")).isFalse();
    System.setProperty("quarkus.log.level", "DEBUG");
    try {
      assertThat(PlainVerbs.answer("evaluate")).isFalse();
    } finally {
      System.clearProperty("quarkus.log.level");
    }
    assertThat(PlainVerbs.answer("evaluate")).isTrue();
  }

  @Test
  void logsAsTheSettingsSay() throws IOException {
    var settings = new Properties();
    try (var reader =
        Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
      settings.load(reader);
    }

    assertThat(PlainVerbs.LOG_FORMAT).isEqualTo(settings.get("quarkus.log.console.format"));
    assertThat(settings)
        .containsEntry("quarkus.log.level", "WARN")
        .containsEntry("quarkus.log.console.stderr", "true")
        .containsEntry("quarkus.log.console.filter", "printable");
  }
}
