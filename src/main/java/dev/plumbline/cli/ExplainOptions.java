package dev.plumbline.cli;

import dev.plumbline.fact.Nearest;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.SnapshotReader;
import dev.plumbline.source.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What every explanation is asked with: by which rules, for what time. */
final class ExplainOptions {

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Lay the rules and data of this folder over the shipped ones.")
  private @Nullable Path rules;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Judge by this time (2026-12-01T08:00:00Z, or a day in UTC), not by the snapshot's own.")
  private @Nullable String at;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  /** The form that {@code -o} asks for, one of {@code forms}. */
  static String form(String form, List<String> forms, CommandLine command) {
    String wanted = form.toLowerCase(Locale.ROOT);
    if (!forms.contains(wanted)) {
      throw new ParameterException(
          command, "-o " + form + " is no form of output. " + Nearest.advice(form, forms));
    }
    return wanted;
  }

  /** The rules asked for. */
  Evaluation rules(Layers layers) {
    return layers.with(rules);
  }

  /** The snapshot folder {@code path}; null for {@code example}, which ships with Plumbline. */
  Snapshot snapshot(
      Evaluation evaluation,
      SnapshotReader folders,
      String example,
      @Nullable String path,
      CommandLine command) {
    var time = When.of(at, command);
    if (path != null) {
      return evaluation.read(folders, path, time);
    }
    var err = command.getErr();
    err.println(
        "plumbline: no SNAPSHOT given: this is the example '" + example + "' that ships with it");
    err.flush();
    return evaluation.read(SnapshotReader.EXAMPLES, example, time);
  }
}
