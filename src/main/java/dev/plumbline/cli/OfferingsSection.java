package dev.plumbline.cli;

import dev.plumbline.conclusion.OfferingUnavailable;
import dev.plumbline.conclusion.OfferingUnpriced;
import dev.plumbline.conclusion.SpotDearer;
import dev.plumbline.fact.Usd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The offerings that cannot be launched now, or that Karpenter passes over for their price. */
final class OfferingsSection extends Section {

  OfferingsSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    var told = new LinkedHashMap<String, List<OfferingUnavailable>>();
    var unpriced = new TreeMap<String, TreeSet<String>>();
    for (OfferingUnavailable offering : answer.of(OfferingUnavailable.class)) {
      told.computeIfAbsent(
              offering.instanceType() + " " + offering.capacityType() + " " + offering.until(),
              none -> new ArrayList<>())
          .add(offering);
    }
    for (OfferingUnpriced offering : answer.of(OfferingUnpriced.class)) {
      unpriced
          .computeIfAbsent(offering.capacityType(), none -> new TreeSet<>())
          .add(offering.instanceType());
    }
    List<SpotDearer> dearer = answer.of(SpotDearer.class);
    if (told.isEmpty() && unpriced.isEmpty() && dearer.isEmpty()) {
      return;
    }
    paper.blank();
    paper.line(0, paper.bold("Offerings"));
    noCapacity(List.copyOf(told.values()));
    for (Map.Entry<String, TreeSet<String>> types : unpriced.entrySet()) {
      labelled(
          "no price",
          types.getKey()
              + " of "
              + (all
                  ? String.join(", ", types.getValue())
                  : someTypes(List.copyOf(types.getValue()))));
    }
    dearer(dearer);
  }

  private void noCapacity(List<List<OfferingUnavailable>> groups) {
    for (List<OfferingUnavailable> group : groups.subList(0, shown(groups.size()))) {
      OfferingUnavailable first = group.getFirst();
      labelled(
          "no capacity",
          first.capacityType()
              + " "
              + first.instanceType()
              + " in "
              + String.join(", ", group.stream().map(OfferingUnavailable::zone).distinct().toList())
              + " until "
              + first.until()
              + ": "
              + first.reason());
      because(4, first);
    }
    more(groups.size());
  }

  private void dearer(List<SpotDearer> dearer) {
    for (SpotDearer spot : dearer.subList(0, shown(dearer.size()))) {
      labelled(
          "spot dearer",
          spot.instanceType()
              + " in "
              + spot.zone()
              + ": "
              + Usd.perHour(spot.spotMicroUsdPerHour())
              + ", on demand "
              + Usd.perHour(spot.onDemandMicroUsdPerHour()));
      because(4, spot);
    }
    more(dearer.size());
  }

  private int shown(int count) {
    return all || count <= ONE_BY_ONE + 1 ? count : ONE_BY_ONE;
  }

  private void more(int count) {
    if (shown(count) < count) {
      paper.line(15, "and " + Words.number(count - shown(count)) + " more (--all tells them)");
    }
  }

  private void labelled(String label, String text) {
    String padded = Paper.pad(label, 11);
    paper.labelled(2, padded, paper.dim(padded), text);
  }
}
