package dev.plumbline.log.s3;

import dev.plumbline.log.Checkpoint;
import dev.plumbline.log.Hashes;
import dev.plumbline.log.store.SealedGzip;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.TreeFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A stretch of a log as one object of a bucket: a zip of the files that a closed segment has in a
 * folder, so that parts unpacked beside one another are a log in a folder.
 */
final class SegmentArchive {

  static final String FOLDER = "parts/";
  private static final String ENDING = ".zip";
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private SegmentArchive() {}

  static String key(long first) {
    return String.format(Locale.ROOT, "%s%020d%s", FOLDER, first, ENDING);
  }

  static long first(String key) {
    return Long.parseLong(key.substring(FOLDER.length(), key.length() - ENDING.length()));
  }

  /**
   * Packs.
   *
   * @param lines its entries, each without a line feed
   */
  static byte[] pack(TreeFile before, List<byte[]> lines, Checkpoint head) throws IOException {
    var segment = new Segment(before.tree().size());
    var text = new ByteArrayOutputStream();
    var leaves = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      text.writeBytes(line);
      text.write('\n');
      leaves.writeBytes(Hashes.leaf(line));
    }
    var files = new LinkedHashMap<String, byte[]>();
    files.put(segment.packedLines(), SealedGzip.pack(text.toByteArray()));
    files.put(segment.leaves(), leaves.toByteArray());
    files.put(segment.checkpoints(), head.note().getBytes(StandardCharsets.UTF_8));
    files.put(segment.tree(), before.bytes());
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  static Map<String, byte[]> unpack(byte[] part) throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(part))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return files;
  }
}
