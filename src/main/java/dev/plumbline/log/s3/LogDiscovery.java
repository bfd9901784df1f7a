package dev.plumbline.log.s3;

import dev.plumbline.log.s3.Bucket.Level;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.StoredLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the decision logs at a place: the one that is there, or those in folders or under prefixes
 * of it, at most three levels below. What is no log is passed over.
 */
public final class LogDiscovery {

  private static final int MAX_DEPTH = 3;

  private LogDiscovery() {}

  /**
   * The logs of a folder, sorted by path; none when there is none.
   *
   * @throws IOException when a folder cannot be listed
   */
  public static List<LogFiles> in(Path folder) throws IOException {
    var logs = new ArrayList<LogFiles>();
    find(folder.normalize(), 0, logs);
    return logs;
  }

  private static void find(Path folder, int depth, List<LogFiles> logs) throws IOException {
    if (isLog(folder)) {
      logs.add(new LogFolder(folder));
    } else if (depth < MAX_DEPTH) {
      List<Path> below;
      try (Stream<Path> all = Files.list(folder)) {
        below = all.filter(Files::isDirectory).sorted().toList();
      }
      for (Path each : below) {
        find(each, depth + 1, logs);
      }
    }
  }

  private static boolean isLog(Path folder) {
    return Files.exists(folder.resolve(StoredLog.CHECKPOINT))
        || Files.isDirectory(folder.resolve("segments"));
  }

  /**
   * The logs of a bucket below its prefix, sorted by key: one request for each prefix that is
   * looked into.
   *
   * @param known places of logs, which need not be looked into
   * @throws IOException when the bucket cannot be listed
   */
  public static List<LogFiles> in(Bucket bucket, Set<String> known) throws IOException {
    var logs = new ArrayList<LogFiles>();
    find(bucket, 0, known, logs);
    return logs;
  }

  private static void find(Bucket bucket, int depth, Set<String> known, List<LogFiles> logs)
      throws IOException {
    if (known.contains(bucket.place())) {
      logs.add(new BucketFiles(bucket));
      return;
    }
    Level level = bucket.level();
    if (isLog(level)) {
      logs.add(new BucketFiles(bucket));
    } else if (depth < MAX_DEPTH) {
      for (String folder : level.folders()) {
        find(bucket.below(folder), depth + 1, known, logs);
      }
    }
  }

  private static boolean isLog(Level level) {
    return level.folders().contains(SegmentArchive.FOLDER)
        || level.keys().contains(BucketFiles.NEWEST)
        || level.keys().contains(StoredLog.PUBLIC_KEY);
  }
}
