package dev.plumbline.trial;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.SnapshotReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Trials as the program makes them, with limits of a test. */
public final class TrialRig {

  public static final Settings SETTINGS =
      new Settings(true, 320, Duration.ofSeconds(60), Duration.ofSeconds(60));

  static final Duration IDLE = Duration.ofMinutes(10);

  private TrialRig() {}

  public record Settings(boolean warm, int memory, Duration duration, Duration cpu)
      implements TrialSettings {

    @Override
    public boolean process() {
      return true;
    }

    @Override
    public int processors() {
      return 1;
    }

    @Override
    public int uses() {
      return 50;
    }

    @Override
    public Duration idle() {
      return IDLE;
    }
  }

  public static ProcessTrials trials(Settings settings) {
    return (ProcessTrials) ProcessTrials.of(settings);
  }

  /** Another program in place of this one. */
  public static ProcessTrials standIn(Settings settings, String... command) {
    return standIn(settings, System::nanoTime, command);
  }

  /** The same with a clock of its own, in ns. */
  static ProcessTrials standIn(Settings settings, LongSupplier nanoTime, String... command) {
    try {
      return new ProcessTrials(
          settings, new TrialLauncher(List.of(command), TrialLauncher.newFolder()), nanoTime);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TrialRequest request(Map<String, String> overlay, SettleLimits limits) {
    Evaluation shipped = Evaluation.with(RuleFiles.shipped());
    List<Fact> facts =
        shipped.read(SnapshotReader.EXAMPLES, "tour", null).facts().stream()
            .filter(fact -> !(fact instanceof Parameter))
            .toList();
    return new TrialRequest(
        new TreeMap<>(overlay),
        "folder rules",
        null,
        null,
        new TrialRequest.TrialFacts(facts, List.of()),
        limits);
  }
}
