package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which NodeOverlays Karpenter goes by, and what they add. */
public sealed interface OverlayConclusions extends Conclusion {

  /**
   * That Karpenter goes by a {@code NodeOverlay}.
   *
   * @param nodeOverlay the overlay
   */
  record NodeOverlayApplied(@Key String nodeOverlay) implements OverlayConclusions {}

  /**
   * What overlays add to the nodes of a type that a pool launches.
   *
   * @param nodePool the pool
   * @param instanceType the instance type
   * @param capacity the extended resources: {@code smarter-devices/fuse}
   */
  record NodeOverlayCapacity(@Key String nodePool, @Key String instanceType, Resources capacity)
      implements OverlayConclusions {

    /** The capacity of all of {@code each}, by type and resource: {@code m5.large/a.com/fuse}. */
    public static Resources byType(Collection<NodeOverlayCapacity> each) {
      var all = new TreeMap<String, Quantity>();
      each.forEach(
          one ->
              one.capacity
                  .map()
                  .forEach(
                      (resource, amount) -> all.put(one.instanceType + "/" + resource, amount)));
      return Resources.of(all);
    }
  }

  /**
   * Why Karpenter does not go by a {@code NodeOverlay}, or why that is not known.
   *
   * @param rule the id of the rule
   * @param nodeOverlay the overlay
   * @param message what is in the way and the fix, in words
   */
  record NodeOverlayObjection(@Key String rule, @Key String nodeOverlay, String message)
      implements OverlayConclusions, Objection {}

  /**
   * That two overlays of one weight change the same of an offering or a type.
   *
   * @param first the one that counts first: the later by name
   * @param second the other
   */
  record OverlayClash(@Key String first, @Key String second)
      implements OverlayConclusions, Internal {

    /**
     * The overlay that keeps {@code overlay} from being applied: one that counts before it and is
     * applied itself; null if none.
     */
    public static @Nullable String before(Collection<OverlayClash> clashes, String overlay) {
      List<String> rivals =
          clashes.stream()
              .filter(clash -> clash.second.equals(overlay))
              .map(OverlayClash::first)
              .sorted(Comparator.reverseOrder())
              .toList();
      for (String rival : rivals) {
        if (before(clashes, rival) == null) {
          return rival;
        }
      }
      return null;
    }
  }

  /**
   * That an overlay adds resources to the nodes of a type that a pool launches.
   *
   * @param nodePool the pool
   * @param instanceType the instance type
   * @param nodeOverlay the overlay
   */
  record OverlayGrant(@Key String nodePool, @Key String instanceType, @Key String nodeOverlay)
      implements OverlayConclusions, Internal {}

  /**
   * Two overlays of one weight that both set prices or both add one resource.
   *
   * @param of price or capacity
   * @param first the one that counts first: the later by name
   * @param second the other
   * @param requirements the offerings that the first is for
   * @param others the offerings that the second is for
   */
  record OverlayPair(
      @Key String of,
      @Key String first,
      @Key String second,
      Requirements requirements,
      Requirements others)
      implements OverlayConclusions, Internal {}
}
