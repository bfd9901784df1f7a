package dev.plumbline.host.audit;

import dev.plumbline.audit.LogFaultException;
import dev.plumbline.audit.s3.Bucket;
import dev.plumbline.audit.s3.BucketLog;
import dev.plumbline.audit.s3.BucketSettings;
import dev.plumbline.audit.s3.BucketSettings.Protection;
import dev.plumbline.audit.store.LogSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The bucket that settings name, and the folder that is shipped there. */
public final class BucketPlace implements LogPlace {

  private static final Duration CALL = Duration.ofSeconds(30);

  private final AuditSettings settings;
  private final String bucket;
  private final InstantSource clock;
  private @Nullable S3Client client;

  /** One in the bucket of this name. */
  BucketPlace(AuditSettings settings, String bucket, InstantSource clock) {
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
    LogSettings log = FolderPlace.settings(settings);
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
      return FolderPlace.opened(opened, opened.cut());
    } catch (SdkException e) {
      throw new LogFaultException("Unavailable", name() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return "s3://" + bucket + "/" + settings.s3().prefix() + " by way of " + settings.folder();
  }

  /** A client with the default chain of credentials: environment, IRSA, Pod Identity, instance. */
  public static S3Client client(AuditSettings.S3 s3) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClient(UrlConnectionHttpClient.create())
            .overrideConfiguration(each -> each.apiCallTimeout(CALL));
    s3.region().ifPresent(region -> builder.region(Region.of(region)));
    s3.endpoint()
        .map(URI::create)
        .ifPresent(endpoint -> builder.endpointOverride(endpoint).forcePathStyle(true));
    return builder.build();
  }
}
