package dev.plumbline.fact;

/**
 * One item of the annotation {@code plumbline.dev/prefer} of a NodePool: {@code c7i-flex, c7i, *}.
 *
 * @param nodePool the pool
 * @param position its place among the items, from 1
 * @param text the item without a leading {@code !}: c7i-flex, m7*, 7, @graviton, *
 * @param excluded whether it was led by {@code !}: what fits is never taken
 */
public record PreferenceItem(String nodePool, int position, String text, boolean excluded)
    implements Fact {

  @Override
  public String key() {
    return "PreferenceItem/" + nodePool + "/" + position;
  }

  /** Whether it is a named group, {@code @graviton}. */
  public boolean named() {
    return text.startsWith("@");
  }
}
