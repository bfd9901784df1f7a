package dev.plumbline.bench;

import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.trial.ProcessTrials;
import dev.plumbline.trial.TrialRig;
import dev.plumbline.trial.TrialVerdict;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/** How long the verdict on an edit of one rule file takes in the process of trials, on the tour. */
final class TrialTimes {

  private static final int EDITS = Integer.getInteger("bench.edits", 50);
  private static final String EDITED = "ami-eligibility.drl";

  private TrialTimes() {}

  static void measure(Measured table) {
    try (ProcessTrials trials = TrialRig.trials(TrialRig.SETTINGS)) {
      double first = millis(trials, 0);
      double[] took = new double[EDITS];
      for (int i = 0; i < EDITS; i++) {
        took[i] = millis(trials, i + 1);
      }
      table.times("verdict on an edit, the process not started yet", first);
      table.times("verdict on an edit, the first of a process", took[0]);
      Arrays.sort(took);
      table.times("verdict on an edit, median", took[EDITS / 2]);
      table.times("verdict on an edit, longest", took[EDITS - 1]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static double millis(ProcessTrials trials, int number) throws InterruptedException {
    String scenarios = EDITED.replace(".drl", ".scenarios.yaml");
    var request =
        TrialRig.request(
            Map.of(
                EDITED, text(EDITED) + "\n// edit " + number + "\n",
                scenarios, text(scenarios) + "\n# edit " + number + "\n"),
            SettleLimits.DEFAULT);
    long start = System.nanoTime();
    TrialVerdict verdict = Objects.requireNonNull(trials.tried(request));
    double took = (System.nanoTime() - start) / 1e6;
    if (!verdict.passed()) {
      throw new IllegalStateException(verdict.toString());
    }
    return took;
  }

  private static String text(String name) {
    return Objects.requireNonNull(RuleFiles.shipped().text(name), name);
  }
}
