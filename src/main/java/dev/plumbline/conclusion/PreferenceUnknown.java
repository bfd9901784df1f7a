package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * That an item of an ordered preference names a group that is not defined.
 *
 * @param nodePool the pool
 * @param item the item: @gravitn
 * @param excluded whether it excludes: what is not understood then holds the whole preference
 */
public record PreferenceUnknown(@Key String nodePool, @Key String item, boolean excluded)
    implements Conclusion {

  /** What the group would be called: gravitn. */
  public String group() {
    return item.substring(1);
  }
}
