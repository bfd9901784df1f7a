package dev.plumbline.conclusion;

import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import org.jspecify.annotations.Nullable;

/**
 * That what the pods of one shape require of labels is what nodes of a NodePool can be, their types
 * aside.
 *
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param requirements those of pool and pods together
 * @param requests what the pods ask for
 */
public record PodMeets(String shape, String nodePool, Requirements requirements, Resources requests)
    implements Conclusion, Internal {

  /** Whether the node class has a subnet in a zone that pool and pods allow, or tells none. */
  public boolean zoned(Tags zones) {
    return zones.none() || requirements.admitZone(Values.of(zones.map().keySet()), zones);
  }

  /** What is required of the zone, in words. */
  public String zones() {
    return requirements.list().stream()
        .filter(
            each ->
                each.key().equals("topology.kubernetes.io/zone")
                    || each.key().equals("topology.k8s.aws/zone-id"))
        .map(Object::toString)
        .reduce((one, other) -> one + ", " + other)
        .orElse("any zone");
  }

  /** Whether a capacity reservation would do. */
  public boolean reservable() {
    return requirements.allow("karpenter.sh/capacity-type", "reserved");
  }

  /** How many of the types meet the requirements. */
  public int count(Rooms rooms) {
    return rooms.count(requirements);
  }

  /** The smallest of the types that holds such a pod; null when none does. */
  public @Nullable String smallest(Rooms rooms) {
    return rooms.smallest(requirements, requests);
  }

  /** The types that hold such a pod. */
  public Values fitting(Rooms rooms) {
    return rooms.fitting(requirements, requests);
  }

  /** The values of a label that the types have which hold such a pod. */
  public Values values(Rooms rooms, String label) {
    return rooms.values(fitting(rooms), label);
  }

  /** The type that comes nearest to holding such a pod; null when none meets the requirements. */
  public @Nullable String nearest(Rooms rooms) {
    return rooms.nearest(requirements, requests);
  }

  /** What the nearest type lacks, in the words of rules in logs recorded before {@link PodFit}. */
  public String shortfall(Rooms rooms) {
    return rooms.shortfall(requirements, requests, "asks for");
  }

  /**
   * What keeps every type from holding such a pod, in words: the requirement that none meets, or
   * else what the nearest is short of; null when a type holds it.
   */
  public @Nullable String lack(Rooms rooms) {
    if (count(rooms) == 0) {
      return barring(rooms);
    }
    return smallest(rooms) == null ? rooms.shortfall(requirements, requests, "requests") : null;
  }

  /** The first requirement that no type meets, in words; all of them when each is met by some. */
  public String barring(Rooms rooms) {
    return rooms.barring(requirements);
  }
}
