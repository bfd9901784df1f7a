package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.TypeSelection;
import dev.plumbline.fact.Values;
import java.util.Locale;

/**
 * The instance types that a NodePool prefers to those of the next tier: what it admits, fits the
 * item and fits none that stands before it or is excluded. Images play no part.
 *
 * @param nodePool the pool
 * @param tier its place in the order, from 1, as the item stands in the annotation
 * @param item the item: c7i-flex, @graviton, *
 * @param families the families of which every type that the pool admits is in the tier
 * @param instanceTypes the types in the tier of other families
 * @param requirements what tells the types of the tier from the others that the pool admits; for
 *     {@code *} met by what EC2 has yet to offer, too; nothing when the tier is empty
 */
public record PreferenceTier(
    @Key String nodePool,
    @Key int tier,
    @Key String item,
    Values families,
    Values instanceTypes,
    Requirements requirements)
    implements Conclusion {

  /** Whether there is no type in it. */
  public boolean none() {
    return families.none() && instanceTypes.none();
  }

  /** Whether a type that the pool admits is in it. */
  public boolean holds(String instanceType) {
    return families.has(TypeSelection.family(instanceType)) || instanceTypes.has(instanceType);
  }

  /**
   * What an object of the tier is called: the pool and the item with what no name may hold left
   * out, {@code *} and {@code ?} as x: default-c7i-flex, default-m7x.
   */
  public String name() {
    String slug =
        item.toLowerCase(Locale.ROOT)
            .replaceAll("[*?]", "x")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return nodePool + "-" + (slug.isEmpty() ? Integer.toString(tier) : slug);
  }

  /** Whether the name is short enough for a label: 63 characters. */
  public boolean nameFits() {
    return name().length() <= 63;
  }
}
