package dev.plumbline.source.ec2;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * The clients, each created on first use: what is missing then (a region, credentials) is a fault
 * of the source that uses it, and is looked up again by its next attempt.
 */
public final class AwsClients implements AutoCloseable {

  /** The longest that SQS lets a receiver wait for a message. */
  static final Duration LONG_POLL = Duration.ofSeconds(20);

  private final AwsSettings settings;
  private final AwsCredentialsProvider credentials;
  private @Nullable Region region;
  private @Nullable SdkHttpClient http;
  private @Nullable SdkHttpClient polling;
  private final RetryCount retries = new RetryCount();
  private final Map<String, Ec2Client> ec2 = new HashMap<>();
  private @Nullable SsmClient ssm;
  private @Nullable StsClient sts;
  private @Nullable SqsClient sqs;

  /** Clients with the default chain of credentials: environment, IRSA, Pod Identity, instance. */
  public AwsClients(AwsSettings settings) {
    this(settings, DefaultCredentialsProvider.builder().build());
  }

  public AwsClients(AwsSettings settings, AwsCredentialsProvider credentials) {
    this.settings = settings;
    this.credentials = credentials;
  }

  /**
   * A client of EC2.
   *
   * @param user the source that uses it: throttling slows down only that source
   */
  public synchronized Ec2Client ec2(String user) {
    return ec2.computeIfAbsent(user, name -> make(Ec2Client.builder()));
  }

  void onRetry(Runnable listener) {
    retries.listener = listener;
  }

  synchronized SsmClient ssm() {
    return ssm == null ? ssm = make(SsmClient.builder()) : ssm;
  }

  synchronized StsClient sts() {
    return sts == null ? sts = make(StsClient.builder()) : sts;
  }

  synchronized SqsClient sqs() {
    if (sqs == null) {
      Duration read = settings.timeouts().read().plus(LONG_POLL);
      polling = http(read);
      sqs = make(SqsClient.builder(), polling, settings.timeouts().call().plus(LONG_POLL));
    }
    return sqs;
  }

  public synchronized Region region() {
    if (region == null) {
      region =
          settings.region() == null
              ? DefaultAwsRegionProviderChain.builder().build().getRegion()
              : Region.of(settings.region());
    }
    return region;
  }

  synchronized SdkHttpClient http() {
    return http == null ? http = http(settings.timeouts().read()) : http;
  }

  /** Looked up anew each time: they expire. */
  AwsCredentials credentials() {
    return credentials.resolveCredentials();
  }

  /** Where a service that has no client here is called. */
  URI endpoint(String ofAws) {
    URI set = settings.endpoint();
    return set == null ? URI.create(ofAws) : set;
  }

  private <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C make(B builder) {
    return make(builder, http(), settings.timeouts().call());
  }

  private <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C make(
      B builder, SdkHttpClient over, Duration call) {
    if (settings.endpoint() != null) {
      builder.endpointOverride(settings.endpoint());
    }
    return builder
        .region(region())
        .credentialsProvider(credentials)
        .httpClient(over)
        .overrideConfiguration(
            each ->
                each.apiCallTimeout(call)
                    .addExecutionInterceptor(retries)
                    .retryStrategy(
                        AwsRetryStrategy.adaptiveRetryStrategy().toBuilder()
                            .maxAttempts(settings.attempts())
                            .build()))
        .build();
  }

  private SdkHttpClient http(Duration read) {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(settings.timeouts().connect())
        .socketTimeout(read)
        .build();
  }

  @Override
  public synchronized void close() {
    ec2.values().forEach(SdkClient::close);
    for (AutoCloseable each : new AutoCloseable[] {ssm, sts, sqs, http, polling}) {
      close(each);
    }
  }

  private static void close(@Nullable AutoCloseable client) {
    try {
      if (client != null) {
        client.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts the retries of the SDK, which take a token like any call. */
  static final class RetryCount implements ExecutionInterceptor {

    private volatile Runnable listener = () -> {};

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes given) {
      boolean again =
          context
              .httpRequest()
              .firstMatchingHeader("amz-sdk-request")
              .filter(attempt -> !attempt.startsWith("attempt=1;") && !attempt.equals("attempt=1"))
              .isPresent();
      if (again) {
        listener.run();
      }
    }
  }

  /**
   * How AWS is reached.
   *
   * @param region where; null for that of the environment, the profile or the instance
   * @param endpoint in place of AWS itself; null for {@code AWS_ENDPOINT_URL}, else AWS
   * @param attempts how often a call is tried before it has failed
   */
  public record AwsSettings(
      @Nullable String region, @Nullable URI endpoint, Timeouts timeouts, int attempts) {

    public record Timeouts(Duration connect, Duration read, Duration call) {}
  }
}
