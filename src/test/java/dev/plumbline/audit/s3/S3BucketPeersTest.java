package dev.plumbline.audit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.audit.verify.Verdict;
import dev.plumbline.audit.verify.Verification;
import dev.plumbline.peers.Peers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** The bucket of a real S3 API. */
class S3BucketPeersTest {

  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));

  @TempDir Path folder;

  private final String name = "log-" + UUID.randomUUID();
  private URI aws;
  private S3Client client;

  @BeforeEach
  void connect() throws Exception {
    Peers.assumeThere();
    aws = Peers.shared().aws();
    seed("DELETE", "");
    client =
        S3Client.builder()
            .httpClient(UrlConnectionHttpClient.create())
            .credentialsProvider(CREDENTIALS)
            .region(Region.US_EAST_1)
            .endpointOverride(aws)
            .forcePathStyle(true)
            .build();
    client.createBucket(request -> request.bucket(name).objectLockEnabledForBucket(true));
  }

  @AfterEach
  void close() throws Exception {
    if (client != null) {
      client.close();
      seed("DELETE", "");
    }
  }

  private void seed(String method, String body) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(aws.resolve("/seed/faults"))
                    .header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
  }

  private S3Bucket bucket(S3Settings.Keep keep) {
    return new S3Bucket(
        new S3Settings(name, "prod/log", "us-east-1", aws, keep),
        CREDENTIALS,
        InstantSource.system());
  }

  @Test
  void whatIsThereStays() throws Exception {
    try (S3Bucket bucket = bucket(S3Settings.Keep.DEFAULT)) {
      assertThat(bucket.get("a/b")).isNull();
      assertThat(bucket.putNew("a/b", new byte[] {1})).isTrue();
      assertThat(bucket.putNew("a/b", new byte[] {2})).isFalse();
      assertThat(bucket.get("a/b")).containsExactly(1);
      bucket.put("c", new byte[] {3});
      bucket.put("c", new byte[] {4});
      assertThat(bucket.get("c")).containsExactly(4);
      assertThat(bucket.list("a")).containsExactly("a/b");
    }
  }

  @Test
  void objectsAreLockedAndEncrypted() throws Exception {
    var keep = new S3Settings.Keep("COMPLIANCE", 30, "AES256", null);
    try (S3Bucket bucket = bucket(keep)) {
      bucket.putNew("a", "x".getBytes(StandardCharsets.UTF_8));
    }
    var head = client.headObject(request -> request.bucket(name).key("prod/log/a"));
    assertThat(head.objectLockModeAsString()).isEqualTo("COMPLIANCE");
    assertThat(head.serverSideEncryptionAsString()).isEqualTo("AES256");
  }

  @Test
  void logIsShippedOnceTheBucketIsBack() throws Exception {
    try (ShippedLog log = ShippedLogTest.open(folder, bucket(S3Settings.Keep.DEFAULT))) {
      log.append(ShippedLogTest.drafts(log, 5));
      assertThat(log.shipNow()).isTrue();
      log.append(ShippedLogTest.drafts(log, 5));
      seed(
          "POST",
          "{\"service\": \"s3\", \"operation\": \"*\", \"kind\": \"error\", \"status\": 503,"
              + " \"code\": \"SlowDown\", \"count\": 0}");
      assertThat(log.shipNow()).isFalse();
      seed("DELETE", "");
      assertThat(log.shipNow()).isTrue();
    }
    try (S3Bucket bucket = bucket(S3Settings.Keep.DEFAULT)) {
      Verdict verdict =
          new Verification(new BucketFiles(bucket), ShippedLogTest.KEY.verifier(), null).run();
      assertThat(verdict.fault()).isNull();
      assertThat(verdict.head().size()).isEqualTo(10);
    }
  }
}
