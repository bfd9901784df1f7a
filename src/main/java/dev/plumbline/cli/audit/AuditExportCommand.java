package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.command.Version;
import dev.plumbline.query.ExportedFindings;
import dev.plumbline.query.FindingsCsv;
import dev.plumbline.query.Ocsf;
import dev.plumbline.query.Oscal;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit export}: findings in the forms of other tools. */
@Command(
    name = "export",
    description = "Export findings over time for compliance tools.",
    exitCodeList = "1:the log was altered, or an internal error",
    footer = {
      "  plumbline audit export --format oscal > results.json",
      "      assessment results of all that is in the log",
      "  plumbline audit export --format csv --from 2026-10-01 --to 2026-11-01 > october.csv",
      "      a month for a spreadsheet"
    })
public final class AuditExportCommand extends Verb {

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.Questions asked;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description = "oscal (assessment results), ocsf (JSON lines) or csv.")
  @SuppressWarnings("NullAway.Init")
  private String format;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Findings open at this time or later. Default: from the beginning.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "As known at this time. Default: to the end of the log.")
  private @Nullable String to;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    AuditOptions.Questions.known("--format", format, List.of("oscal", "ocsf", "csv"), command);
    Instant begin = TimeOption.of("--from", from, command);
    Instant end = TimeOption.of("--to", to, command);
    return asked.ask(
        command,
        (archive, log) ->
            command
                .getOut()
                .print(text(ExportedFindings.of(archive, begin, end, Version.current()))));
  }

  private String text(ExportedFindings exported) {
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "oscal" -> Oscal.of(exported).toPrettyString() + "\n";
      case "ocsf" -> Ocsf.of(exported);
      default -> FindingsCsv.of(exported);
    };
  }
}
