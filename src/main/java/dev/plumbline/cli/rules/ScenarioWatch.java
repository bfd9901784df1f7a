package dev.plumbline.cli.rules;

import dev.plumbline.cli.table.TextOutput;
import dev.plumbline.language.InvalidRulesException;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.scenario.InvalidScenarioException;
import dev.plumbline.scenario.ScenarioRunner;
import dev.plumbline.scenario.ScenarioRunner.ScenarioReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the scenarios beside the rules of a folder, again and again: those that an edit touches. */
public final class ScenarioWatch {

  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final String CLEAR = "\u001b[H\u001b[2J";

  private final Path folder;
  private final PrintWriter out;
  private final boolean terminal;
  private final boolean all;
  private Map<String, String> seen = Map.of();

  /** Scenarios that failed when they last ran; they run again with every edit. */
  private Set<String> failing = Set.of();

  public ScenarioWatch(Path folder, PrintWriter out, boolean terminal, boolean all) {
    this.folder = folder;
    this.out = out;
    this.terminal = terminal;
    this.all = all;
  }

  /** Polls until the thread is interrupted. */
  public void watch() {
    while (!Thread.currentThread().isInterrupted()) {
      look();
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /** Polls once; false if nothing changed. */
  public boolean look() {
    Map<String, String> now;
    try {
      now = texts();
    } catch (IOException e) {
      // A file that is just being replaced is there when it is looked at again.
      return false;
    }
    Set<String> edited = edited(now);
    if (edited.isEmpty()) {
      return false;
    }
    seen = now;
    if (terminal) {
      out.print(CLEAR);
    }
    run(edited);
    out.flush();
    return true;
  }

  private void run(Set<String> edited) {
    Set<String> touched =
        edited.stream()
            .map(ScenarioRunner::scenariosOf)
            .collect(Collectors.toCollection(TreeSet::new));
    touched.addAll(failing);
    try {
      ScenarioReport report = ScenarioRunner.run(RuleFiles.in(folder), touched::contains);
      if (report.results().isEmpty()) {
        out.println(
            String.join(", ", edited)
                + ": no scenario is affected. Try: add x.scenarios.yaml beside x.drl.");
        return;
      }
      failing =
          report.results().stream()
              .filter(result -> !result.passed())
              .map(result -> String.valueOf(Path.of(result.file()).getFileName()))
              .collect(Collectors.toCollection(TreeSet::new));
      ScenarioReportWriter.table(report, new TextOutput(out, terminal), all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InvalidRulesException | InvalidScenarioException e) {
      failing = touched;
      String.valueOf(e.getMessage()).lines().forEach(out::println);
    }
  }

  /** The files that differ from when it was last looked; at first all of them. */
  private Set<String> edited(Map<String, String> now) {
    var edited = new TreeSet<String>();
    now.forEach(
        (name, text) -> {
          if (!text.equals(seen.get(name))) {
            edited.add(name);
          }
        });
    seen.keySet().stream().filter(name -> !now.containsKey(name)).forEach(edited::add);
    return edited;
  }

  private Map<String, String> texts() throws IOException {
    var texts = new TreeMap<String, String>();
    List<Path> files;
    try (Stream<Path> there = Files.list(folder)) {
      files = there.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      if (name.endsWith(".drl") || name.endsWith(".yaml")) {
        texts.put(name, Files.readString(file));
      }
    }
    return texts;
  }
}
