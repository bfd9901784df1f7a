package dev.plumbline.cli;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.LogReader;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.LogFiles;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.host.InvalidInputException;
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

  /** The log, to be read. */
  LogReader open() {
    return stored();
  }

  /** The same with its files, for proofs. */
  StoredLog stored() {
    var stored = new StoredLog(files());
    try {
      stored.head();
    } catch (InvalidLogException e) {
      throw bad(e);
    }
    return stored;
  }

  /** Its files, whatever is in them, for verification. */
  LogFiles files() {
    Path path = folder();
    if (!Files.isDirectory(path)) {
      throw bad(
          new IllegalArgumentException(
              path + ": there is no such folder. Maybe see plumbline.audit.folder."));
    }
    return new Folder(path);
  }

  /** The folder it is in, whatever is there. */
  Path folder() {
    return Path.of(
        log == null
            ? ConfigProvider.getConfig().getValue("plumbline.audit.folder", String.class)
            : log);
  }

  /** Whose log it says it is; empty when it cannot be read. */
  static String origin(LogFiles files) {
    try {
      return new StoredLog(files).head().origin();
    } catch (InvalidLogException e) {
      return "";
    }
  }

  static InvalidInputException bad(RuntimeException cause) {
    return new InvalidInputException(cause);
  }
}
