package dev.plumbline.log.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a segment, one after the other. */
public final class Lines implements Closeable {

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
  private long read;
  private boolean torn;

  private Lines(InputStream in) {
    this.in = in;
  }

  public static Lines of(byte[] bytes) {
    return new Lines(new ByteArrayInputStream(bytes));
  }

  /**
   * Those of a segment, whether it is open or closed; null when there are none.
   *
   * @throws IllegalArgumentException when it is closed and was altered
   */
  public static @Nullable Lines of(LogFiles files, Segment segment) throws IOException {
    InputStream plain = files.open(segment.lines());
    if (plain != null) {
      return new Lines(new BufferedInputStream(plain, 64 * 1024));
    }
    byte[] packed = files.bytes(segment.packedLines());
    return packed == null ? null : of(SealedGzip.unpack(packed));
  }

  /** The next complete line without its line feed; null at the end. */
  public byte @Nullable [] next() throws IOException {
    if (!skim(true)) {
      return null;
    }
    return line.toByteArray();
  }

  boolean skip() throws IOException {
    return skim(false);
  }

  private boolean skim(boolean kept) throws IOException {
    line.reset();
    long start = read;
    for (int c = in.read(); c >= 0; c = in.read()) {
      read++;
      if (c == '\n') {
        return true;
      }
      if (kept) {
        line.write(c);
      }
    }
    torn = read > start;
    return false;
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
    in.close();
  }
}
