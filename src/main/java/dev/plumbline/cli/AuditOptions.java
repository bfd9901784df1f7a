package dev.plumbline.cli;

import dev.plumbline.audit.InvalidLogException;
import dev.plumbline.audit.LogReader;
import dev.plumbline.audit.s3.BucketFiles;
import dev.plumbline.audit.s3.S3Bucket;
import dev.plumbline.audit.s3.S3Settings;
import dev.plumbline.audit.store.Folder;
import dev.plumbline.audit.store.LogFiles;
import dev.plumbline.audit.store.StoredLog;
import dev.plumbline.host.InvalidInputException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Which decision log a verb is about. */
final class AuditOptions {

  private static final String S3 = "s3://";

  @Option(
      names = "--log",
      paramLabel = "PLACE",
      description = "A folder or s3://bucket/prefix (default: plumbline.audit.folder).")
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
    String folder =
        log == null
            ? ConfigProvider.getConfig().getValue("plumbline.audit.folder", String.class)
            : log;
    if (folder.startsWith(S3)) {
      return bucket(folder.substring(S3.length()));
    }
    Path path = Path.of(folder);
    if (!Files.isDirectory(path)) {
      throw bad(
          new IllegalArgumentException(
              path + ": there is no such folder. Maybe see plumbline.audit.folder."));
    }
    return new Folder(path);
  }

  private static LogFiles bucket(String place) {
    int slash = place.indexOf('/');
    String bucket = slash < 0 ? place : place.substring(0, slash);
    String prefix = slash < 0 ? "" : place.substring(slash + 1).replaceAll("/+$", "");
    var config = ConfigProvider.getConfig();
    var settings =
        new S3Settings(
            bucket,
            prefix,
            config.getOptionalValue("plumbline.ec2.region", String.class).orElse(null),
            config.getOptionalValue("plumbline.ec2.endpoint", URI.class).orElse(null),
            S3Settings.Keep.DEFAULT);
    try {
      return new BucketFiles(new S3Bucket(settings, null, InstantSource.system()));
    } catch (SdkClientException e) {
      throw bad(new IllegalArgumentException(S3 + place + ": " + e.getMessage(), e));
    }
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
