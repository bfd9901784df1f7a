package dev.plumbline.exchange;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Where clusters publish what they know of images, and whom this one believes. */
@ConfigMapping(prefix = "plumbline.verdicts")
public interface ExchangeSettings {

  /**
   * Where clusters publish: {@code s3://bucket/prefix}, or a folder; default: nothing is published
   * or read.
   */
  Optional<String> bucket();

  /**
   * What this cluster is called there: lower case, digits, {@code .}, {@code _}, {@code -};
   * default: the name of the decision log, {@code plumbline.audit.name}.
   */
  @WithDefault("${plumbline.audit.name:}")
  Optional<String> cluster();

  /**
   * The Ed25519 private key (PEM) that signs what this cluster publishes; default: that of the
   * decision log, {@code plumbline.audit.key-file}. Without one, nothing is published.
   */
  @WithDefault("${plumbline.audit.key-file:}")
  Optional<Path> keyFile();

  /**
   * A folder with the public keys of other clusters: {@code NAME.pub} is that of cluster NAME.
   * Others are not read.
   */
  Optional<Path> keys();

  /** How often to check what others have published. */
  @WithDefault("1m")
  Duration poll();

  /** The bucket of an address {@code s3://…}. */
  S3 s3();

  /** The bucket of an address {@code s3://…}. */
  interface S3 {

    /** Its region; default: that of the environment. */
    Optional<String> region();

    /** The endpoint of an S3-compatible service other than AWS. */
    Optional<String> endpoint();
  }
}
