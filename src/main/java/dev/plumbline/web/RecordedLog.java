package dev.plumbline.web;

import dev.plumbline.log.store.StoredLog;
import dev.plumbline.query.LogArchive;
import dev.plumbline.record.AuditSettings;
import dev.plumbline.record.RecordWiring;
import dev.plumbline.record.RecordedFactKeys;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The decision log of this process, for queries. */
@ApplicationScoped
class RecordedLog {

  private final AuditSettings settings;
  private final RecordWiring parts;
  private @Nullable StoredLog log;
  private @Nullable LogArchive archive;

  RecordedLog(AuditSettings settings, RecordWiring parts) {
    this.settings = settings;
    this.parts = parts;
  }

  synchronized StoredLog log() {
    if (!settings.enabled()) {
      throw Problem.notFound("there is no decision log. Try: set plumbline.audit.enabled to true.");
    }
    Path folder = settings.folder();
    if (!Files.exists(folder.resolve(StoredLog.CHECKPOINT))) {
      throw Problem.notReady("nothing is recorded in " + folder + " yet. Try: see /api/v1/status.");
    }
    StoredLog known = log;
    if (known == null) {
      known = new StoredLog(parts.files());
      log = known;
    }
    return known;
  }

  /** The log with an index that is cached between queries. */
  synchronized LogArchive archive() {
    StoredLog read = log();
    LogArchive known = archive;
    if (known == null) {
      known =
          new LogArchive(
              read, new RecordedFactKeys(), settings.folder().resolve("index"), done -> {});
      archive = known;
    }
    return known;
  }
}
