package dev.plumbline.conclusion;

import dev.plumbline.fact.Resources;
import org.jspecify.annotations.Nullable;

/**
 * One object for many resources that are equal and stay: what nodes of a type have is mostly the
 * same with every node class and image.
 */
final class SharedResources {

  /** By hash: what was equal last. */
  private static final @Nullable Resources[] KNOWN = new @Nullable Resources[4096];

  private SharedResources() {}

  /** {@code resources}, or what is equal to them. */
  static Resources of(Resources resources) {
    int hash = resources.hashCode();
    int place = (hash ^ hash >>> 16) & KNOWN.length - 1;
    // Immutable, so that threads need no lock: of the same amounts there may be two then.
    Resources known = KNOWN[place];
    if (known != null && known.equals(resources)) {
      return known;
    }
    KNOWN[place] = resources;
    return resources;
  }
}
