package dev.plumbline.source;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.InstanceTypes.RememberedCapacity;
import dev.plumbline.fact.InstanceTypes.UnavailableOffering;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nearest;
import dev.plumbline.source.KarpenterObjects.Quantities;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * State learned earlier: capacities, offerings without capacity, launches. The same form in the
 * state file and in {@code snapshot.yaml}.
 */
public final class LearnedStateFile {

  private static final List<String> CAPACITY =
      List.of("instanceType", "ami", "memory", "confirmed");
  private static final List<String> OFFERING =
      List.of("capacityType", "instanceType", "zone", "reason", "since");
  private static final List<String> LAUNCH =
      List.of(
          "nodeClaim",
          "nodePool",
          "instanceType",
          "ami",
          "launched",
          "promised",
          "allocatable",
          "nodeClass",
          "zone",
          "registered",
          "initialized",
          "ready",
          "readySince",
          "deleted",
          "disruption",
          "interrupted",
          "expires",
          "node",
          "drift",
          "deletedWith");
  private static final List<String> FAILURE =
      List.of(
          "nodePool", "capacityType", "instanceType", "zone", "code", "message", "since", "last");
  private static final List<String> CAPACITY_TYPES = List.of("on-demand", "spot");
  private static final List<String> ANY_CAPACITY_TYPE =
      List.of("*", "on-demand", "reserved", "spot");

  private LearnedStateFile() {}

  public static List<Fact> read(Path file) {
    Cursor root = Cursor.of(Origin.policyData(file.toString()), PolicyData.document(file));
    root.allow(
        List.of("learnedCapacity", "unavailableOfferings", "pastLaunches", "launchFailures"));
    var facts = new FactSet();
    read(root, facts);
    return facts.list();
  }

  static void read(Cursor file, FactSet facts) {
    each(file, "learnedCapacity", CAPACITY, LearnedStateFile::capacity, facts);
    each(file, "unavailableOfferings", OFFERING, LearnedStateFile::offering, facts);
    each(file, "pastLaunches", LAUNCH, LearnedStateFile::launch, facts);
    each(file, "launchFailures", FAILURE, LearnedStateFile::failure, facts);
    if (file.at("launchFailures").present()) {
      facts.launchFailuresKnown();
    }
  }

  private static void each(
      Cursor file, String name, List<String> fields, Function<Cursor, Fact> reader, FactSet facts) {
    facts.of(name, file.at(name).node());
    for (Cursor item : file.at(name).items()) {
      item.allow(fields);
      facts.add(reader.apply(item), item);
    }
  }

  private static Fact capacity(Cursor item) {
    String advice = advice(CAPACITY);
    return new RememberedCapacity(
        item.filled("instanceType", advice),
        item.filled("ami", advice),
        Quantities.one(item.required("memory", advice)),
        item.required("confirmed", advice).instant());
  }

  private static Fact offering(Cursor item) {
    String advice = advice(OFFERING);
    String capacityType = capacityType(item, advice, CAPACITY_TYPES, "not on-demand or spot");
    String reason = item.at("reason").textOrNull();
    return new UnavailableOffering(
        capacityType,
        item.filled("instanceType", advice),
        item.filled("zone", advice),
        reason == null ? "Unknown" : reason,
        item.required("since", advice).instant());
  }

  private static Fact failure(Cursor item) {
    String advice = advice(FAILURE);
    String message = item.at("message").textOrNull();
    return new LaunchFailure(
        item.filled("nodePool", advice),
        capacityType(item, advice, ANY_CAPACITY_TYPE, "not on-demand, reserved, spot or *"),
        item.filled("instanceType", advice),
        item.filled("zone", advice),
        item.filled("code", advice),
        message == null ? "" : message,
        item.required("since", advice).instant(),
        item.required("last", advice).instant());
  }

  private static String capacityType(
      Cursor item, String advice, List<String> allowed, String otherwise) {
    String capacityType = item.filled("capacityType", advice);
    if (!allowed.contains(capacityType)) {
      throw item.at("capacityType")
          .wrong(
              "is " + item.at("capacityType").shown() + ", " + otherwise,
              Nearest.suggestion(capacityType, allowed));
    }
    return capacityType;
  }

  private static Fact launch(Cursor item) {
    String advice = advice(LAUNCH);
    Cursor allocatable = item.at("allocatable");
    return new PastLaunch(
        item.filled("nodeClaim", advice),
        item.filled("nodePool", advice),
        item.filled("instanceType", advice),
        item.filled("ami", advice),
        item.required("launched", advice).instant(),
        Quantities.all(item.required("promised", advice)),
        allocatable.present() ? Quantities.all(allocatable) : null,
        item.at("nodeClass").textOrNull(),
        item.at("zone").textOrNull(),
        item.at("registered").instantOrNull(),
        item.at("initialized").instantOrNull(),
        item.at("ready").textOrNull(),
        item.at("readySince").instantOrNull(),
        item.at("deleted").instantOrNull(),
        item.at("disruption").textOrNull(),
        item.at("interrupted").instantOrNull(),
        item.at("expires").instantOrNull(),
        item.at("node").textOrNull(),
        item.at("drift").textOrNull(),
        item.at("deletedWith").textOrNull());
  }

  private static String advice(List<String> fields) {
    return "Try: add it, an entry has " + String.join(", ", fields) + ".";
  }
}
