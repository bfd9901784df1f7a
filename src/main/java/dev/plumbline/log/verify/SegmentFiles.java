package dev.plumbline.log.verify;

import dev.plumbline.log.Hashes;
import dev.plumbline.log.store.Lines;
import dev.plumbline.log.store.LogFiles;
import dev.plumbline.log.store.SealedGzip;
import dev.plumbline.log.store.Segment;
import dev.plumbline.log.store.SegmentCheckpoints;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a segment as they are, good or bad.
 *
 * @param end the place after its last entry, by where the next one begins; that of the log for the
 *     last one
 * @param fault why its lines cannot all be read; null when they can
 */
record SegmentFiles(
    Segment segment,
    long end,
    boolean last,
    String file,
    byte[] content,
    @Nullable String fault,
    byte[] leaves,
    List<SegmentCheckpoints.Note> notes) {

  static SegmentFiles read(LogFiles files, Segment segment, long end, boolean last)
      throws IOException {
    byte[] plain = files.bytes(segment.lines());
    byte[] packed = files.bytes(segment.packedLines());
    String file = packed == null ? segment.lines() : segment.packedLines();
    // A writer that is stopped before its first entry leaves none.
    boolean none = last && end <= segment.first();
    String fault = plain == null && packed == null && !none ? "the file is missing" : null;
    byte[] content = plain == null ? new byte[0] : plain;
    if (packed != null) {
      try {
        byte[] unpacked = SealedGzip.unpack(packed);
        if (plain != null && !Arrays.equals(plain, unpacked)) {
          fault = "it differs from " + segment.lines();
        }
        content = unpacked;
      } catch (IllegalArgumentException e) {
        fault = e.getMessage();
        content = plain == null ? SealedGzip.salvage(packed) : plain;
      }
    }
    return new SegmentFiles(
        segment,
        end,
        last,
        file,
        content,
        fault,
        orEmpty(files.bytes(segment.leaves())),
        SegmentCheckpoints.read(orEmpty(files.bytes(segment.checkpoints()))));
  }

  private static byte[] orEmpty(byte @Nullable [] bytes) {
    return bytes == null ? new byte[0] : bytes;
  }

  Lines lines() {
    return Lines.of(content);
  }

  byte @Nullable [] leaf(long sequence) {
    return leaf(leaves, sequence - segment.first());
  }

  static byte @Nullable [] leaf(byte[] hashes, long index) {
    long from = index * Hashes.LENGTH;
    return from + Hashes.LENGTH > hashes.length
        ? null
        : Arrays.copyOfRange(hashes, (int) from, (int) from + Hashes.LENGTH);
  }
}
