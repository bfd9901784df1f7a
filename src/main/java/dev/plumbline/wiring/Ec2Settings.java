package dev.plumbline.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How EC2 and SSM are reached and how often they are asked. */
@ConfigMapping(prefix = "plumbline.ec2")
public interface Ec2Settings {

  /** Whether AWS is asked at all. */
  @WithDefault("true")
  boolean enabled();

  /** The region; without it what the environment, the profile or the instance says. */
  Optional<String> region();

  /** In place of AWS itself; without it {@code AWS_ENDPOINT_URL}, else AWS. */
  Optional<URI> endpoint();

  /** The account, twelve digits; without it STS is asked. */
  Optional<String> accountId();

  /** The URL of the SQS queue that EventBridge fills; without it only time brings news. */
  Optional<String> queueUrl();

  /** A file of instance types and US dollars an hour on demand; without it they are unknown. */
  Optional<Path> pricesFile();

  /** The tag that the instances of nodes have. */
  @WithDefault("karpenter.sh/nodepool")
  String instanceTag();

  /** How long after its last answer each source is asked again. */
  Intervals interval();

  /** The part of an interval that chance may add or take: 0.1 for a tenth. */
  @WithDefault("0.1")
  double jitter();

  /** Calls a second, of all sources together. */
  @WithDefault("5")
  double requestsPerSecond();

  /** Calls at once after a quiet time. */
  @WithDefault("20")
  int burst();

  /** The least time between two attempts of one source, however many events ask for one. */
  @WithDefault("PT1S")
  Duration refreshGap();

  /** What to do after failures. */
  Backoff backoff();

  /** How long to wait for AWS. */
  Timeouts timeout();

  /** How often one call is tried before it has failed. */
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

    /** The file of {@code plumbline.ec2.prices-file}. */
    @WithDefault("PT1M")
    Duration prices();
  }

  /** Waiting after failures. */
  interface Backoff {

    /** After the first; twice as long after each further one. */
    @WithDefault("PT1S")
    Duration first();

    /** After however many. */
    @WithDefault("PT1M")
    Duration most();
  }

  /** Waiting for AWS. */
  interface Timeouts {

    /** Until a connection stands. */
    @WithDefault("PT5S")
    Duration connect();

    /** Until the next byte of an answer. */
    @WithDefault("PT20S")
    Duration read();

    /** Until the whole answer, with all attempts. */
    @WithDefault("PT60S")
    Duration call();
  }
}
