package dev.plumbline.log.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.log.s3.FakeS3.Failure;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** Objects that must not replace others, on stores that heed the condition and on others. */
class BucketTest {

  private static final byte[] CONTENT = {1, 2, 3};

  private FakeS3 s3;
  private S3Client client;
  private Bucket bucket;

  @BeforeEach
  void start() throws IOException {
    s3 = new FakeS3();
    client = s3.client();
    bucket = FakeS3.bucket(client, "audit", "one", InstantSource.system());
  }

  @AfterEach
  void end() {
    client.close();
    s3.close();
  }

  @Test
  void theFirstObjectShowsThatTheConditionIsHeeded() throws IOException {
    assertThat(bucket.isConditional()).isNull();

    assertThat(bucket.create("a", CONTENT)).isTrue();
    assertThat(bucket.isConditional()).isTrue();
    assertThat(s3.requests()).hasSize(2);
    assertThat(bucket.create("b", CONTENT)).isTrue();
    assertThat(s3.requests()).as("it is asked once").hasSize(3);
    assertThat(bucket.create("a", CONTENT)).isFalse();
    assertThat(s3.replaced()).isZero();
  }

  @Test
  void aStoreThatIgnoresItIsNoticed() throws IOException {
    s3.ignoreConditions();

    assertThat(bucket.create("a", CONTENT)).isTrue();

    assertThat(bucket.isConditional()).isFalse();
    assertThat(s3.objects().get("audit/one/a")).isEqualTo(CONTENT);
  }

  @Test
  void whatIsThereAlreadySaysNothing() throws IOException {
    s3.objects().put("audit/one/a", CONTENT);

    assertThat(bucket.create("a", CONTENT)).isFalse();

    assertThat(bucket.isConditional()).isNull();
  }

  @Test
  void aStoreThatDoesNotAnswerIsAskedAgain() throws IOException {
    var seen = new AtomicInteger();
    s3.fail(Failure.THROTTLED, 9, request -> seen.incrementAndGet() > 1);

    assertThat(bucket.create("a", CONTENT)).isTrue();
    assertThat(bucket.isConditional()).isNull();

    s3.forget();
    assertThat(bucket.create("b", CONTENT)).isTrue();
    assertThat(bucket.isConditional()).isTrue();
  }
}
