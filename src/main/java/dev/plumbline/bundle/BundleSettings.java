package dev.plumbline.bundle;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The signed bundle of rules that is followed, and how it is reached. */
@ConfigMapping(prefix = "plumbline.rules.bundle")
public interface BundleSettings {

  /**
   * The bundle that is followed, with its channel: {@code
   * oci://registry.example.com/team/policy:stable}, {@code s3://bucket/policy:stable}, or a file;
   * default: none.
   */
  Optional<String> address();

  /** The public key that it must be signed with: {@code NAME+hash+base64}, or PEM. */
  Optional<String> key();

  /** A file with that key. */
  Optional<Path> keyFile();

  /** How often to check whether the channel names another bundle. */
  @WithDefault("30s")
  Duration poll();

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
