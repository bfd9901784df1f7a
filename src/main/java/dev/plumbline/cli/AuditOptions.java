package dev.plumbline.cli;

import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.StoredLog;
import java.nio.file.Files;
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

  /** Where it is. */
  Path folder() {
    return Path.of(
        log == null
            ? ConfigProvider.getConfig().getValue("plumbline.audit.folder", String.class)
            : log);
  }

  /** The log, to be read, whoever may write it now. */
  StoredLog open() {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      throw StoreOptions.bad(
          folder + ": there is no such folder. Maybe name the one of the log with --log.");
    }
    return new StoredLog(new Folder(folder));
  }
}
