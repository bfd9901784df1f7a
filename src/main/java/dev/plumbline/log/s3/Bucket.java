package dev.plumbline.log.s3;

import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.OutagePatience.Request;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** A bucket of S3, below a prefix. */
public final class Bucket {

  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;

  private static final Logger LOG = Logger.getLogger(Bucket.class);

  private final AtomicBoolean conditionTested = new AtomicBoolean();

  /** Whether the store heeds {@code If-None-Match}; null while it is not known. */
  private volatile @Nullable Boolean conditional;

  private final S3Client client;
  private final String name;
  private final String prefix;
  private final Protection protection;
  private final InstantSource clock;

  /** Null for one whose faults are those of the caller at once. */
  private final @Nullable OutagePatience patience;

  /**
   * A bucket through a client, which its maker closes.
   *
   * @param prefix what every key begins with, without a slash at its end; may be empty
   */
  public Bucket(
      S3Client client, String name, String prefix, Protection protection, InstantSource clock) {
    this(client, name, prefix, protection, clock, null);
  }

  private Bucket(
      S3Client client,
      String name,
      String prefix,
      Protection protection,
      InstantSource clock,
      @Nullable OutagePatience patience) {
    this.client = client;
    this.name = name;
    this.prefix = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    this.protection = protection;
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * The same bucket for a long work over it: while it does not answer, what is read, and {@link
   * #replace}, is sent again, for minutes.
   *
   * @param report takes a line when that begins, and when the bucket answers again
   */
  public Bucket patient(Consumer<String> report) {
    return new Bucket(client, name, prefix, protection, clock, OutagePatience.of(place(), report));
  }

  private <T extends @Nullable Object> T send(Request<T> request) throws IOException {
    return patience == null ? request.send() : patience.of(request);
  }

  public String place() {
    return "s3://" + name + "/" + prefix;
  }

  byte @Nullable [] get(String key) throws IOException {
    return send(() -> read(key));
  }

  private byte @Nullable [] read(String key) throws IOException {
    try {
      return client.getObjectAsBytes(it -> it.bucket(name).key(prefix + key)).asByteArray();
    } catch (NoSuchKeyException e) {
      return null;
    } catch (SdkException e) {
      throw fault("read", key, e);
    }
  }

  /**
   * The object of this key.
   *
   * @param limit the maximum size in bytes
   * @return null when there is none
   * @throws IOException when it cannot be read, or is larger
   */
  public byte @Nullable [] get(String key, int limit) throws IOException {
    try (ResponseInputStream<GetObjectResponse> content =
        client.getObject(it -> it.bucket(name).key(prefix + key))) {
      byte[] bytes = first(content, limit + 1, key);
      if (bytes.length > limit) {
        content.abort();
        throw new IOException(place() + key + " has more than " + limit + " bytes");
      }
      return bytes;
    } catch (NoSuchKeyException e) {
      return null;
    } catch (SdkException e) {
      throw fault("read", key, e);
    }
  }

  private byte[] first(InputStream content, int limit, String key) throws IOException {
    try {
      return content.readNBytes(limit);
    } catch (IOException e) {
      throw new IOException(place() + key + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The keys that begin with {@code start} and come after {@code after}, in order. */
  public List<String> keys(String start, String after) throws IOException {
    return send(() -> list(start, after));
  }

  private List<String> list(String start, String after) throws IOException {
    var keys = new ArrayList<String>();
    try {
      var request =
          ListObjectsV2Request.builder()
              .bucket(name)
              .prefix(prefix + start)
              .startAfter(after.isEmpty() ? null : prefix + after)
              .build();
      for (S3Object object : client.listObjectsV2Paginator(request).contents()) {
        keys.add(object.key().substring(prefix.length()));
      }
      return keys;
    } catch (SdkException e) {
      throw fault("listed", start, e);
    }
  }

  /** The first key that begins with {@code start}; null when there is none. */
  @Nullable String firstKey(String start) throws IOException {
    return send(() -> first(start));
  }

  private @Nullable String first(String start) throws IOException {
    try {
      List<S3Object> first =
          client.listObjectsV2(it -> it.bucket(name).prefix(prefix + start).maxKeys(1)).contents();
      return first.isEmpty() ? null : first.getFirst().key().substring(prefix.length());
    } catch (SdkException e) {
      throw fault("listed", start, e);
    }
  }

  /**
   * What is directly below the prefix.
   *
   * @param folders what further prefixes begin with, up to and with their next slash
   * @param keys those without a slash
   */
  record Level(List<String> folders, List<String> keys) {}

  Level level() throws IOException {
    return send(this::listLevel);
  }

  private Level listLevel() throws IOException {
    var folders = new ArrayList<String>();
    var keys = new ArrayList<String>();
    try {
      for (ListObjectsV2Response page :
          client.listObjectsV2Paginator(it -> it.bucket(name).prefix(prefix).delimiter("/"))) {
        page.commonPrefixes().forEach(it -> folders.add(it.prefix().substring(prefix.length())));
        page.contents().forEach(it -> keys.add(it.key().substring(prefix.length())));
      }
      return new Level(folders, keys);
    } catch (SdkException e) {
      throw fault("listed", "", e);
    }
  }

  /** The same bucket, below a longer prefix. */
  Bucket below(String folder) {
    return new Bucket(client, name, prefix + folder, protection, clock, patience);
  }

  /**
   * Writes an object unless there is one of this key; answers whether there was none. After the
   * first one, the same is asked again: a store that takes it a second time ignores the condition,
   * which is a warning in the log.
   */
  public boolean create(String key, byte[] content) throws IOException {
    boolean created = put(key, content);
    if (created && conditionTested.compareAndSet(false, true)) {
      testCondition(key, content);
    }
    return created;
  }

  private void testCondition(String key, byte[] content) {
    try {
      conditional = !put(key, content);
      if (Boolean.FALSE.equals(conditional)) {
        LOG.warnf(
            "%s ignores If-None-Match: of two writers with one prefix, one replaces what the other"
                + " wrote. Try: a store with conditional writes.",
            place());
      }
    } catch (IOException e) {
      LOG.debug("If-None-Match is tested with the next object", e);
      conditionTested.set(false);
    }
  }

  @Nullable Boolean isConditional() {
    return conditional;
  }

  private boolean put(String key, byte[] content) throws IOException {
    try {
      var unused =
          client.putObject(put(key).ifNoneMatch("*").build(), RequestBody.fromBytes(content));
      return true;
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED || e.statusCode() == CONFLICT) {
        return false;
      }
      throw fault("written", key, e);
    } catch (SdkException e) {
      throw fault("written", key, e);
    }
  }

  /** Writes an object, in place of the one of this key if there is one. */
  public void replace(String key, byte[] content) throws IOException {
    var unused = send(() -> write(key, content));
  }

  private PutObjectResponse write(String key, byte[] content) throws IOException {
    try {
      return client.putObject(
          PutObjectRequest.builder().bucket(name).key(prefix + key).build(),
          RequestBody.fromBytes(content));
    } catch (SdkException e) {
      throw fault("written", key, e);
    }
  }

  private PutObjectRequest.Builder put(String key) {
    PutObjectRequest.Builder put = PutObjectRequest.builder().bucket(name).key(prefix + key);
    if (protection.lock() != null) {
      put.objectLockMode(protection.lock().name())
          .objectLockRetainUntilDate(clock.instant().plus(Duration.ofDays(protection.days())));
    }
    if (protection.kmsKey() != null) {
      put.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(protection.kmsKey());
    }
    return put;
  }

  private IOException fault(String what, String key, SdkException cause) {
    return new IOException(place() + key + " cannot be " + what + ": " + cause.getMessage(), cause);
  }

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
}
