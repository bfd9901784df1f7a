package dev.plumbline.host.audit;

import dev.plumbline.audit.DecisionLog;
import dev.plumbline.audit.store.FolderLog;
import dev.plumbline.audit.store.LogSettings;
import dev.plumbline.host.Evaluation;
import dev.plumbline.host.audit.EntryWriter.WriterIdentity;
import dev.plumbline.host.audit.RecordingQueue.PendingDecision;
import dev.plumbline.rule.RuleFiles;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** A log of a random world, for those who read one. */
public final class RecordedWorld {

  private RecordedWorld() {}

  /** Records so many decisions in a folder. */
  public static void in(Path folder, int decisions) {
    var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 20, Duration.ofDays(400));
    try (DecisionLog log = FolderLog.open(folder, settings, Clock.systemUTC())) {
      in(log, decisions);
    }
  }

  /** Records so many decisions, a state after each twenty. */
  public static void in(DecisionLog log, int decisions) {
    var writer = new WriterIdentity("test", "pod-1", "cluster", 20);
    var scribe =
        new EntryWriter(
            log, writer, new RevisionEventBuffer(), new SecretMask(List.of("*secret*")));
    try (var world = new Worlds(Evaluation.with(RuleFiles.shipped()).rules(), 1)) {
      for (int i = 0; i < decisions; i++) {
        scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
  }
}
