package dev.plumbline.cli.evaluate;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.OutputFormat;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.SnapshotOptions;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.command.Verb;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import dev.plumbline.rehearsal.CalendarRehearsal;
import dev.plumbline.rehearsal.CalendarRehearsal.ClassResult;
import dev.plumbline.rehearsal.CalendarRehearsal.Exposure;
import dev.plumbline.rehearsal.CalendarRehearsal.Result;
import dev.plumbline.rehearsal.CalendarRehearsal.Settings;
import dev.plumbline.source.InvalidSourceException;
import dev.plumbline.source.ReleaseCalendar;
import dev.plumbline.source.ReleaseCalendar.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plumbline rehearse}: what a policy would have done while releases came out. */
@Command(
    name = "rehearse",
    description = {
      "Rehearse a policy on past releases, on a model of Karpenter.",
      "Exits with 1 when a limit was exceeded: too many nodes on a bad release, or no image at all."
    },
    parameterListHeading = "%nSnapshot:%n",
    footer = {
      "  plumbline rehearse prod",
      "      half a year of releases on a cluster like this one, every action enforced",
      "  plumbline rehearse prod --observe",
      "      the same with Karpenter alone",
      "  plumbline rehearse prod --rules my-rules --from 2026-03-01 --to 2026-05-01 -o json",
      "      another policy, two months, for programs"
    },
    exitCodeList = "1:a limit was exceeded")
public final class RehearseCommand extends Verb {

  private static final String CALENDAR = "image-releases.yaml";
  private static final Duration SPAN = Duration.ofDays(180);

  @Parameters(arity = "1", paramLabel = "SNAPSHOT", description = "A snapshot folder.")
  @SuppressWarnings("NullAway.Init")
  private String path;

  @Option(
      names = "--releases",
      paramLabel = "CALENDAR",
      description = "The releases, as image-releases.yaml has them. Without it: those that ship.")
  private @Nullable Path releases;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      description = "When it begins, in UTC. Without it: 180 days before the end.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "DAY",
      description = "When it ends. Without it: a week after the last release of the calendar.")
  private @Nullable String to;

  @Option(
      names = "--nodes",
      paramLabel = "COUNT",
      defaultValue = "10",
      description = "Nodes of each pool that has no NodeClaims in the snapshot; 10 without it.")
  private int nodes;

  @Option(
      names = "--observe",
      description = "Apply no action: what Karpenter would have done alone.")
  private boolean observe;

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Overlay the shipped rules and data with this folder.")
  private @Nullable Path rules;

  @Mixin
  @SuppressWarnings("NullAway.Init")
  private OutputFormat format;

  private final SnapshotOptions.RuleLayers layers;

  public RehearseCommand() {
    this(Evaluation::with);
  }

  public RehearseCommand(SnapshotOptions.RuleLayers layers) {
    this.layers = layers;
  }

  @Override
  public Integer call() throws IOException {
    boolean json = format.json(command());
    Instant begin = TimeOption.of("--from", from, command());
    Instant end = TimeOption.of("--to", to, command());
    Result result;
    try (var progress = new Progress(err())) {
      progress.now("compiling rules");
      Evaluation evaluation = layers.with(rules);
      List<Release> calendar = calendar(evaluation);
      if (end == null) {
        end = end(calendar);
      }
      if (begin == null) {
        begin = end.minus(SPAN);
      }
      if (nodes < 1) {
        throw invalid("--nodes: " + nodes + " is less than 1. Try: 10.");
      }
      if (!begin.isBefore(end)) {
        throw invalid("--from " + begin + " is not before --to " + end + ". Try: an earlier day.");
      }
      var settings = new Settings(begin, end, nodes, observe);
      progress.now("rehearsing " + Duration.between(begin, end).toDays() + " days");
      result =
          new CalendarRehearsal(
                  evaluation,
                  evaluation.read(SnapshotReader.FOLDERS, path, null),
                  calendar,
                  settings)
              .run();
    }
    if (json) {
      data().println(JsonMapper.builder().build().writeValueAsString(json(result)));
    } else {
      write(result);
    }
    return result.broken().isEmpty() ? ExitCodes.ANSWERED : ExitCodes.FAILED;
  }

  private List<Release> calendar(Evaluation evaluation) throws IOException {
    try {
      String text =
          releases == null
              ? evaluation.rules().files().all().getOrDefault(CALENDAR, "")
              : Files.readString(releases);
      return ReleaseCalendar.of(text);
    } catch (InvalidSourceException e) {
      throw new InvalidInputException(e);
    } catch (NoSuchFileException e) {
      throw invalid("--releases: there is no file " + releases + ". Try: check the path.");
    }
  }

  private static Instant end(List<Release> calendar) {
    return calendar.stream()
        .map(Release::published)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .map(last -> last.plusWeeks(1).atStartOfDay(ZoneOffset.UTC).toInstant())
        .orElseGet(() -> Instant.now());
  }

  private void write(Result result) {
    TextOutput text = text();
    text.line(
        0,
        "%s to %s: %s, %s, %s%s"
            .formatted(
                day(result.from()),
                day(result.to()),
                TextFormat.count(result.releases(), "release"),
                TextFormat.count(result.nodes(), "node"),
                result.launches() == 1 ? "1 launch" : result.launches() + " launches",
                observe ? ", no action applied" : ""));
    for (ClassResult each : result.classes()) {
      text.heading(ObjectKind.EC2_NODE_CLASS.key(each.nodeClass()) + "  " + each.selection());
      Double behind = each.daysBehind();
      text.line(
          2,
          behind == null
              ? "behind      unknown: no release of its selection is in the calendar"
              : String.format(
                  Locale.ROOT,
                  "behind      %.1f days on average, %d at most",
                  behind,
                  each.mostDaysBehind()));
      if (each.daysUnresolved() > 0) {
        text.line(2, text.red("unresolved  on " + TextFormat.count(each.daysUnresolved(), "day")));
      }
      for (Exposure exposure : each.exposures()) {
        String line =
            "exposed     "
                + TextFormat.count(exposure.nodes(), "node")
                + " at a time to "
                + exposure.release()
                + " ("
                + exposure.problem()
                + "), at most "
                + exposure.bound()
                + " may be";
        text.line(2, exposure.broken() ? text.red(line) : line);
        text.wrappedDim(14, exposure.message());
      }
    }
    text.heading("Writes");
    if (result.writes().isEmpty()) {
      text.line(2, "none");
    }
    result.writes().forEach((kind, count) -> text.line(2, TextOutput.pad(kind, 24) + count));
    List<String> broken = result.broken();
    text.heading(broken.isEmpty() ? "No limit was exceeded." : "Limits exceeded");
    broken.forEach(line -> text.line(2, text.red(line)));
    text.flush();
  }

  private static ObjectNode json(Result result) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("from", result.from().toString()).put("to", result.to().toString());
    json.put("releases", result.releases()).put("nodes", result.nodes());
    json.put("launches", result.launches());
    ArrayNode classes = json.putArray("nodeClasses");
    for (ClassResult each : result.classes()) {
      ObjectNode row = classes.addObject();
      row.put("nodeClass", each.nodeClass()).put("selection", each.selection());
      row.put("daysBehind", each.daysBehind()).put("mostDaysBehind", each.mostDaysBehind());
      row.put("daysUnresolved", each.daysUnresolved());
      ArrayNode exposures = row.putArray("exposures");
      for (Exposure exposure : each.exposures()) {
        exposures
            .addObject()
            .put("release", exposure.release())
            .put("problem", exposure.problem())
            .put("message", exposure.message())
            .put("nodes", exposure.nodes())
            .put("bound", exposure.bound());
      }
    }
    ObjectNode writes = json.putObject("writes");
    result.writes().forEach(writes::put);
    ArrayNode broken = json.putArray("broken");
    result.broken().forEach(broken::add);
    return json;
  }

  private static LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }
}
