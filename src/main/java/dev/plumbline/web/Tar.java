package dev.plumbline.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads regular files of tar archives as written by GNU tar, bsdtar and busybox: ustar headers, GNU
 * and pax long names. Other entries are ignored.
 */
final class Tar {

  private static final int BLOCK = 512;
  private static final Pattern PAX_PATH = Pattern.compile("[0-9]+ path=([^\n]*)\n");

  private Tar() {}

  /**
   * The content by name, without the top-level folder that is common to all.
   *
   * @param limit the maximum total size in bytes
   */
  static Map<String, byte[]> files(InputStream archive, long limit) throws IOException {
    var files = new TreeMap<String, byte[]>();
    String longName = null;
    long left = limit;
    for (byte[] header = archive.readNBytes(BLOCK);
        header.length == BLOCK && header[0] != 0;
        header = archive.readNBytes(BLOCK)) {
      long size = octal(header, 124, 12);
      left -= size;
      if (left < 0) {
        throw tooLarge(limit);
      }
      byte[] content = archive.readNBytes((int) size);
      archive.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
      if (content.length < size) {
        throw broken("it ends too early");
      }
      switch (header[156]) {
        case 'L' -> longName = text(content, 0, content.length);
        case 'x' -> longName = paxPath(content, longName);
        case 0, '0' -> {
          files.put(clean(longName == null ? name(header) : longName), content);
          longName = null;
        }
        default -> longName = null;
      }
    }
    if (files.isEmpty()) {
      throw broken("it holds no file");
    }
    return withoutFolder(files);
  }

  static byte[] limited(InputStream body, long limit) throws IOException {
    byte[] bytes = body.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
    if (bytes.length > limit) {
      throw tooLarge(limit);
    }
    return bytes;
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
    return name.startsWith("./") ? name.substring(2) : name;
  }

  private static String name(byte[] header) {
    String prefix = text(header, 257, 5).equals("ustar") ? text(header, 345, 155) : "";
    String name = text(header, 0, 100);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static @Nullable String paxPath(byte[] content, @Nullable String before) {
    Matcher path = PAX_PATH.matcher(new String(content, StandardCharsets.UTF_8));
    return path.find() ? path.group(1) : before;
  }

  private static String text(byte[] bytes, int from, int length) {
    var text = new ByteArrayOutputStream();
    for (int i = from; i < from + length && bytes[i] != 0; i++) {
      text.write(bytes[i]);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private static long octal(byte[] header, int from, int length) {
    String digits = text(header, from, length).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw broken("a header has '" + digits + "' for a size");
    }
  }

  private static Problem broken(String why) {
    return Problem.badRequest(
        "the body is not a readable tar archive: "
            + why
            + ". Try: tar c -C FOLDER . | curl --data-binary @-"
            + " -H 'Content-Type: application/x-tar' …");
  }

  private static Problem tooLarge(long limit) {
    return Problem.other(
        413,
        "Too large",
        "the snapshot is larger than "
            + limit
            + " bytes. Try: leave out what is not needed, or set plumbline.web.snapshot-limit.");
  }
}
