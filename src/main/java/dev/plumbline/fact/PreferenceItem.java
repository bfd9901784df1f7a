package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * One item of the annotation {@code plumbline.dev/prefer} of a NodePool: {@code c7i-flex, c7i, *}.
 *
 * @param nodePool the pool
 * @param position its place among the items, from 1
 * @param text the item without a leading {@code !}: c7i-flex, m7*, 7, @graviton, *
 * @param excluded whether it was led by {@code !}: what fits is never taken
 */
@ReadFrom(of = "NodePool")
public record PreferenceItem(
    String nodePool,
    int position,
    @ReadFrom("metadata.annotations") String text,
    @ReadFrom("metadata.annotations") boolean excluded)
    implements Fact {

  @Override
  public String key() {
    return "PreferenceItem/" + nodePool + "/" + position;
  }

  /** What the group is called, {@code graviton}; the text itself when it is no group. */
  public String group() {
    return named() ? text.substring(1) : text;
  }

  /** Whether it is a named group, {@code @graviton}. */
  public boolean named() {
    return text.startsWith("@");
  }
}
