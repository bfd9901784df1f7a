package dev.plumbline.log.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a segment, one after the other. */
public final class Lines implements Closeable {

  private static final int BUFFER = 64 * 1024;

  /** Null where the buffer holds everything. */
  private final @Nullable InputStream in;

  /** What was read and not yet returned: from {@code at} to {@code end}. */
  private byte[] buffer;

  private int at;
  private int end;
  private long read;
  private boolean torn;

  private Lines(@Nullable InputStream in, byte[] buffer, int end) {
    this.in = in;
    this.buffer = buffer;
    this.end = end;
  }

  public static Lines of(byte[] bytes) {
    return new Lines(null, bytes, bytes.length);
  }

  static Lines of(InputStream in) {
    return new Lines(in, new byte[BUFFER], 0);
  }

  /**
   * Those of a segment, whether it is open or closed; null when there are none.
   *
   * @throws IllegalArgumentException when it is closed and was altered
   */
  public static @Nullable Lines of(LogFiles files, Segment segment) throws IOException {
    InputStream plain = files.open(segment.lines());
    if (plain != null) {
      return of(plain);
    }
    byte[] packed = files.bytes(segment.packedLines());
    return packed == null ? null : of(SealedGzip.unpack(packed));
  }

  /** The next complete line without its line feed; null at the end. */
  public byte @Nullable [] next() throws IOException {
    int length = lineLength();
    if (length < 0) {
      return null;
    }
    byte[] line = Arrays.copyOfRange(buffer, at, at + length);
    pass(length + 1);
    return line;
  }

  boolean skip() throws IOException {
    int length = lineLength();
    if (length >= 0) {
      pass(length + 1);
    }
    return length >= 0;
  }

  /** How long the next line is, which is then in the buffer; -1 at the end. */
  private int lineLength() throws IOException {
    int seen = 0;
    while (true) {
      for (int i = at + seen; i < end; i++) {
        if (buffer[i] == '\n') {
          return i - at;
        }
      }
      seen = end - at;
      if (!fill()) {
        torn = seen > 0;
        pass(seen);
        return -1;
      }
    }
  }

  /** Whether there was more to read. */
  private boolean fill() throws IOException {
    if (in == null) {
      return false;
    }
    if (at > 0) {
      System.arraycopy(buffer, at, buffer, 0, end - at);
      end -= at;
      at = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int more = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, more);
    return more >= 0;
  }

  private void pass(int bytes) {
    at += bytes;
    read += bytes;
  }

  /** How many bytes were read, line feeds too. */
  public long bytes() {
    return read;
  }

  public boolean torn() {
    return torn;
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
  }
}
