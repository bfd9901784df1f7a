package dev.plumbline.log.store;

import dev.plumbline.log.Checkpoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The checkpoints of a segment, one after the other in one file. */
public final class SegmentCheckpoints {

  private static final int LINES = 5;

  /**
   * A place in the file.
   *
   * @param offset where it begins, in bytes
   * @param length how many bytes it has
   * @param checkpoint null when it cannot be read
   * @param fault why not; empty when it can
   */
  public record Note(int offset, int length, @Nullable Checkpoint checkpoint, String fault) {

    int end() {
      return offset + length;
    }
  }

  private SegmentCheckpoints() {}

  /** All of them; what is left at the end without being one is one that cannot be read. */
  public static List<Note> read(byte[] bytes) {
    var notes = new ArrayList<Note>();
    int start = 0;
    int lines = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n' && ++lines == LINES) {
        notes.add(note(bytes, start, i + 1 - start));
        start = i + 1;
        lines = 0;
      }
    }
    if (start < bytes.length) {
      notes.add(new Note(start, bytes.length - start, null, "it has no end"));
    }
    return notes;
  }

  private static Note note(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
    try {
      Checkpoint read = Checkpoint.read(text);
      boolean same =
          Arrays.equals(
              read.note().getBytes(StandardCharsets.UTF_8),
              Arrays.copyOfRange(bytes, offset, offset + length));
      return same
          ? new Note(offset, length, read, "")
          : new Note(offset, length, null, "not in the form of a checkpoint");
    } catch (IllegalArgumentException e) {
      return new Note(offset, length, null, String.valueOf(e.getMessage()));
    }
  }
}
