package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import org.jspecify.annotations.Nullable;

/**
 * The AWS account that the cluster runs in: what {@code self} means as an owner.
 *
 * @param id twelve digits; null when it is not told
 */
@ExpectedCount(1)
public record Account(@Nullable String id) implements Fact {

  @Override
  public String key() {
    return "Account";
  }
}
