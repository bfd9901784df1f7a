package dev.plumbline.record;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.LogFaultException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.BucketLog;
import dev.plumbline.log.s3.S3Clients;
import dev.plumbline.log.store.FolderLog;
import dev.plumbline.log.store.FolderLog.Cut;
import dev.plumbline.log.store.FolderLog.LogSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** Where a log is, and how it is opened for writing. */
public interface LogLocation {

  /**
   * Opens it, for one writer.
   *
   * @throws dev.plumbline.log.LogFaultException when it cannot be opened now
   */
  Opened open();

  /**
   * Looks whether a writer could write now, by a file of no meaning beside the log, which is
   * deleted again.
   *
   * @throws dev.plumbline.log.LogFaultException when it could not
   */
  void check();

  /** Where it is, for people: {@code folder /var/lib/plumbline/audit}. */
  String name();

  /**
   * A log that can be written.
   *
   * @param cut what a previous writer left torn, and was cut off: entries, bytes, reason; null when
   *     nothing was
   */
  record Opened(DecisionLog log, @Nullable ObjectNode cut) {}

  final class InFolder implements LogLocation {

    private final AuditSettings settings;
    private final InstantSource clock;

    InFolder(AuditSettings settings, InstantSource clock) {
      this.settings = settings;
      this.clock = clock;
    }

    @Override
    public Opened open() {
      FolderLog log = FolderLog.open(settings.folder(), settings(settings), clock);
      return opened(log, log.cut());
    }

    @Override
    public void check() {
      check(settings.folder());
    }

    static void check(Path folder) {
      try {
        Files.createDirectories(folder);
        Path probe = Files.createTempFile(folder, ".", ".probe");
        try (FileChannel channel = FileChannel.open(probe, StandardOpenOption.WRITE)) {
          channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
          channel.force(true);
        } finally {
          Files.delete(probe);
        }
      } catch (IOException e) {
        throw new LogFaultException("Unavailable", folder + " cannot be written: " + e, e);
      }
    }

    static LogSettings settings(AuditSettings settings) {
      String origin = LogSettings.origin(settings.name());
      return new LogSettings(
          origin, key(settings, origin), settings.segment().size(), settings.segment().age());
    }

    static Opened opened(DecisionLog log, @Nullable Cut cut) {
      ObjectNode truncated = null;
      if (cut != null) {
        truncated =
            JsonNodeFactory.instance
                .objectNode()
                .put("entries", cut.entries())
                .put("bytes", cut.bytes())
                .put("reason", cut.reason());
      }
      return new Opened(log, truncated);
    }

    private static @Nullable SigningKey key(AuditSettings settings, String origin) {
      Path file = settings.keyFile().orElse(null);
      if (file == null) {
        return null;
      }
      try {
        return SigningKey.read(origin, Files.readString(file));
      } catch (IOException e) {
        throw new LogFaultException(
            "NoKey", file + ": the key cannot be read: " + e.getMessage(), e);
      } catch (IllegalArgumentException e) {
        throw new LogFaultException("NoKey", file + ": " + e.getMessage(), e);
      }
    }

    @Override
    public String name() {
      return "folder " + settings.folder();
    }
  }

  /** The bucket that settings name, and the folder that is uploaded there. */
  final class InBucket implements LogLocation {

    private final AuditSettings settings;
    private final String bucket;
    private final InstantSource clock;
    private @Nullable S3Client client;

    InBucket(AuditSettings settings, String bucket, InstantSource clock) {
      this.settings = settings;
      this.bucket = bucket;
      this.clock = clock;
    }

    @Override
    public synchronized Opened open() {
      AuditSettings.S3 s3 = settings.s3();
      var protection =
          new Protection(
              s3.lock().map(BucketSettings.Lock::of).orElse(null),
              s3.lockDays(),
              s3.kmsKey().orElse(null));
      LogSettings log = InFolder.settings(settings);
      Path folder = settings.folder();
      try {
        client = client == null ? client(s3) : client;
        BucketLog opened =
            BucketLog.open(
                folder,
                log,
                new Bucket(client, bucket, s3.prefix(), protection, clock),
                new BucketSettings(s3.every(), s3.buffer(), s3.local(), protection),
                clock);
        return InFolder.opened(opened, opened.cut());
      } catch (SdkException e) {
        throw new LogFaultException("Unavailable", name() + ": " + e.getMessage(), e);
      }
    }

    /** The folder, to which everything is written first, and whether the bucket answers. */
    @Override
    public synchronized void check() {
      InFolder.check(settings.folder());
      try {
        client = client == null ? client(settings.s3()) : client;
        client.headBucket(request -> request.bucket(bucket));
      } catch (SdkException e) {
        throw new LogFaultException("Unavailable", name() + ": " + e.getMessage(), e);
      }
    }

    @Override
    public String name() {
      return "s3://" + bucket + "/" + settings.s3().prefix() + " via " + settings.folder();
    }

    public static S3Client client(AuditSettings.S3 s3) {
      return S3Clients.of(s3.region().orElse(null), s3.endpoint().orElse(null));
    }
  }
}
