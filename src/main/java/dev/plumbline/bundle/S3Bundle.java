package dev.plumbline.bundle;

import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A prefix of a bucket: {@code bundles/DIGEST.tgz}, which nobody replaces, and {@code
 * channels/NAME}, which holds the digest that the channel names.
 */
final class S3Bundle implements BundlePlace {

  private static final int MAX_CHANNEL_BYTES = 1024;
  private static final String SHA256 = "sha256:";

  private final BundleAddress address;
  private final Supplier<S3Client> clients;
  private @Nullable S3Client client;

  /**
   * Sends nothing yet.
   *
   * @param clients makes the client, which is closed with this
   */
  S3Bundle(BundleAddress address, Supplier<S3Client> clients) {
    this.address = address;
    this.clients = clients;
  }

  @Override
  public BundleAddress address() {
    return address;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
  }

  private Bucket bucket() throws IOException {
    try {
      client = client == null ? clients.get() : client;
      return new Bucket(
          client, address.host(), address.path(), Protection.BUCKET, InstantSource.system());
    } catch (SdkClientException e) {
      // The SDK goes on with the providers that it tried, as objects.
      throw fault(String.valueOf(e.getMessage()).replaceFirst("(?s) in the chain .*", ""), e);
    }
  }

  private IOException fault(String why, @Nullable Throwable cause) {
    return new IOException(
        address + ": " + why + ". Try: set AWS_REGION, and credentials as for aws s3 ls.", cause);
  }

  private String channelKey() {
    return "channels/" + address.channel();
  }

  private static String bundleKey(String digest) {
    return "bundles/" + digest.substring(SHA256.length()) + ".tgz";
  }

  private byte @Nullable [] get(String key, int limit) throws IOException {
    Bucket bucket = bucket();
    try {
      return bucket.get(key, limit);
    } catch (IOException e) {
      throw fault(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public @Nullable String identity() throws IOException {
    if (address.digest() != null) {
      return address.digest();
    }
    byte[] text = get(channelKey(), MAX_CHANNEL_BYTES);
    if (text == null) {
      return null;
    }
    String digest = new String(text, StandardCharsets.UTF_8).strip();
    if (!digest.matches(SHA256 + "[0-9a-f]{64}")) {
      throw new InvalidBundleException(
          "has a channel that names no digest. Try: plumbline rules push policy.tgz "
              + address
              + ".");
    }
    return digest;
  }

  @Override
  public byte[] read() throws IOException {
    String digest = identity();
    byte[] archive = digest == null ? null : get(bundleKey(digest), RuleBundle.MAX_BYTES);
    if (archive == null) {
      throw new IOException(
          address + ": names nothing. Try: plumbline rules push policy.tgz " + address + ".");
    }
    if (!RuleBundle.digest(archive).equals(digest)) {
      throw new InvalidBundleException(
          "has another object than its digest names: the bundle was changed. Try: push it again.");
    }
    return archive;
  }

  @Override
  public String write(RuleBundle bundle) throws IOException {
    Bucket bucket = bucket();
    try {
      boolean unused = bucket.create(bundleKey(bundle.digest()), bundle.bytes());
      bucket.replace(channelKey(), (bundle.digest() + "\n").getBytes(StandardCharsets.UTF_8));
      return bundle.digest();
    } catch (IOException e) {
      throw fault(String.valueOf(e.getMessage()), e);
    }
  }
}
