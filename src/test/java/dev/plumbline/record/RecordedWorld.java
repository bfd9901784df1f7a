package dev.plumbline.record;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.EntryWriter.WriterIdentity;
import dev.plumbline.record.RecordingQueue.PendingDecision;
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
    try (var world = new ChangingWorld(Evaluation.with(RuleFiles.shipped()).rules(), 1)) {
      for (int i = 0; i < decisions; i++) {
        scribe.write(List.of(), List.of(new PendingDecision(world.step(), 1, true)));
      }
    }
  }
}
