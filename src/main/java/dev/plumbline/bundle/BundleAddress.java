package dev.plumbline.bundle;

import dev.plumbline.language.InvalidInputException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a bundle is: {@code oci://REGISTRY/REPOSITORY:CHANNEL}, {@code s3://BUCKET/PATH:CHANNEL},
 * or a file. Instead of the channel, {@code @sha256:…} names one bundle; in a registry that is the
 * digest of its manifest there, in a bucket that of the archive.
 *
 * @param host registry with its port, or bucket; empty for a file
 * @param path repository, key, or path of the file
 * @param channel null when a digest is given, and for a file
 * @param digest {@code sha256:…}; null when a channel is given, and for a file
 */
public record BundleAddress(
    Kind kind, String host, String path, @Nullable String channel, @Nullable String digest) {

  /** The channel that is meant when none is named. */
  public static final String DEFAULT_CHANNEL = "stable";

  private static final String DIGEST = "sha256:[0-9a-f]{64}";

  private static final Pattern REMOTE =
      Pattern.compile(
          "(oci|s3)://([^/@]+)/([^@:]+)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@("
              + DIGEST
              + "))?");

  private static final Pattern REPOSITORY =
      Pattern.compile("[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*");

  private static final Pattern REGISTRY =
      Pattern.compile("(?:[A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(?::\\d{1,5})?");

  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,62}");

  public enum Kind {
    FILE,
    OCI,
    S3
  }

  /**
   * Reads one.
   *
   * @throws InvalidInputException when it is of another form
   */
  public static BundleAddress of(String text) {
    if (!text.contains("://")) {
      return new BundleAddress(Kind.FILE, "", text, null, null);
    }
    Matcher parts = REMOTE.matcher(text);
    if (!parts.matches() || (parts.group(4) != null && parts.group(5) != null)) {
      throw invalid(text);
    }
    Kind kind = Kind.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
    boolean known =
        kind == Kind.OCI
            ? REGISTRY.matcher(parts.group(2)).matches()
                && REPOSITORY.matcher(parts.group(3)).matches()
            : BUCKET.matcher(parts.group(2)).matches() && !parts.group(3).endsWith("/");
    if (!known) {
      throw invalid(text);
    }
    String digest = parts.group(5);
    String channel = parts.group(4) == null && digest == null ? DEFAULT_CHANNEL : parts.group(4);
    return new BundleAddress(kind, parts.group(2), parts.group(3), channel, digest);
  }

  private static InvalidInputException invalid(String text) {
    return new InvalidInputException(
        new IllegalArgumentException(
            "invalid address of a bundle '"
                + text
                + "'. Try: oci://registry.example.com/team/policy:stable, s3://bucket/policy:stable,"
                + " …@sha256:DIGEST, or a file."));
  }

  @Override
  public String toString() {
    return kind == Kind.FILE
        ? path
        : kind.name().toLowerCase(Locale.ROOT)
            + "://"
            + host
            + "/"
            + path
            + (channel == null ? "" : ":" + channel)
            + (digest == null ? "" : "@" + digest);
  }
}
