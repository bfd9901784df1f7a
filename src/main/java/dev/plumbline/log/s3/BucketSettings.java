package dev.plumbline.log.s3;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a log is uploaded to a bucket.
 *
 * @param every the longest time until appended entries are uploaded
 * @param most how many entries may wait for the bucket before nothing more is appended
 * @param local how many bytes the folder may keep of what the bucket has
 */
public record BucketSettings(Duration every, long most, long local, Protection protection) {

  /**
   * How every object is protected.
   *
   * @param lock how Object Lock keeps it; null when the bucket's own default does
   * @param days for so many days; 0 without a lock
   * @param kmsKey the KMS key that encrypts it; null when the bucket's own default does
   */
  public record Protection(@Nullable Lock lock, int days, @Nullable String kmsKey) {

    public static final Protection BUCKET = new Protection(null, 0, null);
  }

  public enum Lock {
    /** Only a special permission allows deleting. */
    GOVERNANCE,
    COMPLIANCE;

    public static Lock of(String name) {
      for (Lock lock : values()) {
        if (lock.name().equalsIgnoreCase(name)) {
          return lock;
        }
      }
      throw new IllegalArgumentException(
          "plumbline.audit.s3.lock is " + name + ". Try: governance or compliance");
    }
  }
}
