package dev.plumbline.cli;

import dev.plumbline.audit.LogReader;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.StoredLog;
import java.nio.file.Path;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which decision log a verb is about. */
final class AuditOptions {

  @Option(
      names = "--log",
      paramLabel = "DIR",
      description = "The folder of the log (default: plumbline.audit.folder).")
  private @Nullable String log;

  /** The log, to be read. */
  LogReader open() {
    String folder =
        log == null
            ? ConfigProvider.getConfig().getValue("plumbline.audit.folder", String.class)
            : log;
    return new StoredLog(new Folder(Path.of(folder)));
  }
}
