package dev.plumbline.fact;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a pod requires of the labels of a node against what a NodePool gives its nodes, as Karpenter
 * compares the two ({@code Requirements.Compatible} with {@code AllowUndefinedWellKnownLabels}).
 */
public final class PodMatch {

  private static final Set<String> OPEN = WellKnown.ofLaunches();

  private PodMatch() {}

  /** Whether a node of the pool can be what the pod requires. */
  public static boolean fits(Requirements pool, Requirements pod) {
    return unknownLabel(pool, pod) == null && conflict(pool, pod) == null;
  }

  /**
   * What the pod requires of the first label that no node of the pool will have; null when there is
   * none. A well-known label is known of every pool, and what may be absent needs nobody to set it.
   */
  public static @Nullable String unknownLabel(Requirements pool, Requirements pod) {
    for (String key : pod.keys()) {
      Bound asked = pod.bound(key);
      if (asked != null && !pool.name(key) && !OPEN.contains(key) && !asked.absentAllowed()) {
        return asked.requirements(key).getFirst().toString();
      }
    }
    return null;
  }

  /** The first label of which pool and pod have no value in common; null when there is none. */
  public static @Nullable String conflict(Requirements pool, Requirements pod) {
    for (String key : pod.keys()) {
      Bound asked = pod.bound(key);
      Bound given = pool.bound(key);
      if (asked != null && given != null && clash(given, asked)) {
        return key;
      }
    }
    return null;
  }

  private static boolean clash(Bound given, Bound asked) {
    Bound both = given.and(asked);
    return !both.complement()
        && both.values().length == 0
        && !(given.absentAllowed() && asked.absentAllowed());
  }

  /** All that is required of {@code key}: {@code kubernetes.io/arch In [arm64]}. */
  public static String asked(Requirements requirements, String key) {
    Bound bound = requirements.bound(key);
    return bound == null
        ? "nothing of " + key
        : Requirements.of(bound.requirements(key)).toString();
  }
}
