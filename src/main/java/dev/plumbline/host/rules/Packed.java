package dev.plumbline.host.rules;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Text as a ConfigMap holds it, so that more of it fits: gzip in base64. */
final class Packed {

  /** The key in {@code binaryData}. */
  static final String KEY = "content.json.gz";

  /** How many bytes a ConfigMap holds, less what its names take. */
  private static final int MOST = (1 << 20) - (1 << 12);

  private static final Logger LOG = Logger.getLogger(Packed.class);

  private Packed() {}

  /**
   * The text of a revision.
   *
   * @throws StoreFaultException when no ConfigMap could hold it
   */
  static String of(String text, String digest) {
    var bytes = new ByteArrayOutputStream();
    try (var packed = new GZIPOutputStream(bytes)) {
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (bytes.size() > MOST) {
      throw new StoreFaultException(
          String.format(
              Locale.ROOT,
              "revision %s takes %,d bytes packed, and a ConfigMap holds %,d."
                  + " Maybe lay fewer files over the shipped ones.",
              Revision.brief(digest),
              bytes.size(),
              MOST));
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** The text in {@code map}; null when there is none that can be read. */
  static @Nullable String of(ConfigMap map) {
    Map<String, String> data = map.getBinaryData();
    String packed = data == null ? null : data.get(KEY);
    if (packed == null) {
      return null;
    }
    try (var text =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(packed)))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException | IllegalArgumentException e) {
      LOG.warnf("A ConfigMap cannot be unpacked: name=%s why=%s", map.getMetadata().getName(), e);
      return null;
    }
  }
}
