package dev.plumbline.cli.table;

import dev.plumbline.conclusion.CapacityConclusions.CapacityMismatch;
import dev.plumbline.conclusion.CapacityConclusions.CapacityObjection;
import dev.plumbline.conclusion.CapacityConclusions.CapacityOverestimate;
import dev.plumbline.conclusion.CapacityConclusions.InstanceTypeCapacity;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeLeftOut;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingUnavailable;
import dev.plumbline.conclusion.InstanceTypeConclusions.OfferingUnpriced;
import dev.plumbline.conclusion.InstanceTypeConclusions.SpotDearer;
import dev.plumbline.conclusion.LaunchConclusions.LaunchLoop;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Usd;
import dev.plumbline.view.SettlementIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Offerings that cannot be launched now or are passed over for their price, nodes that hold less
 * than was promised, and what sizes rest on.
 */
final class CapacitySection extends Section {

  private static final int LABEL_WIDTH = 11;

  CapacitySection(Context context) {
    super(context);
  }

  void offerings() {
    var unavailable = new LinkedHashMap<String, List<OfferingUnavailable>>();
    for (OfferingUnavailable each : index.of(OfferingUnavailable.class)) {
      unavailable
          .computeIfAbsent(
              each.instanceType() + " " + each.capacityType() + " " + each.until(),
              none -> new ArrayList<>())
          .add(each);
    }
    Map<String, List<OfferingUnpriced>> unpriced =
        SettlementIndex.group(index.of(OfferingUnpriced.class), OfferingUnpriced::capacityType);
    List<SpotDearer> dearer = index.of(SpotDearer.class);
    if (unavailable.isEmpty() && unpriced.isEmpty() && dearer.isEmpty()) {
      return;
    }
    out.heading("Offerings");
    limited(List.copyOf(unavailable.values()), this::noCapacity);
    unpriced.forEach(
        (capacityType, offerings) -> {
          var types = new TreeSet<String>();
          offerings.forEach(each -> types.add(each.instanceType()));
          offering(
              "no price",
              capacityType
                  + " of "
                  + (all ? String.join(", ", types) : InstanceTypeText.some(types, MAX_EXAMPLES)));
        });
    limited(dearer, this::dearer);
  }

  private <T> void limited(List<T> list, java.util.function.Consumer<T> each) {
    List<T> shown = list.size() == MAX_ITEMS + 1 ? list : shown(list, MAX_ITEMS);
    shown.forEach(each);
    more(LABEL_WIDTH + 4, list.size() - shown.size(), " (--all lists them)");
  }

  private void noCapacity(List<OfferingUnavailable> zones) {
    OfferingUnavailable first = zones.getFirst();
    offering(
        "no capacity",
        "%s %s in %s until %s: %s"
            .formatted(
                first.capacityType(),
                first.instanceType(),
                String.join(
                    ", ", zones.stream().map(OfferingUnavailable::zone).distinct().toList()),
                first.until(),
                first.reason()));
    because(4, first);
  }

  private void dearer(SpotDearer spot) {
    offering(
        "spot dearer",
        "%s in %s: %s, on demand %s"
            .formatted(
                spot.instanceType(),
                spot.zone(),
                Usd.perHour(spot.spotMicroUsdPerHour()),
                Usd.perHour(spot.onDemandMicroUsdPerHour())));
    because(4, spot);
  }

  private void offering(String label, String text) {
    out.labelled(2, out.dim(TextOutput.pad(label, LABEL_WIDTH)), text);
  }

  /** What goes wrong with nodes, the dearest first; nothing when all is well. */
  void write() {
    List<LaunchLoop> loops = index.of(LaunchLoop.class);
    List<InstanceTypeLeftOut> leftOut = index.of(InstanceTypeLeftOut.class);
    List<CapacityMismatch> mismatches = index.of(CapacityMismatch.class);
    List<CapacityOverestimate> overestimates = index.of(CapacityOverestimate.class);
    if (loops.isEmpty() && leftOut.isEmpty() && mismatches.isEmpty() && overestimates.isEmpty()) {
      return;
    }
    out.heading(loops.isEmpty() ? out.yellow("Capacity") : out.red("Capacity"));
    list(loops, out::red, LaunchLoop::rule, LaunchLoop::message);
    list(leftOut, out::red, InstanceTypeLeftOut::rule, InstanceTypeLeftOut::message);
    list(
        mismatches,
        out::yellow,
        CapacityMismatch::rule,
        each ->
            ObjectKind.NODE.key(each.node())
                + " of "
                + ObjectKind.NODE_CLAIM.key(each.nodeClaim())
                + ": "
                + each.message());
    list(overestimates, out::yellow, CapacityOverestimate::rule, CapacityOverestimate::message);
  }

  void objections(List<CapacityObjection> objections) {
    list(objections, out::yellow, CapacityObjection::rule, CapacityObjection::message);
  }

  /** The assumptions behind all sizes, once. */
  void basis() {
    List<InstanceTypeCapacity> sized = index.of(InstanceTypeCapacity.class);
    if (sized.isEmpty()) {
      return;
    }
    var types = new TreeSet<String>();
    var learned = new TreeSet<String>();
    var unknown = new TreeSet<String>();
    for (InstanceTypeCapacity each : sized) {
      types.add(each.instanceType());
      unknown.addAll(each.unknown().list());
      if (each.basis().equals("learned")) {
        learned.add(each.instanceType());
      }
    }
    out.blank();
    out.wrappedDim(
        0,
        "capacity of "
            + TextFormat.count(types.size(), "type")
            + (learned.isEmpty()
                ? ""
                : ", of " + TextFormat.number(learned.size()) + " learned from nodes")
            + (unknown.isEmpty() ? "" : "; unknown: " + String.join(", ", unknown))
            + " (--only InstanceTypeCapacity lists it)");
  }

  /** Each message once, under the rule that says so. */
  private <T extends Conclusion> void list(
      List<T> conclusions,
      UnaryOperator<String> paint,
      Function<T, String> rule,
      Function<T, String> message) {
    Map<String, T> byMessage = new LinkedHashMap<>();
    conclusions.forEach(each -> byMessage.putIfAbsent(message.apply(each), each));
    List<T> messages = List.copyOf(byMessage.values());
    List<T> shown = shown(messages, MAX_ITEMS);
    shown.forEach(each -> said(2, paint.apply(rule.apply(each)), message.apply(each), each));
    more(4, messages.size() - shown.size(), " (--all lists them)");
  }
}
