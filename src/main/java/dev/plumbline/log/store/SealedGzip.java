package dev.plumbline.log.store;

import dev.plumbline.log.Hashes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;

/**
 * gzip in which every byte counts: its header carries the SHA-256 of all that follows (an extra
 * field, RFC 1952 section 2.3.1.1, which gzip passes over). Without it a byte of the header or a
 * bit of padding could be changed undetected.
 */
public final class SealedGzip {

  /** Magic, deflate, extra field, no time, no system; 36 bytes of extra field: PL, 32 bytes. */
  private static final byte[] HEADER = HexFormat.of().parseHex("1f8b08040000000000ff2400504c2000");

  private static final int BODY = HEADER.length + Hashes.LENGTH;

  private SealedGzip() {}

  public static byte[] pack(byte[] content) {
    byte[] body = body(content);
    var packed = new ByteArrayOutputStream(BODY + body.length);
    packed.writeBytes(HEADER);
    packed.writeBytes(Hashes.of(body));
    packed.writeBytes(body);
    return packed.toByteArray();
  }

  private static byte[] body(byte[] content) {
    var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(content);
      deflater.finish();
      var body = new ByteArrayOutputStream(content.length / 4 + 64);
      byte[] buffer = new byte[16 * 1024];
      while (!deflater.finished()) {
        body.write(buffer, 0, deflater.deflate(buffer));
      }
      var crc = new CRC32();
      crc.update(content);
      ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      end.putInt((int) crc.getValue()).putInt(content.length);
      body.writeBytes(end.array());
      return body.toByteArray();
    } finally {
      deflater.end();
    }
  }

  public static byte[] unpack(byte[] packed) {
    if (packed.length < BODY
        || !Arrays.equals(packed, 0, HEADER.length, HEADER, 0, HEADER.length)) {
      throw new IllegalArgumentException("not a compressed file of a log");
    }
    byte[] digest = Arrays.copyOfRange(packed, HEADER.length, BODY);
    if (!Arrays.equals(digest, Hashes.of(Arrays.copyOfRange(packed, BODY, packed.length)))) {
      throw new IllegalArgumentException(
          "altered: its content does not match the digest it carries");
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be decompressed: " + e.getMessage(), e);
    }
  }

  /** As much as can still be read of what was packed and then altered. */
  public static byte[] salvage(byte[] packed) {
    var content = new ByteArrayOutputStream();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed), 16 * 1024)) {
      byte[] one = new byte[64];
      for (int read = in.read(one); read >= 0; read = in.read(one)) {
        content.write(one, 0, read);
      }
    } catch (IOException e) {
      return content.toByteArray();
    }
    return content.toByteArray();
  }
}
