package dev.plumbline.audit.s3;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** A bucket of S3. What is never changed is put under the condition that nothing is there. */
public final class S3Bucket implements Bucket {

  private static final int EXISTS = 412;
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration READ = Duration.ofSeconds(20);
  private static final Duration CALL = Duration.ofSeconds(60);
  private static final int ATTEMPTS = 3;

  private final S3Settings settings;
  private final InstantSource clock;
  private final S3Client client;

  /** With the credentials that are found in the usual places. */
  public S3Bucket(
      S3Settings settings, @Nullable AwsCredentialsProvider credentials, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClient(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(CONNECT)
                    .socketTimeout(READ)
                    .build())
            .overrideConfiguration(
                each ->
                    each.apiCallTimeout(CALL)
                        .retryStrategy(
                            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build()));
    if (credentials != null) {
      builder.credentialsProvider(credentials);
    }
    if (settings.region() != null) {
      builder.region(Region.of(settings.region()));
    }
    if (settings.endpoint() != null) {
      builder.endpointOverride(settings.endpoint()).forcePathStyle(true);
    }
    this.client = builder.build();
  }

  @Override
  public String place() {
    return "s3://"
        + settings.bucket()
        + (settings.prefix().isEmpty() ? "" : "/")
        + settings.prefix();
  }

  private String key(String name) {
    return settings.prefix().isEmpty() ? name : settings.prefix() + "/" + name;
  }

  private PutObjectRequest.Builder request(String name) {
    var request = PutObjectRequest.builder().bucket(settings.bucket()).key(key(name));
    String encryption = settings.keep().encryption();
    if (encryption != null) {
      request.serverSideEncryption(ServerSideEncryption.fromValue(encryption));
      request.ssekmsKeyId(settings.keep().kmsKey());
    }
    return request;
  }

  @Override
  public boolean putNew(String name, byte[] content) throws IOException {
    var request = request(name).ifNoneMatch("*");
    String lock = settings.keep().lock();
    if (lock != null) {
      request
          .objectLockMode(ObjectLockMode.fromValue(lock))
          .objectLockRetainUntilDate(clock.instant().plus(settings.retention()));
    }
    try {
      client.putObject(request.build(), RequestBody.fromBytes(content));
      return true;
    } catch (AwsServiceException e) {
      if (e.statusCode() == EXISTS) {
        return false;
      }
      throw unreachable(e);
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  @Override
  public void put(String name, byte[] content) throws IOException {
    try {
      client.putObject(request(name).build(), RequestBody.fromBytes(content));
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  @Override
  public byte @Nullable [] get(String name) throws IOException {
    try {
      return client
          .getObjectAsBytes(request -> request.bucket(settings.bucket()).key(key(name)))
          .asByteArray();
    } catch (NoSuchKeyException e) {
      return null;
    } catch (SdkException e) {
      throw unreachable(e);
    }
  }

  @Override
  public List<String> list(String under) throws IOException {
    var names = new ArrayList<String>();
    int prefix = key("").length();
    try {
      for (S3Object each :
          client
              .listObjectsV2Paginator(
                  request -> request.bucket(settings.bucket()).prefix(key(under + "/")))
              .contents()) {
        names.add(each.key().substring(prefix));
      }
    } catch (SdkException e) {
      throw unreachable(e);
    }
    names.sort(null);
    return names;
  }

  private static IOException unreachable(SdkException cause) {
    String code =
        cause instanceof AwsServiceException service && service.awsErrorDetails() != null
            ? service.awsErrorDetails().errorCode() + ": "
            : "";
    return new IOException(code + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    client.close();
  }
}
