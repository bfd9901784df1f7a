package dev.plumbline.log.s3;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients with the default chain of credentials: environment, IRSA, Pod Identity, instance. */
public final class S3Clients {

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  private S3Clients() {}

  /**
   * A client, closed by its caller.
   *
   * @param region null for that of the environment
   * @param endpoint of a service other than AWS; null for AWS
   * @throws software.amazon.awssdk.core.exception.SdkClientException when no region is known
   */
  public static S3Client of(@Nullable String region, @Nullable String endpoint) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClient(UrlConnectionHttpClient.create())
            .overrideConfiguration(each -> each.apiCallTimeout(CALL_TIMEOUT));
    if (region != null) {
      builder.region(Region.of(region));
    }
    if (endpoint != null) {
      builder.endpointOverride(URI.create(endpoint)).forcePathStyle(true);
    }
    return builder.build();
  }
}
