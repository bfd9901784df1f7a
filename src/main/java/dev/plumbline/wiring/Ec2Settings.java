package dev.plumbline.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The sources of EC2 and SSM. */
@ConfigMapping(prefix = "plumbline.ec2")
public interface Ec2Settings {

  /** Whether AWS is queried. */
  @WithDefault("true")
  boolean enabled();

  /** The region; default: that of the environment, the profile or the instance. */
  Optional<String> region();

  /** The endpoint; default: {@code AWS_ENDPOINT_URL}, or that of AWS. */
  Optional<URI> endpoint();

  /** The account, twelve digits; default: queried from STS. */
  Optional<String> accountId();

  /** The URL of the SQS queue that EventBridge sends to; without it sources only poll. */
  Optional<String> queueUrl();

  /**
   * A file of on-demand prices by instance type, in US dollars per hour; without it, the Pricing
   * API is queried.
   */
  Optional<Path> pricesFile();

  /** The tag that the instances of nodes have. */
  @WithDefault("karpenter.sh/nodepool")
  String instanceTag();

  /** The polling interval of each source, after its last response. */
  Intervals interval();

  /** The random variation of intervals, as a fraction: 0.1 for ±10 %. */
  @WithDefault("0.1")
  double jitter();

  /** The maximum number of calls per second over all sources. */
  @WithDefault("5")
  double requestsPerSecond();

  /** The burst of calls allowed after an idle period. */
  @WithDefault("20")
  int burst();

  /** The minimum time between two attempts of one source, however many events request one. */
  @WithDefault("PT1S")
  Duration refreshGap();

  /** The backoff after failures. */
  Backoff backoff();

  /** The timeouts of calls to AWS. */
  Timeouts timeout();

  /** The maximum number of attempts of a call. */
  @WithDefault("2")
  int attempts();

  /** Intervals by source. */
  interface Intervals {

    /** DescribeImages. */
    @WithDefault("PT1M")
    Duration images();

    /** DescribeInstanceTypes. */
    @WithDefault("PT12H")
    Duration instanceTypes();

    /** DescribeInstanceTypeOfferings. */
    @WithDefault("PT12H")
    Duration instanceTypeOfferings();

    /** DescribeInstances. */
    @WithDefault("PT1M")
    Duration instances();

    /** DescribeSpotPriceHistory. */
    @WithDefault("PT5M")
    Duration spotPrices();

    /** GetParameters. */
    @WithDefault("PT5M")
    Duration ssmParameters();

    /** GetProducts of the Pricing API. */
    @WithDefault("PT12H")
    Duration prices();

    /** The file of {@code plumbline.ec2.prices-file}. */
    @WithDefault("PT1M")
    Duration pricesFile();
  }

  /** The backoff after failures. */
  interface Backoff {

    /** The delay after the first failure; doubles with each further failure. */
    @WithDefault("PT1S")
    Duration first();

    /** The maximum delay. */
    @WithDefault("PT1M")
    Duration most();
  }

  /** The timeouts of calls to AWS. */
  interface Timeouts {

    /** The timeout to establish a connection. */
    @WithDefault("PT5S")
    Duration connect();

    /** The timeout for the next byte of a response. */
    @WithDefault("PT20S")
    Duration read();

    /** The timeout of a whole call, including all attempts. */
    @WithDefault("PT60S")
    Duration call();
  }
}
