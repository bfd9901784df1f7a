package dev.plumbline.bundle;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The place that an address names. What is read is not verified.
 *
 * <p>Every method throws {@link IOException} when the place cannot be reached or refuses, with a
 * message that names the address, or the registry, and ends with advice.
 */
public interface BundlePlace extends AutoCloseable {

  BundleAddress address();

  /**
   * What the address names now, to see whether it is another one; costs one small request.
   *
   * @return null when there is nothing
   */
  @Nullable String identity() throws IOException;

  /** The archive that the address names now. */
  byte[] read() throws IOException;

  /**
   * Writes the archive, and then has the channel name it.
   *
   * @return the digest by which this place names it
   */
  String write(RuleBundle bundle) throws IOException;

  @Override
  default void close() {}
}
