package dev.plumbline.cli.command;

import dev.plumbline.loop.Evaluation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** By which rules, and at what time, a snapshot is evaluated. */
public final class SnapshotOptions {

  @FunctionalInterface
  public interface RuleLayers {

    Evaluation with(@Nullable Path folder);
  }

  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Overlay the shipped rules and data with this folder.")
  private @Nullable Path rules;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Evaluate at this time (2026-12-01T08:00:00Z, or a day in UTC), not the snapshot's own.")
  private @Nullable String at;

  public @Nullable Instant at(CommandLine command) {
    return TimeOption.of(at, command);
  }

  public Evaluation evaluation(RuleLayers layers) {
    return layers.with(rules);
  }

  public static void example(String name, PrintWriter err) {
    Errors.print("no SNAPSHOT given: this is the example '" + name + "' that ships with it", err);
  }
}
