package dev.plumbline.log.store;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;

/** Writes a log without end and says what was acknowledged; {@link KillTest} ends it. */
final class KilledWriter {

  static final int BATCH = 7;
  private static final JsonMapper JSON = new JsonMapper();

  private KilledWriter() {}

  static FolderLog open(Path folder) {
    var settings = new LogSettings(LogSettings.origin("test"), null, 40_000, Duration.ofDays(1));
    return FolderLog.open(folder, settings, InstantSource.system());
  }

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
    try (FolderLog log = open(Path.of(arguments[0]))) {
      while (true) {
        long next = log.head().size();
        String rule = log.store(("rule " + next).getBytes(StandardCharsets.UTF_8));
        var drafts = new ArrayList<Draft>();
        for (int i = 0; i < BATCH; i++) {
          var body = JSON.createObjectNode().put("number", next + i).put("rule", rule);
          drafts.add(
              new Draft(Instant.EPOCH, EntryKind.DECISION, body.put("text", "x".repeat(99))));
        }
        out.println(log.append(drafts) + BATCH);
      }
    }
  }
}
