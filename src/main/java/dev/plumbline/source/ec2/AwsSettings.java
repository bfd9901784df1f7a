package dev.plumbline.source.ec2;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How AWS is reached.
 *
 * @param region where; null for what the environment, the profile or the instance says
 * @param endpoint in place of AWS itself; null for {@code AWS_ENDPOINT_URL}, else AWS
 * @param timeouts how long to wait
 * @param attempts how often a call is tried before it has failed
 */
public record AwsSettings(
    @Nullable String region, @Nullable URI endpoint, Timeouts timeouts, int attempts) {

  /**
   * @param connect until a connection stands
   * @param read until the next byte of an answer
   * @param call until the whole answer, with all attempts
   */
  public record Timeouts(Duration connect, Duration read, Duration call) {}
}
