package dev.plumbline.log.s3;

/**
 * A place in S3 as people write it: {@code s3://bucket/prefix}.
 *
 * @param prefix without a slash at its end; may be empty
 */
public record BucketAddress(String bucket, String prefix) {

  private static final String SCHEME = "s3://";

  public static boolean isOne(String text) {
    return text.startsWith(SCHEME);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it names no bucket
   */
  public static BucketAddress of(String text) {
    String place = isOne(text) ? text.substring(SCHEME.length()) : "";
    int slash = place.indexOf('/');
    String bucket = slash < 0 ? place : place.substring(0, slash);
    if (bucket.isEmpty()) {
      throw new IllegalArgumentException(text + " names no bucket. Try: s3://bucket/prefix.");
    }
    return new BucketAddress(
        bucket, slash < 0 ? "" : place.substring(slash + 1).replaceAll("/+$", ""));
  }
}
