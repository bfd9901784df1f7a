package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * What an activity waits for while it is missing or cannot be relied on ({@code gates.yaml}).
 *
 * @param gate the activity: drift
 * @param subjects the objects it is so for: node-pool-in-use
 * @param waitsFor a source, or another gate, which concerns the same object, its node class or the
 *     cluster
 */
@ExpectedCount(10)
public record GateDependency(String gate, String subjects, String waitsFor) implements Fact {

  @Override
  public String key() {
    return "GateDependency/" + gate + "/" + subjects + "/" + waitsFor;
  }
}
