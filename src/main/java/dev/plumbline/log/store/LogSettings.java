package dev.plumbline.log.store;

import dev.plumbline.log.SigningKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a log is written.
 *
 * @param origin the first line of its checkpoints: {@code plumbline.dev/log/production}
 * @param key signs its checkpoints; null for one that is made with the log and kept beside it
 * @param segmentBytes a segment is closed once it is longer
 * @param segmentAge or once its first entry is older
 */
public record LogSettings(
    String origin, @Nullable SigningKey key, long segmentBytes, Duration segmentAge) {

  public static String origin(String name) {
    return "plumbline.dev/log/" + name;
  }
}
