package dev.plumbline.fact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on labels, all of which bind. Several on one key are intersected, as Karpenter does
 * ({@code sigs.k8s.io/karpenter/pkg/scheduling/requirements.go}), whose two ways of asking are
 * kept: {@link #admit} for a NodePool and {@link #compatible} for an AMI.
 */
public final class Requirements implements Comparable<Requirements> {

  /** Nothing required. */
  public static final Requirements NONE = new Requirements(new TreeMap<>(), List.of());

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String ZONE_ID = "topology.k8s.aws/zone-id";

  /**
   * The order of {@code EC2NodeClass.status.amis[].requirements}: short keys first, then by key.
   */
  private static final Comparator<Requirement> STATUS_ORDER =
      Comparator.comparingInt((Requirement r) -> r.key().length()).thenComparing(Requirement::key);

  /** Old names of well-known labels, as Karpenter normalises them. */
  private static final Map<String, String> NORMALIZED =
      Map.of(
          "beta.kubernetes.io/arch", "kubernetes.io/arch",
          "beta.kubernetes.io/os", "kubernetes.io/os",
          "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type",
          "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region",
          "topology.ebs.csi.aws.com/zone", "topology.kubernetes.io/zone");

  private final String[] keys;
  private final Bound[] bounds;
  private final List<Requirement> canonical;
  private final List<Requirement> written;

  /** Cached {@link #toString}: rules sort by it. */
  private @Nullable String text;

  private Requirements(TreeMap<String, Bound> byKey, List<Requirement> written) {
    this.keys = byKey.keySet().toArray(String[]::new);
    this.bounds = byKey.values().toArray(Bound[]::new);
    this.written = written;
    var list = new ArrayList<Requirement>();
    byKey.forEach((key, bound) -> list.addAll(bound.requirements(key)));
    list.sort(STATUS_ORDER);
    this.canonical = List.copyOf(list);
  }

  /**
   * All of {@code requirements} together.
   *
   * @throws IllegalArgumentException when a numeric operator has no whole number as its one operand
   */
  public static Requirements of(Collection<Requirement> requirements) {
    var byKey = new TreeMap<String, Bound>();
    for (Requirement requirement : requirements) {
      byKey.merge(label(requirement.key()), Bound.of(requirement), Bound::and);
    }
    return new Requirements(byKey, List.copyOf(requirements));
  }

  /** The name that the label {@code key} has today, as Karpenter normalises the old ones. */
  public static String label(String key) {
    return NORMALIZED.getOrDefault(key, key);
  }

  /** All of {@code requirements} together. */
  public static Requirements of(Requirement... requirements) {
    return of(List.of(requirements));
  }

  /** These and {@code more}, all of which bind. */
  public Requirements plus(Requirements more) {
    var all = new ArrayList<>(written);
    all.addAll(more.written);
    return of(all);
  }

  /** These and that {@code key} is {@code value}. */
  public Requirements with(String key, String value) {
    return with(key, Values.of(value));
  }

  /** These and that {@code key} is not {@code value}. */
  public Requirements without(String key, String value) {
    return plus(of(new Requirement(key, Operator.NOT_IN, value)));
  }

  /** These without those that {@code known} is sure to meet. */
  public Requirements beyond(Labels known) {
    return of(
        written.stream().filter(r -> !known.has(r.key()) || !of(r).compatible(known)).toList());
  }

  /** These and all of {@code more}. */
  public Requirements plusAll(Collection<Requirements> more) {
    Requirements all = this;
    for (Requirements each : more) {
      all = all.plus(each);
    }
    return all;
  }

  /** Whether both bind one key. */
  public boolean meet(Requirements other) {
    for (String key : keys) {
      if (other.name(key)) {
        return true;
      }
    }
    return false;
  }

  /** Whether nothing is required. */
  public boolean none() {
    return keys.length == 0;
  }

  /** These and that {@code key} has one of {@code values}. */
  public Requirements with(String key, Values values) {
    return plus(of(new Requirement(key, Operator.IN, values.list(), null)));
  }

  /**
   * Whether a node with these labels would be allowed where every key that <em>both</em> know binds
   * and a key nothing is known about is left open (Karpenter's {@code Intersects}).
   */
  public boolean admit(Labels labels) {
    for (int i = 0; i < keys.length; i++) {
      String[] possible = labels.possible(keys[i]);
      if (possible != null && !bounds[i].allows(possible)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a node with these labels would be allowed where every key required must be known,
   * unless it is required to be absent or to differ (Karpenter's {@code Compatible}).
   */
  public boolean compatible(Labels labels) {
    for (int i = 0; i < keys.length; i++) {
      String[] possible = labels.possible(keys[i]);
      if (possible == null ? !bounds[i].absentAllowed() : !bounds[i].allows(possible)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The first requirement, in key order, for which {@link #compatible} fails; empty when it holds.
   */
  public String firstIncompatible(Labels labels) {
    for (int i = 0; i < keys.length; i++) {
      String[] possible = labels.possible(keys[i]);
      if (possible == null ? !bounds[i].absentAllowed() : !bounds[i].allows(possible)) {
        return bounds[i].requirements(keys[i]).getFirst()
            + ", but it is "
            + (possible == null || possible.length == 0 ? "absent" : String.join(" or ", possible));
      }
    }
    return "";
  }

  /** Whether a node that carries these labels and no others is allowed, as {@link #compatible}. */
  public boolean allow(Tags node) {
    return firstDenied(node) == null;
  }

  /** The first requirement, in key order, for which {@link #allow} fails; null when it holds. */
  public @Nullable String firstDenied(Tags node) {
    for (int i = 0; i < keys.length; i++) {
      String own = node.value(keys[i]);
      if (own == null ? !bounds[i].absentAllowed() : !bounds[i].allows(new String[] {own})) {
        return bounds[i].requirements(keys[i]).getFirst()
            + ", but it is "
            + (own == null ? "absent" : own);
      }
    }
    return null;
  }

  /**
   * Whether what is required of GPUs and accelerators alone is met, as {@link #compatible} has it:
   * whether an image drives the devices of a node, however the rest fits.
   */
  public boolean drives(Labels labels) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i].startsWith("karpenter.k8s.aws/instance-gpu-")
          || keys[i].startsWith("karpenter.k8s.aws/instance-accelerator-")) {
        String[] possible = labels.possible(keys[i]);
        if (possible == null ? !bounds[i].absentAllowed() : !bounds[i].allows(possible)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether anything is required of {@code key}. */
  public boolean name(String key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  /** Whether {@code key} must exist, with any value, and nothing else is required of it. */
  public boolean exist(String key) {
    int index = Arrays.binarySearch(keys, key);
    return index >= 0 && bounds[index].plainExists();
  }

  /**
   * Whether one {@code kubernetes.io/arch} is required and nothing else: what an id can express.
   */
  public boolean tellArchitectureAlone() {
    return keys.length == 1 && value("kubernetes.io/arch") != null;
  }

  /** The values {@code key} must have one of; none when {@code key} is not bound to a list. */
  public Values values(String key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 || bounds[index].complement()
        ? Values.NONE
        : Values.of(Arrays.asList(bounds[index].values()));
  }

  /** The one value that {@code key} must have; null when it may have several or any. */
  public @Nullable String value(String key) {
    Values values = values(key);
    return values.size() == 1 ? values.list().getFirst() : null;
  }

  /**
   * Whether one of the zones where an instance type is offered is allowed, by name and by id.
   *
   * @param offered the zones of its offerings
   * @param zones the zones of the node class with their ids; none when they are not known, which
   *     leaves every zone open and the ids unknown
   */
  public boolean admitZone(Values offered, Tags zones) {
    Bound byName = bound(ZONE);
    Bound byId = bound(ZONE_ID);
    for (String zone : offered.list()) {
      if (allowZone(zone, zones, byName, byId)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether one zone is allowed; {@code zones} as for {@link #admitZone}. An id that the node class
   * has not is an empty one, as for Karpenter ({@code pkg/providers/instancetype/offering}).
   */
  public boolean allowZone(String zone, Tags zones) {
    return allowZone(zone, zones, bound(ZONE), bound(ZONE_ID));
  }

  private static boolean allowZone(
      String zone, Tags zones, @Nullable Bound byName, @Nullable Bound byId) {
    String id = zones.value(zone);
    return (zones.none() || id != null)
        && (byName == null || byName.allows(new String[] {zone}))
        && (byId == null || id == null || byId.allows(new String[] {id}));
  }

  /** Whether {@code key} may be {@code value}: it is required, or nothing is required of it. */
  public boolean allow(String key, String value) {
    Bound bound = bound(key);
    return bound == null || bound.allows(new String[] {value});
  }

  /** The keys that bind, in order. */
  String[] keys() {
    return keys;
  }

  @Nullable Bound bound(String key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? null : bounds[index];
  }

  /** Whether the zone is bound, by name or by id. */
  public boolean bindsZone() {
    return name(ZONE) || name(ZONE_ID);
  }

  /** How many keys bind: of two that both fit, the one with more is the more specific. */
  public int specificity() {
    return keys.length;
  }

  /**
   * One requirement a key (two for a range), in the order of {@code status.amis[].requirements}.
   */
  public List<Requirement> list() {
    return canonical;
  }

  /** The requirements as their author wrote them, before they were combined. */
  public List<Requirement> written() {
    return written;
  }

  @Override
  public int compareTo(Requirements other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Requirements requirements && canonical.equals(requirements.canonical);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  @Override
  public String toString() {
    String known = text;
    if (known == null) {
      known = canonical.stream().map(Requirement::toString).collect(Collectors.joining(", "));
      text = known;
    }
    return known;
  }
}
