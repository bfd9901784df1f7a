package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import org.jspecify.annotations.Nullable;

/**
 * An object that was made for a tier of a pool's preference.
 *
 * @param kind NodePool or NodeOverlay
 * @param name what it is called
 * @param nodePool the pool whose tier it makes; it may be gone
 * @param mode its annotation {@code plumbline.dev/mode}; null when it has none
 */
public record TierObject(
    @Key String kind, @Key String name, @Key String nodePool, @Nullable String mode)
    implements Conclusion {

  /** The name by which conclusions call it: NodePool/default-c7i-flex. */
  public String object() {
    return kind + "/" + name;
  }
}
