package dev.plumbline.cli;

import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.host.audit.AuditSettings;
import jakarta.enterprise.inject.spi.CDI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which log a verb is about. */
final class AuditOptions {

  @Option(
      names = "--log",
      paramLabel = "DIR",
      description = "The folder of the log; else that of plumbline.audit.folder.")
  private @Nullable Path log;

  /** Where it is. */
  Path folder() {
    return log != null ? log : CDI.current().select(AuditSettings.class).get().folder();
  }

  /** Reads it, whoever may write it now. */
  StoredLog open() {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      throw StoreOptions.bad(
          folder + ": there is no such folder. Maybe name the one of the log with --log.");
    }
    return new StoredLog(new Folder(folder));
  }
}
