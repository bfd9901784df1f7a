package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;

/** A folder with a decision log whose entries say nothing. */
final class TestFolder {

  private TestFolder() {}

  /** Appends entries that were written at {@code at}; begins the log where there is none. */
  static void append(Path folder, int entries, Instant at) {
    var settings = new LogSettings(LogSettings.origin("test"), null, 1 << 20, Duration.ofDays(400));
    try (DecisionLog log = FolderLog.open(folder, settings, InstantSource.fixed(at))) {
      for (int i = 0; i < entries; i++) {
        log.append(List.of(new Draft(at, EntryKind.STOP, JsonNodeFactory.instance.objectNode())));
      }
    }
  }

  /** Deletes all that it contains. */
  static void clear(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!each.equals(folder)) {
          Files.delete(each);
        }
      }
    }
  }
}
