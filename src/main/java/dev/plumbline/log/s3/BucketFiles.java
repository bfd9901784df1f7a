package dev.plumbline.log.s3;

import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.StoredLog;
import dev.plumbline.log.store.StoredObjects;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The files of a log in a bucket, as a folder would have them; immutable parts are cached. */
public final class BucketFiles implements LogFiles {

  /** Says which part is the newest, or was a moment ago. */
  static final String NEWEST = "newest";

  private static final int KEPT = 4;

  private final Bucket bucket;
  private final List<String> parts = new ArrayList<>();

  private final Map<String, Map<String, byte[]>> unpacked =
      new LinkedHashMap<>(KEPT, 1, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, byte[]>> eldest) {
          return size() > KEPT;
        }
      };

  public BucketFiles(Bucket bucket) {
    this.bucket = bucket;
  }

  @Override
  public LogFiles patient(Consumer<String> report) {
    return new BucketFiles(bucket.patient(report));
  }

  @Override
  public String place() {
    return bucket.place();
  }

  @Override
  public synchronized List<String> names(String under) throws IOException {
    if (under.equals(StoredObjects.FOLDER)) {
      return bucket.keys(under + "/", "");
    }
    var names = new ArrayList<String>();
    for (String part : parts()) {
      var segment = new Segment(SegmentArchive.first(part));
      names.add(segment.checkpoints());
      names.add(segment.packedLines());
      names.add(segment.leaves());
      names.add(segment.tree());
    }
    names.removeIf(name -> !name.startsWith(under + "/"));
    return names;
  }

  private List<String> parts() throws IOException {
    parts.addAll(bucket.keys(SegmentArchive.FOLDER, parts.isEmpty() ? "" : parts.getLast()));
    return parts;
  }

  /** Where the newest part begins; negative when there is none. */
  synchronized long newest() throws IOException {
    byte[] hint = bucket.get(NEWEST);
    String from =
        hint == null ? "" : new String(hint, java.nio.charset.StandardCharsets.UTF_8).strip();
    List<String> later = bucket.keys(SegmentArchive.FOLDER, from);
    String key = later.isEmpty() ? from : later.getLast();
    return key.isEmpty() ? -1 : SegmentArchive.first(key);
  }

  synchronized Map<String, byte[]> part(long first) throws IOException {
    String key = SegmentArchive.key(first);
    Map<String, byte[]> known = unpacked.get(key);
    if (known != null) {
      return known;
    }
    byte[] part = bucket.get(key);
    if (part == null) {
      return Map.of();
    }
    try {
      known = SegmentArchive.unpack(part);
    } catch (IOException e) {
      throw new IOException(place() + key + " is not a whole part of a log: " + e.getMessage(), e);
    }
    unpacked.put(key, known);
    return known;
  }

  @Override
  public List<Segment> segments(long from) throws IOException {
    return bucket
        .keys(SegmentArchive.FOLDER, from == 0 ? "" : SegmentArchive.key(from - 1))
        .stream()
        .map(key -> new Segment(SegmentArchive.first(key)))
        .toList();
  }

  @Override
  public @Nullable Segment firstSegment() throws IOException {
    String key = bucket.firstKey(SegmentArchive.FOLDER);
    return key == null ? null : new Segment(SegmentArchive.first(key));
  }

  @Override
  public String holder(String name) {
    try {
      return name.startsWith("segments/") ? SegmentArchive.key(first(name)) : name;
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return name;
    }
  }

  private static long first(String name) {
    return Long.parseLong(name.substring("segments/".length(), name.indexOf('.')));
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    byte[] bytes = bytes(name);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public synchronized byte @Nullable [] bytes(String name) throws IOException {
    if (name.equals(StoredLog.CHECKPOINT)) {
      long newest = newest();
      if (newest < 0) {
        return null;
      }
      Map<String, byte[]> part = part(newest);
      if (part.isEmpty()) {
        throw new IOException(
            place() + SegmentArchive.key(newest) + " is missing, or is no part of a log");
      }
      return part.get(new Segment(newest).checkpoints());
    }
    if (!name.startsWith("segments/")) {
      return bucket.get(name);
    }
    try {
      return part(first(name)).get(name);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return null;
    }
  }
}
