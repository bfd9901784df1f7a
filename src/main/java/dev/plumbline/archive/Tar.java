package dev.plumbline.archive;

import dev.plumbline.archive.InvalidArchiveException.Kind;
import dev.plumbline.language.Printable;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads regular files of tar archives as written by GNU tar, bsdtar and busybox: ustar headers, GNU
 * and pax long names. Other entries are ignored. What is unpacked counts with its headers, so that
 * empty entries have an end too.
 */
public final class Tar {

  /** The maximum number of entries. */
  private static final int MAX_ENTRIES = 10_000;

  private static final int BLOCK = 512;
  private static final int MAX_NAME = 1_024;
  private static final int MAX_NAME_BYTES = 64 << 10;
  private static final Pattern PAX_PATH = Pattern.compile("[0-9]+ path=([^\n]*)\n");
  private static final Pattern PAX_SIZE = Pattern.compile("(?:^|\n)[0-9]+ size=");
  private static final Pattern OCTAL = Pattern.compile("[0-7]{1,12}");
  private static final Pattern OUTSIDE =
      Pattern.compile("/.*|.*\\\\.*|(?:.*/)?\\.\\.(?:/.*)?", Pattern.DOTALL);

  private Tar() {}

  /** As {@link #files}, of an archive that is packed with gzip. */
  public static Map<String, byte[]> gzipped(InputStream archive, long limit) throws IOException {
    try {
      return files(new GZIPInputStream(archive), limit);
    } catch (ZipException | EOFException e) {
      throw new InvalidArchiveException(Kind.NOT_GZIP, "it is not gzip, or ends too early");
    }
  }

  /**
   * The content by name, without the top-level folder that is common to all.
   *
   * @param limit the maximum size of the unpacked archive in bytes
   * @throws InvalidArchiveException when it cannot be read, or is larger
   */
  public static Map<String, byte[]> files(InputStream archive, long limit) throws IOException {
    var files = new TreeMap<String, byte[]>();
    String longName = null;
    long left = limit;
    int entries = 0;
    for (byte[] header = archive.readNBytes(BLOCK);
        header.length == BLOCK && header[0] != 0;
        header = archive.readNBytes(BLOCK)) {
      if (++entries > MAX_ENTRIES) {
        throw broken("it has more than " + MAX_ENTRIES + " entries");
      }
      long size = size(header);
      left -= size + BLOCK;
      if (left < 0) {
        throw tooLarge(limit);
      }
      byte[] content = content(archive, (int) size);
      switch (header[156]) {
        case 'L' -> longName = text(named(content), 0, content.length);
        case 'x' -> longName = paxPath(named(content), longName);
        case 0, '0' -> {
          String name = clean(longName == null ? name(header) : longName);
          longName = null;
          // A folder, as tar wrote it before there was a type of entry.
          if (!name.isEmpty() && !name.endsWith("/") && files.put(name, content) != null) {
            throw broken("it holds " + Printable.of(name) + " twice");
          }
        }
        default -> longName = null;
      }
    }
    if (files.isEmpty()) {
      throw broken("it holds no file");
    }
    return withoutFolder(files);
  }

  private static byte[] named(byte[] content) {
    if (content.length > MAX_NAME_BYTES) {
      throw broken("the name of an entry has more than " + MAX_NAME + " characters");
    }
    return content;
  }

  private static byte[] content(InputStream archive, int size) throws IOException {
    byte[] content = archive.readNBytes(size);
    if (content.length < size) {
      throw broken("it ends too early");
    }
    archive.readNBytes((BLOCK - size % BLOCK) % BLOCK);
    return content;
  }

  private static Map<String, byte[]> withoutFolder(Map<String, byte[]> files) {
    Set<String> tops =
        files.keySet().stream()
            .map(name -> name.substring(0, name.indexOf('/') + 1))
            .collect(Collectors.toSet());
    String top = tops.iterator().next();
    if (tops.size() > 1 || top.isEmpty() || top.equals("cluster/")) {
      return files;
    }
    var inside = new TreeMap<String, byte[]>();
    files.forEach((name, content) -> inside.put(name.substring(top.length()), content));
    return inside;
  }

  private static String clean(String name) {
    if (name.length() > MAX_NAME) {
      throw broken("the name of an entry has more than " + MAX_NAME + " characters");
    }
    if (OUTSIDE.matcher(name).matches()) {
      throw broken("'" + Printable.of(name) + "' leads out of the folder");
    }
    return name.startsWith("./") ? name.substring(2) : name;
  }

  private static String name(byte[] header) {
    String prefix = text(header, 257, 5).equals("ustar") ? text(header, 345, 155) : "";
    String name = text(header, 0, 100);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static @Nullable String paxPath(byte[] content, @Nullable String before) {
    String records = new String(content, StandardCharsets.UTF_8);
    if (PAX_SIZE.matcher(records).find()) {
      throw broken("an entry has 8 GiB or more");
    }
    Matcher path = PAX_PATH.matcher(records);
    return path.find() ? path.group(1) : before;
  }

  private static String text(byte[] bytes, int from, int length) {
    var text = new ByteArrayOutputStream();
    for (int i = from; i < from + length && bytes[i] != 0; i++) {
      text.write(bytes[i]);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private static long size(byte[] header) {
    String digits = text(header, 124, 12).strip();
    if (digits.isEmpty()) {
      return 0;
    }
    if (!OCTAL.matcher(digits).matches()) {
      throw broken("a header has '" + Printable.of(digits) + "' for a size");
    }
    return Long.parseLong(digits, 8);
  }

  private static InvalidArchiveException broken(String why) {
    return new InvalidArchiveException(Kind.BROKEN, why);
  }

  private static InvalidArchiveException tooLarge(long limit) {
    return new InvalidArchiveException(
        Kind.TOO_LARGE, "it is larger than " + limit + " bytes unpacked");
  }
}
