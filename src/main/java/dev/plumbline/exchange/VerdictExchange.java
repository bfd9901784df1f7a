package dev.plumbline.exchange;

import dev.plumbline.exchange.VerdictReport.Program;
import dev.plumbline.language.BuildInfo;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.VerifierKey;
import dev.plumbline.log.s3.Bucket;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.s3.S3Clients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;

/** What this host does with the place where clusters publish: it reads, and may publish. */
public final class VerdictExchange implements AutoCloseable {

  private static final String PUBLIC = ".pub";
  private static final Pattern ADDRESS =
      Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,62})(?:/(.*))?");

  private final ReportStore store;
  private final VerdictSource source;
  private final @Nullable VerdictPublisher publisher;

  private VerdictExchange(
      ReportStore store, VerdictSource source, @Nullable VerdictPublisher publisher) {
    this.store = store;
    this.source = source;
    this.publisher = publisher;
  }

  /**
   * As it is configured; nothing is sent yet.
   *
   * @param authority the certificate of the authority of the API server of this cluster; its
   *     address where it has none
   * @return null when no bucket is set
   * @throws InvalidInputException when a setting cannot be used; it says which, and what to try
   */
  public static @Nullable VerdictExchange of(
      ExchangeSettings settings, String authority, InstantSource clock) {
    String bucket = settings.bucket().filter(text -> !text.isBlank()).orElse(null);
    if (bucket == null) {
      return null;
    }
    String own = settings.cluster().orElse("");
    if (!VerdictReport.CLUSTER.matcher(own).matches()) {
      throw invalid(
          "plumbline.verdicts.cluster is '"
              + own
              + "', which is no name of a cluster. Try: prod-eu-1, in lower case.");
    }
    SigningKey key = key(settings, own);
    BuildInfo build = BuildInfo.current();
    var program =
        new Program(build.version(), build.vocabulary(), VerdictReport.fingerprint(authority));
    return of(store(bucket, settings, clock), own, key, keys(settings), settings, program, clock);
  }

  private static VerdictExchange of(
      ReportStore store,
      String own,
      @Nullable SigningKey key,
      SortedMap<String, VerifierKey> others,
      ExchangeSettings settings,
      Program program,
      InstantSource clock) {
    var chains = new ArrayList<ClusterChain>();
    if (key != null) {
      chains.add(new ClusterChain(own, key.verifier()));
    }
    others.forEach(
        (cluster, verifier) -> {
          if (!cluster.equals(own)) {
            chains.add(new ClusterChain(cluster, verifier));
          }
        });
    var source = new VerdictSource(store, own, chains, settings.poll(), clock);
    return new VerdictExchange(
        store,
        source,
        key == null ? null : new VerdictPublisher(store, key, program, clock, source::refresh));
  }

  public VerdictSource source() {
    return source;
  }

  /** Writes reports; null without a private key. */
  public @Nullable VerdictPublisher publisher() {
    return publisher;
  }

  /** Close the source first. */
  @Override
  public void close() {
    store.close();
  }

  private static ReportStore store(String bucket, ExchangeSettings settings, InstantSource clock) {
    if (!bucket.contains("://")) {
      return new ReportStore.InFolder(Path.of(bucket));
    }
    Matcher address = ADDRESS.matcher(bucket);
    if (!address.matches()) {
      throw invalid(
          "plumbline.verdicts.bucket is '"
              + bucket
              + "', neither s3://bucket/prefix nor a folder. Try: s3://acme-verdicts/plumbline.");
    }
    try {
      S3Client client =
          S3Clients.of(settings.s3().region().orElse(null), settings.s3().endpoint().orElse(null));
      String prefix = address.group(2) == null ? "" : address.group(2);
      return new ReportStore.InBucket(
          new Bucket(client, address.group(1), prefix, Protection.BUCKET, clock), client::close);
    } catch (SdkException e) {
      throw invalid(
          "plumbline.verdicts.bucket: "
              + e.getMessage()
              + ". Try: set plumbline.verdicts.s3.region, or AWS_REGION.");
    }
  }

  private static @Nullable SigningKey key(ExchangeSettings settings, String own) {
    Path file = settings.keyFile().orElse(null);
    if (file == null) {
      return null;
    }
    try {
      return SigningKey.read(VerdictReport.signer(own), Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw invalid(file, e, "Try: plumbline audit key > " + file + ".");
    }
  }

  private static SortedMap<String, VerifierKey> keys(ExchangeSettings settings) {
    var keys = new TreeMap<String, VerifierKey>();
    Path folder = settings.keys().orElse(null);
    if (folder == null) {
      return keys;
    }
    for (Path file : publicKeys(folder)) {
      String name = file.getFileName().toString();
      String cluster = name.substring(0, name.length() - PUBLIC.length());
      if (!VerdictReport.CLUSTER.matcher(cluster).matches()) {
        throw invalid(file + ": '" + cluster + "' is no name of a cluster. Try: prod-eu-1.pub.");
      }
      try {
        // Whatever the key is called where it is kept.
        String signer = VerdictReport.signer(cluster);
        String pem = VerifierKey.read(signer, Files.readString(file)).pem();
        keys.put(cluster, VerifierKey.read(signer, pem));
      } catch (IOException | IllegalArgumentException e) {
        throw invalid(file, e, "Try: openssl pkey -in key.pem -pubout > " + file + ".");
      }
    }
    return keys;
  }

  private static List<Path> publicKeys(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(PUBLIC)).sorted().toList();
    } catch (IOException e) {
      throw invalid(folder, e, "Try: a folder with NAME.pub for each cluster.");
    }
  }

  private static InvalidInputException invalid(Path file, Exception why, String advice) {
    String message =
        why instanceof IOException ? "cannot be read: " + why : String.valueOf(why.getMessage());
    return invalid(file + ": " + message + ". " + advice);
  }

  private static InvalidInputException invalid(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }
}
