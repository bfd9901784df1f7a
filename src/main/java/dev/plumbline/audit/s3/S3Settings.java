package dev.plumbline.audit.s3;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket, and how objects are kept there.
 *
 * @param bucket its name
 * @param prefix what the keys of the log begin with, without a slash at the end; may be empty
 * @param region null for what the environment, the profile or the instance says
 * @param endpoint in place of AWS itself; null for AWS
 * @param keep how what is never changed is kept
 */
public record S3Settings(
    String bucket, String prefix, @Nullable String region, @Nullable URI endpoint, Keep keep) {

  /**
   * How objects are kept.
   *
   * @param lock the mode of Object Lock, {@code GOVERNANCE} or {@code COMPLIANCE}; null for none
   * @param days for how long
   * @param encryption {@code AES256} or {@code aws:kms}; null for what the bucket does
   * @param kmsKey which key of KMS; null for that of the account
   */
  public record Keep(
      @Nullable String lock, int days, @Nullable String encryption, @Nullable String kmsKey) {

    /** As the bucket does it. */
    public static final Keep DEFAULT = new Keep(null, 0, null, null);
  }

  /** For how long an object is locked. */
  Duration retention() {
    return Duration.ofDays(keep.days());
  }
}
