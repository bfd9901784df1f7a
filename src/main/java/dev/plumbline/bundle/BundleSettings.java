package dev.plumbline.bundle;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** Where signed bundles of rules are kept, and as whom they are read there. */
@ConfigMapping(prefix = "plumbline.rules.bundle")
public interface BundleSettings {

  /**
   * As whom to connect to an OCI registry; default: what the {@code config.json} of Docker says
   * ({@code DOCKER_CONFIG}, {@code ~/.docker}).
   */
  Optional<String> username();

  /** The password or token of that user. */
  Optional<String> password();

  /**
   * Whether a registry is reached over http; one on this machine always is. Bundles are verified
   * all the same, but passwords are not encrypted.
   */
  @WithDefault("false")
  boolean plainHttp();

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
