package dev.plumbline.twin;

import dev.plumbline.conclusion.DaemonSetLands;
import dev.plumbline.conclusion.MinValuesFound;
import dev.plumbline.conclusion.OfferingsLeft;
import dev.plumbline.conclusion.PodMeets;
import dev.plumbline.conclusion.PodObstacle;
import dev.plumbline.conclusion.PodRoom;
import dev.plumbline.fact.EC2NodeClass;
import dev.plumbline.fact.MinValues;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import dev.plumbline.twin.TwinTypes.Room;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** pending-pods.drl: which types of a pool hold a pod, and what is in the way of those that do? */
final class TwinRoom {

  private final TwinFacts world;
  private final TwinConclusions out;
  private final NodePool pool;
  private final PodMeets ask;
  private final TwinTypes types;

  TwinRoom(
      TwinFacts world,
      TwinConclusions out,
      NodePool pool,
      PodMeets ask,
      Set<DaemonSetLands> landing) {
    this.world = world;
    this.out = out;
    this.pool = pool;
    this.ask = ask;
    this.types = new TwinTypes(world, out, pool, ask, landing);
  }

  static String smallest(TwinConclusions out, String shape, String pool) {
    return out.of(PodRoom.class).stream()
        .filter(room -> room.shape().equals(shape) && room.nodePool().equals(pool))
        .map(room -> room.smallest() == null ? "" : room.smallest())
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse(null);
  }

  void hold() {
    TwinClass its = world.classes.get(pool.nodeClass());
    EC2NodeClass nodeClass = its == null ? null : its.fact;
    if (nodeClass == null) {
      return;
    }
    Tags zones = nodeClass.zones();
    boolean subnet =
        zones.map().isEmpty()
            || zones.map().keySet().stream()
                .anyMatch(zone -> ask.requirements().allowZone(zone, zones));
    if (!subnet) {
      stop(
          "PEND-045",
          "zone",
          null,
          "its EC2NodeClass %s has no subnet that meets %s. Maybe add one to spec.subnetSelectorTerms."
              .formatted(nodeClass.name(), ask.zones()));
    }
    List<Room> rooms = types.rooms();
    if (rooms.isEmpty()) {
      return;
    }
    List<Room> meeting = rooms.stream().filter(room -> types.meets(room, zones)).toList();
    List<Room> fitting = meeting.stream().filter(types::fits).sorted(TwinTypes.BY_SIZE).toList();
    String smallest = fitting.isEmpty() ? null : fitting.getFirst().type().name();
    out.add(new PodRoom(ask.shape(), pool.name(), meeting.size(), smallest));
    if (meeting.isEmpty() && subnet) {
      stop(
          "PEND-051",
          "types",
          null,
          "none of its usable types (%d) meets %s. Maybe loosen what the pod requires, or let the pool admit more types."
              .formatted(rooms.size(), types.barring(zones)));
    }
    if (!meeting.isEmpty() && fitting.isEmpty()) {
      tooSmall(meeting);
    }
    if (!fitting.isEmpty()) {
      limits(fitting);
      minValues(fitting);
      offerings(fitting, nodeClass);
    }
  }

  private void tooSmall(List<Room> meeting) {
    Room nearest =
        meeting.stream()
            .min(Comparator.comparingDouble(types::lack).thenComparing(TwinTypes.BY_SIZE))
            .orElseThrow();
    Resources sets = types.taken(nearest);
    var lacks = new TreeSet<String>();
    ask.requests()
        .plus(sets)
        .map()
        .forEach(
            (name, needed) -> {
              Quantity there = TwinTypes.has(nearest, name, ask.requests().plus(sets));
              if (needed.compareTo(there) > 0) {
                String also =
                    sets.quantity(name).milli() == 0
                        ? ""
                        : ", DaemonSets for " + sets.quantity(name);
                lacks.add(
                    "%s of %s (it has %s for pods, the pod asks for %s%s)"
                        .formatted(
                            needed.minus(there), name, there, ask.requests().quantity(name), also));
              }
            });
    String name = nearest.type().name();
    stop(
        "PEND-052",
        "size",
        name,
        "none of its types that meet the requirements (%d) holds the pod: %s comes nearest and is short of %s. Maybe let the pod ask for less, or the pool admit larger types."
            .formatted(meeting.size(), name, String.join(" and ", lacks)));
  }

  private void limits(List<Room> fitting) {
    boolean above =
        pool.limits().map().entrySet().stream()
            .anyMatch(each -> each.getValue().compareTo(pool.usage().quantity(each.getKey())) < 0);
    Resources left = pool.limits().minus(pool.usage());
    Predicate<Room> within =
        room ->
            left.map().entrySet().stream()
                .allMatch(
                    each -> {
                      Quantity has =
                          each.getKey().equals("nodes")
                              ? Quantity.ofWhole(1)
                              : room.capacity().capacity().quantity(each.getKey());
                      return has.compareTo(each.getValue()) <= 0;
                    });
    if (!pool.limits().map().isEmpty() && !above && fitting.stream().noneMatch(within)) {
      String smallest = fitting.getFirst().type().name();
      stop(
          "PEND-053",
          "limits",
          smallest,
          "its limits (%s) leave %s, and every type that holds the pod has more; the smallest is %s. Maybe raise spec.limits."
              .formatted(pool.limits(), left, smallest));
    }
  }

  private void minValues(List<Room> fitting) {
    boolean strict =
        world.parameters("karpenter.minValuesPolicy").stream()
            .anyMatch(policy -> !policy.value().equals("BestEffort"));
    for (MinValues least : world.minValues) {
      boolean enough =
          out.of(MinValuesFound.class).stream()
              .anyMatch(
                  found ->
                      found.nodePool().equals(pool.name())
                          && found.label().equals(least.label())
                          && found.values().size() >= least.count());
      var values = new TreeSet<String>();
      fitting.forEach(room -> values.addAll(room.type().labels().values(least.label()).list()));
      if (strict
          && enough
          && least.nodePool().equals(pool.name())
          && values.size() < least.count()) {
        stop(
            "PEND-054",
            "minValues",
            fitting.getFirst().type().name(),
            "its minValues ask for %d values of %s, but the types that hold the pod have %d: %s. Lower minValues, or loosen what the pod requires."
                .formatted(
                    least.count(), least.label(), values.size(), Values.of(values).first(8)));
      }
    }
  }

  private void offerings(List<Room> fitting, EC2NodeClass nodeClass) {
    boolean reserved =
        !nodeClass.capacityReservations().list().isEmpty()
            && ask.requirements().allow("karpenter.sh/capacity-type", "reserved");
    boolean some =
        fitting.stream()
            .anyMatch(
                room ->
                    out.of(OfferingsLeft.class).stream()
                        .filter(left -> left.instanceType().equals(room.type().name()))
                        .allMatch(left -> open(left, nodeClass.zones())));
    if (!reserved && !some) {
      List<String> names = fitting.stream().map(room -> room.type().name()).toList();
      stop(
          "PEND-055",
          "offerings",
          names.getFirst(),
          "Karpenter can launch no offering now of the types that hold the pod: %s. EC2 has no capacity for them, or no price is known. Maybe admit more types, zones or capacity types."
              .formatted(Values.of(names).first(5)));
    }
  }

  private boolean open(OfferingsLeft left, Tags zones) {
    Requirements required = ask.requirements();
    return (required.allow("karpenter.sh/capacity-type", "on-demand")
            && left.onDemand().list().stream().anyMatch(zone -> required.allowZone(zone, zones)))
        || (required.allow("karpenter.sh/capacity-type", "spot")
            && left.spot().list().stream().anyMatch(zone -> required.allowZone(zone, zones)));
  }

  private void stop(String rule, String obstacle, String type, String message) {
    out.add(new PodObstacle(rule, ask.shape(), pool.name(), obstacle, type, message));
  }
}
