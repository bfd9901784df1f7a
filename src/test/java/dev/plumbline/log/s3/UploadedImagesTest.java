package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.EntryForm;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.verify.Verdict;
import dev.plumbline.log.verify.Verification;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** What is recorded of images without a creation date is uploaded, too, and continued. */
class UploadedImagesTest {

  @TempDir private Path folder;

  @Tag("long")
  @Test
  void imagesWithoutACreationDateAreUploadedAndTheLogIsContinued() throws IOException {
    SigningKey key = SigningKey.create(LogSettings.origin("prod"));
    Clock clock = Clock.systemUTC();
    try (var s3 = new FakeS3();
        S3Client client = s3.client()) {
      Bucket bucket = FakeS3.bucket(client, "logs", "prod", clock);
      long recorded = 0;
      for (int decisions : new int[] {40, 2}) {
        try (var log = UploadedLog.open(folder.resolve("log"), "prod", key, bucket, clock)) {
          RecordedWorld.images(log, 4, decisions);
          recorded = log.head().size();
        }
      }

      var files = new BucketFiles(bucket);
      Verdict verdict = new Verification(files, key.verifier(), null).run();
      assertThat(verdict.fault()).isNull();
      var lines = new ArrayList<String>();
      new StoredLog(files)
          .read(
              0,
              recorded,
              entry -> lines.add(new String(EntryForm.line(entry), StandardCharsets.UTF_8)));
      assertThat(lines).hasSize((int) recorded);
      assertThat(lines)
          .as("of one without a date")
          .anyMatch(it -> it.contains("-9223372036854776"));
    }
  }
}
