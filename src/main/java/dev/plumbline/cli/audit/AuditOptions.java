package dev.plumbline.cli.audit;

import dev.plumbline.cli.command.Errors;
import dev.plumbline.cli.command.ExitCodes;
import dev.plumbline.cli.command.Progress;
import dev.plumbline.cli.command.TimeOption;
import dev.plumbline.cli.table.TextFormat;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.InvalidLogException;
import dev.plumbline.log.LogReader;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.BucketAddress;
import dev.plumbline.log.s3.BucketFiles;
import dev.plumbline.log.s3.S3Clients;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.query.LogArchive;
import dev.plumbline.query.NodeAnswer;
import dev.plumbline.query.NodeQuestions;
import dev.plumbline.query.NothingKnownException;
import dev.plumbline.record.RecordedFactKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.S3Client;

/** The options that select a decision log. */
public final class AuditOptions {

  private static final String S3 = "s3://";

  @Option(
      names = "--log",
      paramLabel = "LOCATION",
      description = "A folder or s3://bucket/prefix (default: plumbline.audit.folder).")
  private @Nullable String log;

  /** Whether a location is given. */
  boolean isGiven() {
    return log != null;
  }

  LogReader open() {
    return stored();
  }

  StoredLog stored() {
    return stored(place());
  }

  public static StoredLog stored(String place) {
    var stored = new StoredLog(files(place));
    try {
      stored.head();
    } catch (InvalidLogException e) {
      throw new InvalidInputException(e);
    }
    return stored;
  }

  LogFiles files() {
    return files(place());
  }

  /**
   * The files of the log at a place.
   *
   * @throws InvalidInputException when it is no place of one
   */
  public static LogFiles files(String place) {
    if (BucketAddress.isOne(place)) {
      return new BucketFiles(bucket(place));
    }
    Path path = Path.of(place);
    if (!Files.isDirectory(path)) {
      throw Errors.badInput(path + ": no such folder. Try: the value of plumbline.audit.folder.");
    }
    return new LogFolder(path);
  }

  /** The bucket and prefix of {@code s3://bucket/prefix}. */
  public static Bucket bucket(String place) {
    BucketAddress address;
    try {
      address = BucketAddress.of(place);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e);
    }
    try {
      // Also where nothing but the configuration is there: in a job on Flink.
      Config config = ConfigProvider.getConfig();
      S3Client client =
          S3Clients.of(
              config.getOptionalValue("plumbline.audit.s3.region", String.class).orElse(null),
              config.getOptionalValue("plumbline.audit.s3.endpoint", String.class).orElse(null));
      return new Bucket(
          client, address.bucket(), address.prefix(), Protection.BUCKET, Clock.systemUTC());
    } catch (SdkClientException e) {
      // The SDK goes on with the providers that it tried, as objects.
      String fault = String.valueOf(e.getMessage()).replaceFirst("(?s) in the chain .*", "");
      throw Errors.badInput(
          place + ": " + fault + ". Try: set AWS_REGION, and credentials as for aws s3 ls.");
    }
  }

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

  /** The key that signs the log; null where this program may not, or cannot, read it. */
  private @Nullable SigningKey signer(StoredLog stored) {
    Path own = place().startsWith(S3) ? null : Path.of(place(), "key.pem");
    Path file =
        own != null && Files.exists(own)
            ? own
            : ConfigProvider.getConfig()
                .getOptionalValue("plumbline.audit.key-file", Path.class)
                .orElse(null);
    try {
      SigningKey key =
          file == null || !Files.isReadable(file)
              ? null
              : SigningKey.read(stored.head().origin(), Files.readString(file));
      return key != null && key.verifier().sameKey(stored.key()) ? key : null;
    } catch (IOException | IllegalArgumentException e) {
      return null;
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

  static final class Questions {

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AuditOptions from;

    @FunctionalInterface
    interface QueryHandler {
      void of(LogArchive archive, StoredLog log) throws IOException;
    }

    /** Asks; what the log cannot answer is bad input. */
    int ask(CommandLine command, QueryHandler asking) throws IOException {
      try (var progress = new Progress(command.getErr())) {
        StoredLog log = from.stored();
        var archive =
            new LogArchive(
                log,
                new RecordedFactKeys(),
                from.index(),
                done ->
                    progress.now(
                        "indexing the log: %,d of %,d entries"
                            .formatted(done, Math.max(done, log.head().size()))));
        asking.of(archive, log);
        command.getOut().flush();
        return ExitCodes.ANSWERED;
      } catch (InvalidLogException | NothingKnownException e) {
        throw new InvalidInputException(e);
      }
    }

    static @Nullable String known(
        String option, @Nullable String value, Collection<String> known, CommandLine command) {
      if (value == null || known.contains(value)) {
        return value;
      }
      for (String each : known) {
        if (each.toLowerCase(Locale.ROOT).equals(value.toLowerCase(Locale.ROOT))) {
          return each;
        }
      }
      throw new ParameterException(
          command,
          option + " " + value + " is not in the log. " + TextFormat.suggestion(value, known));
    }
  }

  static final class OfNode {

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private Questions asked;

    @Parameters(
        arity = "1",
        paramLabel = "NODE",
        description = {
          "The name of a Node or NodeClaim, the id of an instance,",
          "or a release of images: ImageVerdict/al2023-v20260714."
        })
    @SuppressWarnings("NullAway.Init")
    private String node;

    @Option(
        names = "--at",
        paramLabel = "TIME",
        required = true,
        description = "The time in question (2026-12-01T08:00:00Z, or a day in UTC).")
    private @Nullable String at;

    @FunctionalInterface
    interface AnswerHandler {
      void with(NodeAnswer answer, LogArchive archive, StoredLog log) throws IOException;
    }

    @Nullable SigningKey signer(StoredLog log) {
      return asked.from.signer(log);
    }

    /** Asks; what the log cannot answer is bad input. */
    int ask(CommandLine command, AnswerHandler answering) throws IOException {
      Instant asOf = TimeOption.of(at, command);
      Instant time = asOf == null ? Instant.MAX : asOf;
      return asked.ask(
          command,
          (archive, log) ->
              answering.with(new NodeQuestions(archive).ask(node, time), archive, log));
    }
  }
}
