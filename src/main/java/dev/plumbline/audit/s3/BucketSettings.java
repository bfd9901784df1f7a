package dev.plumbline.audit.s3;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a log is shipped to a bucket.
 *
 * @param every what was appended is shipped after so long at the latest
 * @param most how many entries may wait for the bucket before nothing more is appended
 * @param local how many bytes the folder may keep of what the bucket has
 * @param protection what is asked of the bucket for every object
 */
public record BucketSettings(Duration every, long most, long local, Protection protection) {

  /**
   * What is asked of a bucket for every object.
   *
   * @param lock how Object Lock keeps it; null when the bucket's own default does
   * @param days for so many days; 0 without a lock
   * @param kmsKey the KMS key that encrypts it; null when the bucket's own default does
   */
  public record Protection(@Nullable Lock lock, int days, @Nullable String kmsKey) {

    /** What the bucket does by itself. */
    public static final Protection BUCKET = new Protection(null, 0, null);
  }

  /** How Object Lock keeps objects. */
  public enum Lock {
    /** Those with a special permission may delete them. */
    GOVERNANCE,
    /** Nobody may. */
    COMPLIANCE;

    /**
     * The one that settings call so.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Lock of(String name) {
      for (Lock lock : values()) {
        if (lock.name().equalsIgnoreCase(name)) {
          return lock;
        }
      }
      throw new IllegalArgumentException(
          "plumbline.audit.s3.lock is " + name + ". Maybe governance or compliance.");
    }
  }
}
