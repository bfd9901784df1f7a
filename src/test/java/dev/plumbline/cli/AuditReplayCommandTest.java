package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.audit.AuditReplayCommand;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.record.RecordedWorld;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AuditReplayCommandTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void record() {
    RecordedWorld.in(folder.resolve("log"), 50);
  }

  @Test
  void theSameFollowsAgain() {
    assertThat(replay()).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith(
            "entries 3 to 55: 50 decisions replayed, 50 plans and 3 states compared\n"
                + "recorded by version test, replayed by ")
        .endsWith(": a difference may come from the program\n0 differences\n");
    assertThat(err.toString()).contains("decisions/s");
  }

  @Test
  void aPartOfItBeginsAtTheStateBefore() {
    assertThat(replay("--from", "30", "--to", "2026-11-20T00:06:00Z")).isZero();
    assertThat(out.toString()).startsWith("entries 24 to 39: ").endsWith("0 differences\n");
  }

  @Test
  void whatIsNoPlaceIsRefused() {
    assertThat(replay("--from", "yesterday")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--from yesterday is neither an entry nor a time. Try: 4711 or");
  }

  @Test
  void aFolderWithoutALogIsRefused() {
    assertThat(run("--log", folder.resolve("none").toString())).isEqualTo(2);
  }

  private int replay(String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--log";
    all[1] = folder.resolve("log").toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return run(all);
  }

  private int run(String... arguments) {
    var command = new CommandLine(new AuditReplayCommand());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    command.setParameterExceptionHandler(Errors::badArguments);
    command.setExecutionExceptionHandler(Errors::failed);
    return command.execute(arguments);
  }
}
