package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.PrintableLog;
import dev.plumbline.cli.table.PrintableWriter;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.language.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others wrote reaches no terminal and no log line as a control character. */
class PrintableTest {

  /** Clears the screen, sets its title, rings, forges a line, hides and reverses what follows. */
  private static final String HOSTILE =
      "ami\u001b[2J\u001b]0;owned\u0007\r"
          + "forged\n"
          + "line\u009b31m\u0085\u202egnp.exe\u2028\u007f\u2066";

  private static final String FORBIDDEN =
      "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]";

  @Test
  void whatControlsIsWrittenOut() {
    assertThat(Printable.of(HOSTILE))
        .isEqualTo(
            "ami\\u001b[2J\\u001b]0;owned\\u0007\\u000dforged\\u000aline\\u009b31m\\u0085"
                + "\\u202egnp.exe\\u2028\\u007f\\u2066");
    assertThat(Printable.lines("a\tb\nc\u001b")).isEqualTo("a\tb\nc\\u001b");
    String fine = "Größe 5 → 東京";
    assertThat(Printable.of(fine)).isSameAs(fine);
    assertThat(Printable.lines(fine)).isSameAs(fine);
  }

  @Test
  void onlyOurColoursReachATerminal() {
    var text = new StringWriter();
    var colour = new TextOutput(new PrintWriter(text), true);
    colour.line(0, colour.red("x") + HOSTILE + colour.bold("y"));

    assertThat(text.toString())
        .startsWith("\u001b[31mx\u001b[0mami\\u001b[2J")
        .endsWith("\u001b[1my\u001b[0m\n");
    assertThat(text.toString().replaceAll("\u001b\\[(?:0|1|31)m", "").strip())
        .doesNotContainPattern(FORBIDDEN);
  }

  @Test
  void aWriterForPeopleKeepsLines() {
    var text = new StringWriter();
    PrintWriter out = PrintableWriter.of(new PrintWriter(text));
    out.println("one\u001b");
    out.print("two\r\n");
    out.append('\u0007');
    out.flush();

    assertThat(text).hasToString("one\\u001b\ntwo\n\\u0007");
  }

  @Test
  void aLogLineIsOneLine() {
    var entry = new ExtLogRecord(Level.WARN, "image %s", ExtLogRecord.FormatStyle.PRINTF, "x");
    entry.setParameters(new Object[] {HOSTILE});

    assertThat(new PrintableLog().isLoggable(entry)).isTrue();
    assertThat(entry.getFormattedMessage())
        .isEqualTo("image " + Printable.of(HOSTILE))
        .doesNotContain("\n");
  }

  @Test
  void theNameOfAnImageControlsNoTerminal(@TempDir Path folder) throws IOException {
    Path cluster = Files.createDirectories(folder.resolve("cluster"));
    Files.writeString(folder.resolve("snapshot.yaml"), "at: 2026-11-20T09:00:00Z\n");
    Files.writeString(
        folder.resolve("images.json"),
        "{\"Images\": [{\"ImageId\": \"ami-1\", \"Name\": "
            + json(HOSTILE)
            + ", \"State\": \"available\", \"Architecture\": \"x86_64\", \"OwnerId\": \"1\","
            + " \"DeprecationTime\": \"2026-01-01T00:00:00Z\"}]}");
    Files.writeString(
        cluster.resolve("class.json"),
        "{\"apiVersion\": \"karpenter.k8s.aws/v1\", \"kind\": \"EC2NodeClass\", \"metadata\":"
            + " {\"name\": \"c\"}, \"spec\": {\"amiFamily\": \"AL2023\", \"amiSelectorTerms\":"
            + " [{\"id\": \"ami-1\"}, {\"name\": "
            + json(HOSTILE)
            + "}]}, \"status\": {\"conditions\": [{\"type\": \"AMIsReady\", \"status\": \"False\","
            + " \"reason\": \"x\", \"message\": "
            + json(HOSTILE)
            + "}]}}");

    for (List<String> words :
        List.of(
            List.of("evaluate", folder.toString()),
            List.of("evaluate", folder.toString(), "--all", "--explain"),
            List.of("explain", "EC2NodeClass/c", folder.toString()),
            List.of("explain", "Ami/ami-1", folder.toString()),
            List.of("plan", folder.toString()))) {
      var terminal = new Terminal();
      assertThat(terminal.run(words.toArray(String[]::new))).as("%s", words).isZero();
      String shown = terminal.out() + terminal.err();

      assertThat(shown).as("%s", words).doesNotContainPattern(FORBIDDEN);
    }
    var terminal = new Terminal();
    terminal.run("evaluate", folder.toString(), "--all", "--explain");
    assertThat(terminal.out()).contains("\\u001b[2J");
  }

  private static String json(String text) {
    var json = new StringBuilder("\"");
    text.chars().forEach(c -> json.append("\\u%04x".formatted(c)));
    return json.append('"').toString();
  }
}
