package dev.plumbline.query;

import dev.plumbline.query.LogIndex.OpenPart;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A part as stored in a file, decoded on access. All numbers are big-endian:
 *
 * <pre>
 * "PLIX0001"  origin: length u16, UTF-8  first u64  count u32  earliest s64  latest s64
 * count × time s64 (nanoseconds since 1970)
 * terms u32, terms × offset u32 of the term, sorted by the bytes of their text
 * each term: length u16, UTF-8, postings u32, postings × the distance from the one before (varint)
 * CRC-32 of all before it, u32
 * </pre>
 */
final class StoredPart implements IndexPart {

  private static final byte[] MAGIC = "PLIX0001".getBytes(StandardCharsets.US_ASCII);
  private static final long SECOND = 1_000_000_000L;
  private static final int CHECK = Integer.BYTES;

  private final ByteBuffer bytes;
  private final long first;
  private final int count;
  private final Instant earliest;
  private final Instant latest;
  private final int times;
  private final int directory;
  private final int terms;

  private StoredPart(ByteBuffer bytes, int header) {
    this.bytes = bytes;
    this.first = bytes.getLong(header);
    this.count = bytes.getInt(header + 8);
    this.earliest = time(bytes.getLong(header + 12));
    this.latest = time(bytes.getLong(header + 20));
    this.times = header + 28;
    this.terms = bytes.getInt(times + 8 * count);
    this.directory = times + 8 * count + 4;
  }

  static @Nullable StoredPart read(byte[] content, String origin) {
    byte[] name = origin.getBytes(StandardCharsets.UTF_8);
    int header = MAGIC.length + 2 + name.length;
    if (content.length < header + 32 + CHECK
        || !Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(content);
    if (bytes.getShort(MAGIC.length) != name.length
        || !Arrays.equals(content, MAGIC.length + 2, header, name, 0, name.length)) {
      return null;
    }
    var check = new CRC32();
    check.update(content, 0, content.length - CHECK);
    return (int) check.getValue() == bytes.getInt(content.length - CHECK)
        ? new StoredPart(bytes, header)
        : null;
  }

  static byte[] write(OpenPart part, String origin) {
    var content = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(content)) {
      out.write(MAGIC);
      out.writeUTF(origin);
      out.writeLong(part.first());
      out.writeInt(part.count());
      out.writeLong(nanos(part.earliest()));
      out.writeLong(nanos(part.latest()));
      for (int i = 0; i < part.count(); i++) {
        out.writeLong(nanos(part.at(i)));
      }
      var sorted = new ArrayList<Map.Entry<byte[], BitSet>>();
      part.postings()
          .forEach(
              (term, having) ->
                  sorted.add(Map.entry(term.getBytes(StandardCharsets.UTF_8), having)));
      sorted.sort((a, b) -> Arrays.compareUnsigned(a.getKey(), b.getKey()));
      List<byte[]> written = sorted.stream().map(StoredPart::term).toList();
      out.writeInt(written.size());
      int at = out.size() + 4 * written.size();
      for (byte[] each : written) {
        out.writeInt(at);
        at += each.length;
      }
      for (byte[] each : written) {
        out.write(each);
      }
      var check = new CRC32();
      check.update(content.toByteArray());
      out.writeInt((int) check.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return content.toByteArray();
  }

  private static byte[] term(Map.Entry<byte[], BitSet> term) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeShort(term.getKey().length);
      out.write(term.getKey());
      BitSet having = term.getValue();
      out.writeInt(having.cardinality());
      int before = 0;
      for (int i = having.nextSetBit(0); i >= 0; i = having.nextSetBit(i + 1)) {
        int distance = i - before;
        while (distance > 0x7f) {
          out.writeByte(distance & 0x7f | 0x80);
          distance >>>= 7;
        }
        out.writeByte(distance);
        before = i;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public Instant at(int offset) {
    return time(bytes.getLong(times + 8 * offset));
  }

  @Override
  public Instant earliest() {
    return earliest;
  }

  @Override
  public Instant latest() {
    return latest;
  }

  @Override
  public BitSet having(String term) {
    byte[] wanted = term.getBytes(StandardCharsets.UTF_8);
    int low = 0;
    int high = terms - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int at = bytes.getInt(directory + 4 * middle);
      int length = bytes.getShort(at) & 0xffff;
      int order =
          Arrays.compareUnsigned(bytes.array(), at + 2, at + 2 + length, wanted, 0, wanted.length);
      if (order == 0) {
        return postings(at + 2 + length);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return new BitSet();
  }

  private BitSet postings(int at) {
    var having = new BitSet(count);
    int left = bytes.getInt(at);
    int place = at + 4;
    int offset = 0;
    for (; left > 0; left--) {
      int distance = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes.get(place++);
        distance |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      offset += distance;
      having.set(offset);
    }
    return having;
  }

  private static long nanos(Instant at) {
    return Math.addExact(Math.multiplyExact(at.getEpochSecond(), SECOND), at.getNano());
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }
}
