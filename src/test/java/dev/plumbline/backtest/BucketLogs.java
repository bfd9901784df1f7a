package dev.plumbline.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.language.RuleFiles;
import dev.plumbline.log.s3.FakeS3;
import dev.plumbline.log.s3.FakeS3.Failure;
import dev.plumbline.log.s3.UploadedLog;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.record.RecordedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The same logs of two clusters, dev and prod, in folders and in a bucket, and rules with one
 * operator changed that let images grow older.
 *
 * @param folder of the logs, each in one of its own
 * @param rules the folder of the other rules
 */
public record BucketLogs(FakeS3 s3, Path folder, Path rules) {

  /** Of the logs in the bucket. */
  public static final String PLACE = "s3://logs/fleet";

  /** FIND-011, of which nothing else follows. */
  private static final String FILE = "findings.drl";

  private static final String PATTERN = "ActionFault( errorClass == \"persistent\", $action";
  private static final int DECISIONS = 40;

  /** Records them below a folder and in the bucket. */
  public static BucketLogs record(FakeS3 s3, Path below) throws IOException {
    RuleFiles files = RuleFiles.shipped();
    String text = String.valueOf(files.text(FILE));
    String changed = text.replace(PATTERN, PATTERN.replace("==", "!="));
    assertThat(changed).isNotEqualTo(text);
    Path rules = Files.createDirectories(below.resolve("rules"));
    Files.writeString(rules.resolve(FILE), changed);
    Files.writeString(rules.resolve("parameters.yaml"), "ami.minimumAge: 60d\n");
    Path folder = below.resolve("logs");
    var shipped = List.of(Evaluation.with(files).rules());
    try (S3Client client = s3.client()) {
      try (var log = uploaded("dev", folder, client)) {
        RecordedWorld.changing(log, 3, DECISIONS, shipped);
      }
      try (var log = uploaded("prod", folder, client)) {
        RecordedWorld.images(log, 4, DECISIONS);
      }
    }
    return new BucketLogs(s3, folder, rules);
  }

  private static UploadedLog uploaded(String name, Path folder, S3Client client) {
    Clock clock = Clock.systemUTC();
    var bucket = FakeS3.bucket(client, "logs", "fleet/" + name, clock);
    return UploadedLog.open(folder.resolve(name), name, null, bucket, clock);
  }

  /** The segments of a cluster. */
  public List<LogSegment> segments(String cluster) {
    return LogSegment.of(new StoredLog(new LogFolder(folder.resolve(cluster))), 0);
  }

  /** The object that holds entries of a segment, and of no other one, but not its state. */
  public String objectOf(LogSegment segment) {
    String start = "logs/fleet/" + segment.cluster() + "/parts/";
    List<String> keys =
        s3.objects().keySet().stream().filter(key -> key.startsWith(start)).sorted().toList();
    for (int i = 0; i + 1 < keys.size(); i++) {
      if (first(keys.get(i)) > segment.from() && first(keys.get(i + 1)) <= segment.to()) {
        return keys.get(i);
      }
    }
    throw new AssertionError("no object is within " + segment);
  }

  private static long first(String key) {
    return Long.parseLong(key.substring(key.lastIndexOf('/') + 1, key.lastIndexOf('.')));
  }

  /** Requests of parts of logs, after so many of them. */
  public static Predicate<String> partsAfter(int requests) {
    var seen = new AtomicInteger();
    return request ->
        request.startsWith("GET logs/fleet/")
            && request.contains("/parts/")
            && seen.incrementAndGet() > requests;
  }

  /** How often an object was read since the bucket has forgotten its requests. */
  public long reads(String object) {
    return s3.requests().stream().filter(each -> each.equals("GET " + object)).count();
  }

  /**
   * An object is cut as soon as the log that it is part of was verified.
   *
   * @param reads how often it is read until then
   */
  public void cutAfterVerification(String object, long reads) {
    var seen = new AtomicInteger();
    s3.fail(
        Failure.HALF,
        Integer.MAX_VALUE,
        request -> request.equals("GET " + object) && seen.incrementAndGet() > reads);
  }
}
