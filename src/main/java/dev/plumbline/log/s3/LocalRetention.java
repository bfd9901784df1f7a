package dev.plumbline.log.s3;

import dev.plumbline.log.Entry;
import dev.plumbline.log.RetainedFrom;
import dev.plumbline.log.store.LogFolder;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.StoredObjects;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;

/** What a folder keeps of a log that a bucket has: its end, since the bucket has all of it. */
final class LocalRetention {

  private final LogFolder folder;
  private final StoredLog log;
  private final LongFunction<byte[]> signed;
  private final long most;

  /**
   * Of the log in {@code folder}.
   *
   * @param signed the signed note that the folder begins at an entry
   * @param most the most bytes to keep
   */
  LocalRetention(LogFolder folder, LongFunction<byte[]> signed, long most) {
    this.folder = folder;
    this.signed = signed;
    this.log = new StoredLog(folder);
    this.most = most;
  }

  /**
   * Removes the oldest closed segments that the bucket has, with the content that only they name,
   * until what is left is small enough.
   */
  void trim(long uploaded) throws IOException {
    List<Segment> segments = log.segments();
    if (segments.isEmpty()) {
      return;
    }
    unfinished(segments.getFirst());
    long size = size();
    if (size <= most) {
      return;
    }
    for (int i = 0; i + 1 < segments.size() && size > most; i++) {
      long end = segments.get(i + 1).first();
      if (end > uploaded) {
        return;
      }
      folder.replace(RetainedFrom.FILE, signed.apply(end));
      Set<String> content = named(segments.get(i).first(), end);
      content.removeAll(named(end, Long.MAX_VALUE));
      for (String digest : content) {
        size -= delete(StoredObjects.file(digest));
      }
      size -= delete(segments.get(i));
    }
  }

  /** What is left of a segment that began to go: without its tree it is none. */
  private void unfinished(Segment first) throws IOException {
    for (String name : folder.names("segments")) {
      if (name.compareTo(first.lines()) < 0 && !name.startsWith(stem(first))) {
        folder.delete(name);
      }
    }
  }

  private static String stem(Segment segment) {
    return segment.lines().substring(0, segment.lines().indexOf('.'));
  }

  private long size() throws IOException {
    long size = 0;
    for (String under : List.of("segments", StoredObjects.FOLDER)) {
      for (String name : folder.names(under)) {
        size += Math.max(0, folder.length(name));
      }
    }
    return size;
  }

  private Set<String> named(long from, long to) {
    var digests = new TreeSet<String>();
    log.read(
        from,
        to,
        (Entry entry) -> {
          digests.addAll(StoredObjects.namedIn(entry.body()));
          return true;
        });
    return digests;
  }

  /** The tree first: without it there is no segment. */
  private long delete(Segment segment) throws IOException {
    return delete(segment.tree())
        + delete(segment.packedLines())
        + delete(segment.leaves())
        + delete(segment.checkpoints());
  }

  private long delete(String name) throws IOException {
    long length = Math.max(0, folder.length(name));
    folder.delete(name);
    return length;
  }
}
