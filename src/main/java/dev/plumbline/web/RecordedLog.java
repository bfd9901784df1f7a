package dev.plumbline.web;

import dev.plumbline.audit.ask.Archive;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.host.audit.AuditParts;
import dev.plumbline.host.audit.AuditSettings;
import dev.plumbline.host.audit.RecordedKeys;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The decision log of this program, to be asked. */
@ApplicationScoped
class RecordedLog {

  private final AuditSettings settings;
  private final AuditParts parts;
  private @Nullable StoredLog log;
  private @Nullable Archive archive;

  RecordedLog(AuditSettings settings, AuditParts parts) {
    this.settings = settings;
    this.parts = parts;
  }

  /** The log itself; a problem while nothing is recorded. */
  synchronized StoredLog log() {
    if (!settings.enabled()) {
      throw Problem.notFound("nothing is recorded. Maybe set plumbline.audit.enabled to true.");
    }
    Path folder = settings.folder();
    if (!Files.exists(folder.resolve(StoredLog.CHECKPOINT))) {
      throw Problem.notYet("nothing was recorded yet in " + folder + ". Maybe see /api/v1/status.");
    }
    StoredLog known = log;
    if (known == null) {
      known = new StoredLog(parts.files());
      log = known;
    }
    return known;
  }

  /** What it takes to ask it; its index is kept between questions. */
  synchronized Archive archive() {
    StoredLog read = log();
    Archive known = archive;
    if (known == null) {
      known = new Archive(read, new RecordedKeys(), settings.folder().resolve("index"), done -> {});
      archive = known;
    }
    return known;
  }
}
