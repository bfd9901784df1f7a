package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.cli.command.Program;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.record.RecordedStory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a log tells of a time, explained by the rules of that time. */
class ExplainRecordedTest {

  private static final String AT = "2026-11-20T13:00:00Z";

  @TempDir static Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void record() {
    var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 20, Duration.ofDays(1));
    try (FolderLog log =
        FolderLog.open(folder, settings, InstantSource.fixed(RecordedStory.FIRST))) {
      RecordedStory.record(log);
    }
  }

  @Test
  void aConclusionIsExplainedAsOfEachTimeItHeld() {
    assertThat(run("AmiEligible nodeClass=golden ami=ami-0a13", "--at", AT))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).startsWith("[1] AmiEligible ").contains("(AMI-000 ami-eligib");
    assertThat(err.toString()).contains("plumbline: as of entry ", ", 2026-11-20T12:00:0");

    assertThat(run("NodeClaim/" + RecordedStory.CLAIM, "--at", AT)).as(err.toString()).isZero();
    // It went away, and why is told.
    assertThat(run("NodeClaim/" + RecordedStory.CLAIM)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("NodeGone", "(GONE-000 node-removals.drl");
    assertThat(run("NodeClaim/never-there")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no NodeClaim/never-there here");
  }

  @Test
  void theEndIsMeantWhenNoTimeIsTold() {
    assertThat(run("--why-not", "AmiEligible nodeClass=none ami=none")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("does not hold");
    assertThat(err.toString()).contains(", 2026-11-22T12:00:00Z");
  }

  @Test
  void whatTheLogCannotTellIsSaid() {
    assertThat(run("AmiEligible", "--at", "2000-01-01")).isEqualTo(2);
    assertThat(err.toString())
        .contains(folder + ": nothing was recorded by 2000-01-01T00:00:00Z; the log begins at ");
    assertThat(run("AmiEligible", "examples/tour")).isEqualTo(2);
    assertThat(err.toString())
        .contains("examples/tour and --log cannot go together: the log has rules and facts");
  }

  private int run(String... arguments) {
    var all = new ArrayList<>(List.of("explain"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--log", folder.toString()));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Program.configure(new CommandLine(new PlumblineCommand()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(all.toArray(String[]::new));
  }
}
