package dev.plumbline.log.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.log.Hashes;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Content under its digest: {@code objects/ab/<64 digits>.gz}. */
public final class StoredObjects {

  public static final String FOLDER = "objects";

  private static final String PREFIX = "sha256:";
  private static final int DIGITS = 64;

  private StoredObjects() {}

  public static String digest(byte[] content) {
    return PREFIX + Hashes.hex(Hashes.of(content));
  }

  public static boolean isDigest(String text) {
    return text.length() == PREFIX.length() + DIGITS
        && text.startsWith(PREFIX)
        && text.chars()
            .skip(PREFIX.length())
            .allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  public static String file(String digest) {
    String hex = digest.substring(PREFIX.length());
    return FOLDER + "/" + hex.substring(0, 2) + "/" + hex + ".gz";
  }

  /** The digest that a file is named after; null when it is named after none. */
  public static @Nullable String ofFile(String name) {
    int slash = name.lastIndexOf('/');
    int end = name.length() - ".gz".length();
    String digest = end > slash ? PREFIX + name.substring(slash + 1, end) : "";
    return isDigest(digest) && file(digest).equals(name) ? digest : null;
  }

  public static byte @Nullable [] read(LogFiles files, String digest) throws IOException {
    byte[] packed = isDigest(digest) ? files.bytes(file(digest)) : null;
    if (packed == null) {
      return null;
    }
    byte[] content = SealedGzip.unpack(packed);
    if (!digest(content).equals(digest)) {
      throw new IllegalArgumentException("its content does not match its digest");
    }
    return content;
  }

  /**
   * The digests of the objects an entry names: each field of its body, and each one of its {@code
   * files}, that is a digest. What lies deeper is facts and conclusions, where a digest can be
   * anybody's; a field whose name ends in {@code digest} is compared, not stored.
   */
  public static Set<String> namedIn(ObjectNode body) {
    var digests = new TreeSet<String>();
    addDigests(body, digests);
    if (body.get("files") instanceof ObjectNode files) {
      addDigests(files, digests);
    }
    return digests;
  }

  private static void addDigests(ObjectNode object, Set<String> digests) {
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String text = field.getValue().isTextual() ? field.getValue().textValue() : "";
      String name = field.getKey().toLowerCase(Locale.ROOT);
      if (isDigest(text) && !name.endsWith("digest") && !name.equals("rules")) {
        digests.add(text);
      }
    }
  }
}
