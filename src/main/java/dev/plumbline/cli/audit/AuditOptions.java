package dev.plumbline.cli.audit;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.LogReader;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.LogFiles;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.cli.command.Errors;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.audit.AuditParts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Which decision log a verb is about. */
public final class AuditOptions {

  private static final String S3 = "s3://";

  @Option(
      names = "--log",
      paramLabel = "LOCATION",
      description = "A folder or s3://bucket/prefix (default: plumbline.audit.folder).")
  private @Nullable String log;

  /** The log, to be read. */
  LogReader open() {
    return stored();
  }

  /** The same with its files, for proofs. */
  StoredLog stored() {
    return stored(place());
  }

  /** The log at {@code place}, a folder or {@code s3://bucket/prefix}. */
  public static StoredLog stored(String place) {
    var stored = new StoredLog(files(place));
    try {
      stored.head();
    } catch (InvalidLogException e) {
      throw new InvalidInputException(e);
    }
    return stored;
  }

  /** Its files, whatever is in them, for verification. */
  LogFiles files() {
    return files(place());
  }

  private static LogFiles files(String place) {
    if (place.startsWith(S3)) {
      return bucket(place.substring(S3.length()));
    }
    Path path = Path.of(place);
    if (!Files.isDirectory(path)) {
      throw Errors.badInput(path + ": no such folder. Try: the value of plumbline.audit.folder.");
    }
    return new Folder(path);
  }

  private static LogFiles bucket(String place) {
    int slash = place.indexOf('/');
    String bucket = slash < 0 ? place : place.substring(0, slash);
    String prefix = slash < 0 ? "" : place.substring(slash + 1).replaceAll("/+$", "");
    try {
      return AuditParts.current().bucket(bucket, prefix);
    } catch (SdkClientException e) {
      throw Errors.badInput(S3 + place + ": " + e.getMessage());
    }
  }

  /** Where the index of it is kept: beside it, or with what can be made again. */
  Path index() {
    if (!place().startsWith(S3)) {
      return Path.of(place()).resolve("index");
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    return (cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache))
        .resolve("plumbline")
        .resolve("index")
        .resolve(place().substring(S3.length()).replaceAll("[^A-Za-z0-9.-]+", "_"));
  }

  private String place() {
    return log == null
        ? ConfigProvider.getConfig().getValue("plumbline.audit.folder", String.class)
        : log;
  }

  /** Whose log it says it is; empty when it cannot be read. */
  static String origin(LogFiles files) {
    try {
      return new StoredLog(files).head().origin();
    } catch (InvalidLogException e) {
      return "";
    }
  }
}
