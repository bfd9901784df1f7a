package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.EntryKind;
import dev.plumbline.log.s3.Bucket.BucketSettings;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;

/** A fault of the program itself does not end the upload. */
class UploadFaultTest {

  @TempDir private Path folder;

  /** Throws what nobody expects, until it is mended. */
  private static final class Broken extends DelegatingS3Client {

    private final AtomicBoolean mended = new AtomicBoolean();

    Broken(S3Client client) {
      super(client);
    }

    @Override
    protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
      if (request instanceof PutObjectRequest && !mended.get()) {
        throw new IllegalStateException("nobody expects it");
      }
      return operation.apply(request);
    }
  }

  @Test
  void whatNobodyExpectsIsReportedAndTriedAgain() throws IOException {
    var settings = new LogSettings(LogSettings.origin("prod"), null, 1 << 16, Duration.ofDays(400));
    var every = new BucketSettings(Duration.ofMillis(1), 100, 1 << 30, Protection.BUCKET);
    Clock clock = Clock.systemUTC();
    try (var s3 = new FakeS3();
        var client = new Broken(s3.client())) {
      Bucket bucket = FakeS3.bucket(client, "logs", "prod", clock);
      try (var log = BucketLog.open(folder.resolve("log"), settings, bucket, every, clock)) {
        var body = JsonNodeFactory.instance.objectNode();
        log.append(List.of(new Draft(Instant.EPOCH, EntryKind.STOP, body)));

        Await.until("it is reported", () -> log.fault() != null);
        assertThat(log.fault()).contains("internal error (bug)").contains("nobody expects it");
        client.mended.set(true);
        Await.until("it is uploaded", () -> log.uploaded() == 1);
        assertThat(log.fault()).isNull();
      }
    }
  }
}
