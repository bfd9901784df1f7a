package dev.plumbline.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.ActionKind;
import dev.plumbline.action.Outcome;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.log.Entry;
import dev.plumbline.log.EntryKind;
import dev.plumbline.query.EntryFilter;
import dev.plumbline.query.EntryText;
import dev.plumbline.query.FindingsCsv;
import dev.plumbline.query.LogArchive;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code plumbline audit query}: the entries of the log that fit. */
@Command(
    name = "query",
    description = "Find entries of the decision log; the newest come last.",
    exitCodeList = "1:the log was altered, or an internal error",
    footer = {
      "  plumbline audit query --object EC2NodeClass/default --from 2026-11-20",
      "      what was known, concluded, planned and done of one object",
      "  plumbline audit query --kind rules",
      "      who changed the rules",
      "  plumbline audit query --outcome failed -o csv",
      "      every action that failed, for a spreadsheet"
    })
public final class AuditQueryCommand extends Verb {

  private static final List<String> FORMATS = List.of("table", "json", "csv");

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private AuditOptions.Questions asked;

  @Option(names = "--from", paramLabel = "TIME", description = "Not before this time.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Before this time.")
  private @Nullable String to;

  @Option(
      names = "--object",
      paramLabel = "KIND/NAME",
      description = "About this object: NodePool/default, Ami/ami-1, Node/ip-10-0-1-21.")
  private @Nullable String object;

  @Option(names = "--rule", paramLabel = "ID", description = "In which this rule had a part.")
  private @Nullable String rule;

  @Option(
      names = "--control",
      paramLabel = "CONTROL",
      description = "In which a rule had a part that served this control then.")
  private @Nullable String control;

  @Option(names = "--action", paramLabel = "KIND", description = "With this kind of action.")
  private @Nullable String action;

  @Option(
      names = "--outcome",
      paramLabel = "RESULT",
      description = "With an action of which this came: done, unchanged, outdated, failed.")
  private @Nullable String outcome;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Of this kind: start, stop, leader, rules, state, decision, outcome.")
  private @Nullable String kind;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many (default 50).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "SEQUENCE",
      description = "The first ones after this entry, in place of the newest.")
  private @Nullable Long after;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table (default), json or csv.")
  @SuppressWarnings("NullAway.Init")
  private String format;

  @Override
  public Integer call() throws IOException {
    CommandLine command = command();
    format = OutputFormat.of(format, FORMATS, command);
    if (limit < 1) {
      throw invalid("--limit must be at least 1, not " + limit + ".");
    }
    return asked.ask(
        command,
        (archive, log) -> {
          EntryFilter question = question(archive, command);
          List<Entry> found =
              after == null
                  ? archive.query().newest(question, limit)
                  : archive.query().after(question, after, limit);
          write(found, question, archive, command.getOut());
        });
  }

  private EntryFilter question(LogArchive archive, CommandLine command) {
    if (object != null && object.indexOf('/') < 1) {
      throw invalid("--object " + object + " has no kind. Try: NodePool/" + object + ".");
    }
    Instant begin = TimeOption.of("--from", from, command);
    Instant end = TimeOption.of("--to", to, command);
    String named =
        AuditOptions.Questions.known(
            "--kind",
            kind,
            Arrays.stream(EntryKind.values()).map(EntryKind::wire).toList(),
            command);
    var about =
        new EntryFilter.About(
            object,
            AuditOptions.Questions.known("--rule", rule, archive.rules().ids(), command),
            AuditOptions.Questions.known("--control", control, archive.rules().controls(), command),
            AuditOptions.Questions.known(
                "--action",
                action,
                Arrays.stream(ActionKind.values()).map(ActionKind::wire).toList(),
                command),
            AuditOptions.Questions.known(
                "--outcome",
                outcome,
                Arrays.stream(Outcome.Result.values())
                    .map(result -> result.name().toLowerCase(Locale.ROOT))
                    .toList(),
                command),
            null);
    return new EntryFilter(begin, end, named == null ? null : EntryKind.ofWire(named), about);
  }

  private void write(List<Entry> found, EntryFilter question, LogArchive archive, PrintWriter out) {
    var words = new EntryText(archive);
    String origin = archive.log().head().origin();
    switch (format) {
      case "json" -> {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("origin", origin);
        ArrayNode items = json.putArray("items");
        found.forEach(entry -> items.add(EntryText.json(entry)));
        if (found.size() == limit) {
          json.put("after", found.getLast().sequence());
        }
        out.print(json + "\n");
      }
      case "csv" -> {
        out.print(FindingsCsv.line(List.of("id", "sequence", "at", "kind", "what", "concerned")));
        for (Entry entry : found) {
          out.print(
              FindingsCsv.line(
                  List.of(
                      LogArchive.decision(origin, entry.sequence()),
                      Long.toString(entry.sequence()),
                      entry.at().toString(),
                      entry.kind().wire(),
                      words.line(entry),
                      String.join("; ", words.concerned(entry, question)))));
        }
      }
      default -> table(found, question, words);
    }
  }

  private void table(List<Entry> found, EntryFilter question, EntryText words) {
    var paper = text();
    if (found.isEmpty()) {
      paper.line(0, "no entry fits");
    }
    for (Entry entry : found) {
      paper.line(
          0,
          "%s  %s  %s  %s"
              .formatted(
                  TextOutput.padLeft(Long.toString(entry.sequence()), 8),
                  TextOutput.pad(entry.at().toString(), 20),
                  paper.bold(TextOutput.pad(entry.kind().wire(), 8)),
                  words.line(entry)));
      words.concerned(entry, question).forEach(line -> paper.wrappedDim(12, line));
    }
    if (found.size() == limit) {
      paper.line(
          0,
          paper.dim(
              after == null
                  ? "the newest " + limit + "; earlier ones with --to or a greater --limit"
                  : "go on with --after " + found.getLast().sequence()));
    }
  }
}
