package dev.plumbline.archive;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.SequencedMap;
import java.util.zip.CRC32;

/**
 * Writes files as a tar archive (ustar) in gzip. Equal files in equal order are equal bytes on
 * every platform: owner, mode and time are fixed, and gzip stores without compressing, since what a
 * compressor makes depends on its version.
 */
public final class TarWriter {

  /** How long the name of a file may be, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 100;

  private static final int BLOCK = 512;
  private static final int STORED = 65_535;

  /** Deflate, no name, no time, no extra flags, system unknown (RFC 1952). */
  private static final byte[] GZIP_HEADER = HexFormat.of().parseHex("1f8b08000000000000ff");

  private TarWriter() {}

  /**
   * The archive of these files, in their order.
   *
   * @throws IllegalArgumentException when a name is longer than {@link #MAX_NAME_BYTES}
   */
  public static byte[] gzipped(SequencedMap<String, byte[]> files) {
    return gzip(tar(files));
  }

  private static byte[] tar(SequencedMap<String, byte[]> files) {
    var tar = new ByteArrayOutputStream();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] content = file.getValue();
      tar.writeBytes(header(file.getKey(), content.length));
      tar.writeBytes(content);
      tar.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }
    tar.writeBytes(new byte[2 * BLOCK]);
    return tar.toByteArray();
  }

  private static byte[] header(String name, int size) {
    byte[] header = new byte[BLOCK];
    byte[] named = name.getBytes(StandardCharsets.UTF_8);
    if (named.length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(name + " has more than " + MAX_NAME_BYTES + " bytes");
    }
    System.arraycopy(named, 0, header, 0, named.length);
    put("0000644", header, 100);
    put("0000000", header, 108);
    put("0000000", header, 116);
    put("%011o".formatted(size), header, 124);
    put("%011o".formatted(0), header, 136);
    put("        ", header, 148);
    header[156] = '0';
    put("ustar", header, 257);
    put("00", header, 263);
    int sum = 0;
    for (byte each : header) {
      sum += each & 0xff;
    }
    put("%06o\0 ".formatted(sum), header, 148);
    return header;
  }

  private static void put(String text, byte[] header, int at) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static byte[] gzip(byte[] content) {
    int blocks = Math.max(1, (content.length + STORED - 1) / STORED);
    var crc = new CRC32();
    crc.update(content);
    ByteBuffer gzip =
        ByteBuffer.allocate(GZIP_HEADER.length + 5 * blocks + content.length + 8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(GZIP_HEADER);
    for (int i = 0; i < blocks; i++) {
      int from = i * STORED;
      int length = Math.min(STORED, content.length - from);
      gzip.put((byte) (i == blocks - 1 ? 1 : 0))
          .putShort((short) length)
          .putShort((short) ~length)
          .put(content, from, length);
    }
    return gzip.putInt((int) crc.getValue()).putInt(content.length).array();
  }
}
