package dev.plumbline.policy;

import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingsLeft;
import dev.plumbline.conclusion.PodConclusions.DaemonSetLands;
import dev.plumbline.conclusion.PodConclusions.PodMeets;
import dev.plumbline.fact.Annotations.ExtensionMethod;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.CapacityReservation;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The types a NodePool can use, and what its DaemonSets take of each: what pods are held against.
 */
public final class Rooms {

  private final Collection<TypeRoom> types;
  private final Map<String, List<DaemonSetLands>> daemonSets; // by name
  private final Tags zones; // of the node class
  private final @Nullable Resources left; // of the limits
  private final Map<String, OfferingsLeft> offerings; // of the types that lost some
  private final Collection<CapacityReservation> reservations; // of the node class
  private @Nullable Meeting last;
  private @Nullable Holding lastHolding;

  /** The types that meet requirements. */
  private record Meeting(Requirements required, List<TypeRoom> types) {}

  /** Those of them that hold what is requested. */
  private record Holding(Requirements required, Resources requests, List<TypeRoom> types) {}

  private Rooms(
      Collection<TypeRoom> types,
      Map<String, List<DaemonSetLands>> daemonSets,
      Tags zones,
      @Nullable Resources left,
      Map<String, OfferingsLeft> offerings,
      Collection<CapacityReservation> reservations) {
    this.types = types;
    this.daemonSets = daemonSets;
    this.zones = zones;
    this.left = left;
    this.offerings = offerings;
    this.reservations = reservations;
  }

  /** All of {@code types}, with what {@code daemonSets} take, where they do not know it yet. */
  public static Rooms of(Collection<TypeRoom> types, Collection<DaemonSetLands> daemonSets) {
    return new Rooms(types, byName(daemonSets), Tags.NONE, null, Map.of(), List.of());
  }

  private static Map<String, List<DaemonSetLands>> byName(Collection<DaemonSetLands> daemonSets) {
    var byName = new TreeMap<String, List<DaemonSetLands>>();
    for (DaemonSetLands each : daemonSets) {
      byName.computeIfAbsent(each.daemonSet(), name -> new ArrayList<>()).add(each);
    }
    return byName;
  }

  /** The same in the zones of the node class with their ids; none if unknown. */
  public Rooms among(Tags nodeClassZones) {
    return new Rooms(types, daemonSets, nodeClassZones, left, offerings, reservations);
  }

  /** Those of which one more node stays within what the limits leave. */
  public Rooms within(Resources limitsLeft) {
    return new Rooms(types, daemonSets, zones, limitsLeft, offerings, reservations);
  }

  /** Those of which Karpenter can launch an offering now. */
  public Rooms open(Collection<OfferingsLeft> lost) {
    var byType = new HashMap<String, OfferingsLeft>();
    lost.forEach(each -> byType.put(each.instanceType(), each));
    return new Rooms(types, daemonSets, zones, left, byType, reservations);
  }

  /** The same with the capacity that is reserved for the node class. */
  public Rooms reserved(Collection<CapacityReservation> ofNodeClass) {
    return new Rooms(types, daemonSets, zones, left, offerings, ofNodeClass);
  }

  /** How many of the types meet the requirements. */
  @ExtensionMethod
  public static int count(PodMeets pods, Rooms rooms) {
    return rooms.count(pods.requirements());
  }

  /** The smallest of the types that holds such a pod; null when none does. */
  @ExtensionMethod
  public static @Nullable String smallest(PodMeets pods, Rooms rooms) {
    return rooms.smallest(pods.requirements(), pods.requests());
  }

  /** The types that hold such a pod. */
  @ExtensionMethod
  public static Values fitting(PodMeets pods, Rooms rooms) {
    return rooms.fitting(pods.requirements(), pods.requests());
  }

  /** The values of a label that the types have which hold such a pod. */
  @ExtensionMethod
  public static Values values(PodMeets pods, Rooms rooms, String label) {
    return rooms.values(fitting(pods, rooms), label);
  }

  /** The type that is closest to fitting such a pod; null when none meets the requirements. */
  @ExtensionMethod
  public static @Nullable String nearest(PodMeets pods, Rooms rooms) {
    return rooms.nearest(pods.requirements(), pods.requests());
  }

  /** What the nearest type lacks, in the words of rules in logs recorded before {@code PodFit}. */
  @ExtensionMethod
  public static String shortfall(PodMeets pods, Rooms rooms) {
    return rooms.shortfall(pods.requirements(), pods.requests(), "asks for");
  }

  /**
   * What keeps every type from holding such a pod, in words: the requirement that none meets, or
   * else what the nearest is short of; null when a type holds it.
   */
  @ExtensionMethod
  public static @Nullable String lack(PodMeets pods, Rooms rooms) {
    if (smallest(pods, rooms) != null) {
      return null;
    }
    return count(pods, rooms) == 0
        ? barring(pods, rooms)
        : rooms.shortfall(pods.requirements(), pods.requests(), "requests");
  }

  /** The first requirement that no type meets, in words; all of them when each is met by some. */
  @ExtensionMethod
  public static String barring(PodMeets pods, Rooms rooms) {
    return rooms.barring(pods.requirements());
  }

  /** Those that meet the requirements, worked out once for all that is asked about them. */
  private List<TypeRoom> meeting(Requirements required) {
    Meeting known = last;
    if (known == null || !known.required().equals(required)) {
      known = new Meeting(required, types.stream().filter(type -> meets(type, required)).toList());
      last = known;
    }
    return known.types();
  }

  private int count(Requirements required) {
    return meeting(required).size();
  }

  /** Those that meet the requirements and hold the requests, worked out once like those. */
  private List<TypeRoom> holding(Requirements required, Resources requests) {
    Holding known = lastHolding;
    if (known == null || !known.requests().equals(requests) || !known.required().equals(required)) {
      List<TypeRoom> held =
          meeting(required).stream().filter(type -> holds(type, requests)).toList();
      known = new Holding(required, requests, held);
      lastHolding = known;
    }
    return known.types();
  }

  private @Nullable String smallest(Requirements required, Resources requests) {
    TypeRoom best = null;
    for (TypeRoom type : holding(required, requests)) {
      if (best == null || type.smallerThan(best)) {
        best = type;
      }
    }
    return best == null ? null : best.type().name();
  }

  private Values fitting(Requirements required, Resources requests) {
    return Values.of(holding(required, requests).stream().map(type -> type.type().name()).toList());
  }

  private Values values(Values names, String label) {
    return Values.ofAll(
        types.stream()
            .filter(type -> names.has(type.type().name()))
            .map(type -> type.type().labels().values(label))
            .toList());
  }

  private boolean holds(TypeRoom type, Resources requests) {
    return type.holds(requests) && type.holds(requests, taken(type)) && withinLimits(type);
  }

  private boolean meets(TypeRoom room, Requirements required) {
    return sold(room, required)
        || reservations.stream().anyMatch(each -> reserved(each, room, required));
  }

  private boolean reserved(CapacityReservation it, TypeRoom room, Requirements required) {
    return it.instanceType().equals(room.type().name())
        && (!room.zones().known() || room.zones().zones().has(it.zone()))
        && required.allowZone(it.zone(), zones)
        && required.admit(it.labels(room.type().labels()));
  }

  private boolean sold(TypeRoom room, Requirements required) {
    return required.admit(room.type().labels())
        && (!room.zones().known() || required.admitZone(room.zones().zones(), zones))
        && offered(room, required);
  }

  private boolean offered(TypeRoom room, Requirements required) {
    OfferingsLeft some = offerings.get(room.type().name());
    return some == null || some.serve(required, zones);
  }

  private boolean withinLimits(TypeRoom room) {
    if (left == null) {
      return true;
    }
    Resources one = room.capacity().with("nodes", Quantity.ofWhole(1));
    return left.map().entrySet().stream()
        .noneMatch(rest -> rest.getValue().below(one.quantity(rest.getKey())));
  }

  private Resources taken(TypeRoom room) {
    Resources known = room.daemonSets();
    return known == null ? taken(room.type(), daemonSets) : known;
  }

  /** What the DaemonSets take of a node of the type. */
  static Resources taken(InstanceType type, Collection<DaemonSetLands> daemonSets) {
    return taken(type, byName(daemonSets));
  }

  private static Resources taken(InstanceType type, Map<String, List<DaemonSetLands>> daemonSets) {
    Resources all = Resources.NONE;
    for (List<DaemonSetLands> terms : daemonSets.values()) {
      if (terms.stream().anyMatch(each -> each.requirements().admit(type.labels()))) {
        all = all.plus(terms.getFirst().requests());
      }
    }
    return all;
  }

  private @Nullable String nearest(Requirements required, Resources requests) {
    // Nothing is nearer than the smallest that holds it, which is found sooner.
    String holding = left == null ? smallest(required, requests) : null;
    TypeRoom nearest = holding == null ? nearestType(required, requests) : null;
    return nearest == null ? holding : nearest.type().name();
  }

  private @Nullable TypeRoom nearestType(Requirements required, Resources requests) {
    TypeRoom nearest = null;
    double least = 0;
    for (TypeRoom type : meeting(required)) {
      double lack = lack(type, requests.plus(taken(type)));
      if (nearest == null || lack < least || (lack == least && type.smallerThan(nearest))) {
        nearest = type;
        least = lack;
      }
    }
    return nearest;
  }

  /** How many times over the scarcest resource is asked for; much for one that is not there. */
  private static double lack(TypeRoom type, Resources needed) {
    double most = 0;
    for (var each : needed.map().entrySet()) {
      long has = type.allocatableOf(each.getKey(), each.getValue()).milli();
      long asked = each.getValue().milli();
      if (asked > has) {
        most = Math.max(most, has <= 0 ? 1e9 : (double) asked / has);
      }
    }
    return most;
  }

  private String shortfall(Requirements required, Resources requests, String verb) {
    TypeRoom nearest = nearestType(required, requests);
    if (nearest == null) {
      return "";
    }
    Resources taken = taken(nearest);
    var lacks = new TreeSet<String>();
    requests
        .plus(taken)
        .map()
        .forEach(
            (name, needed) -> {
              Quantity there = nearest.allocatableOf(name, needed);
              if (there.below(needed)) {
                Quantity sets = taken.quantity(name);
                lacks.add(
                    needed.minus(there)
                        + " of "
                        + name
                        + " (it has "
                        + there
                        + " for pods, the pod "
                        + verb
                        + " "
                        + requests.quantity(name)
                        + (sets.milli() == 0 ? "" : ", DaemonSets for " + sets)
                        + ")");
              }
            });
    return nearest.type().name() + " comes nearest and is short of " + String.join(" and ", lacks);
  }

  private String barring(Requirements required) {
    for (var each : required.list()) {
      if (count(Requirements.of(each)) == 0) {
        return each.toString();
      }
    }
    return required.toString();
  }
}
