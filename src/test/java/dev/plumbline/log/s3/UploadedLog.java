package dev.plumbline.log.s3;

import dev.plumbline.log.DecisionLog;
import dev.plumbline.log.Entry;
import dev.plumbline.log.Entry.Draft;
import dev.plumbline.log.SigningKey;
import dev.plumbline.log.s3.Bucket.BucketSettings;
import dev.plumbline.log.s3.Bucket.BucketSettings.Protection;
import dev.plumbline.log.store.FolderLog.LogSettings;
import dev.plumbline.loop.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A log in a bucket for those who read one: each append is a part of its own. */
public record UploadedLog(BucketLog log) implements DecisionLog {

  /**
   * Opens the log of a name, of which the folder keeps everything.
   *
   * @param key null for one that is made with the log
   */
  public static UploadedLog open(
      Path folder, String name, @Nullable SigningKey key, Bucket bucket, InstantSource clock) {
    var settings = new LogSettings(LogSettings.origin(name), key, 1 << 16, Duration.ofDays(400));
    var every = new BucketSettings(Duration.ofMillis(1), 100, 1 << 30, Protection.BUCKET);
    return new UploadedLog(BucketLog.open(folder, settings, bucket, every, clock));
  }

  @Override
  public long append(List<Draft> entries) {
    long first = log.append(entries);
    Await.until("it is uploaded", () -> log.uploaded() == first + entries.size());
    return first;
  }

  @Override
  public String store(byte[] content) {
    return log.store(content);
  }

  @Override
  public void check() {
    log.check();
  }

  @Override
  public void close() {
    log.close();
  }

  @Override
  public LogHead head() {
    return log.head();
  }

  @Override
  public void read(long from, long to, Predicate<Entry> wanted) {
    log.read(from, to, wanted);
  }

  @Override
  public byte @Nullable [] object(String digest) {
    return log.object(digest);
  }
}
