package dev.plumbline.cli;

import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The instance types that no image of a node class serves, and why. */
final class UnmappedSection extends Section {

  private static final int REASONS = 6;

  UnmappedSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write(String nodeClass) {
    List<InstanceTypeUnmapped> unmapped = answer.of(InstanceTypeUnmapped.class, nodeClass);
    if (!unmapped.isEmpty()) {
      paper.line(2, paper.yellow("no image for " + Words.count(unmapped.size(), "type")));
      List<Reason> reasons = reasons(unmapped);
      List<Reason> shown = all ? reasons : reasons.subList(0, Math.min(REASONS, reasons.size()));
      for (Reason reason : shown) {
        paper.labelled(
            4,
            reason.first().rule(),
            paper.dim(reason.first().rule()),
            Words.count(reason.types().size(), "type") + ": " + reason.text());
        if (all) {
          everyType(6, reason.types());
        } else {
          paper.wrappedDim(6, someTypes(reason.types()));
        }
        because(6, reason.first());
      }
      if (shown.size() < reasons.size()) {
        int left =
            reasons.subList(shown.size(), reasons.size()).stream()
                .mapToInt(reason -> reason.types().size())
                .sum();
        paper.line(
            4,
            "and "
                + Words.count(left, "type")
                + " for "
                + Words.count(reasons.size() - shown.size(), "other reason")
                + " (--all tells them)");
      }
    }
    List<HardwareGap> gaps = answer.of(HardwareGap.class, nodeClass);
    if (!gaps.isEmpty()) {
      var devices = new LinkedHashSet<String>();
      for (HardwareGap gap : gaps) {
        devices.add(
            gap.architecture() + " " + Words.maker(gap.manufacturer()) + " " + gap.device());
      }
      paper.labelled(
          2, "no image drives", paper.dim("no image drives"), String.join(", ", devices));
      because(4, gaps.getFirst());
    }
  }

  /** One reason with all it holds for; the most frequent first. */
  private record Reason(InstanceTypeUnmapped first, String text, List<String> types) {}

  private List<Reason> reasons(List<InstanceTypeUnmapped> unmapped) {
    var byRule = new TreeMap<String, Map<String, List<InstanceTypeUnmapped>>>();
    for (InstanceTypeUnmapped one : unmapped) {
      byRule
          .computeIfAbsent(one.rule(), rule -> new TreeMap<>())
          .computeIfAbsent(one.message(), message -> new ArrayList<>())
          .add(one);
    }
    var reasons = new ArrayList<Reason>();
    byRule.forEach(
        (rule, byMessage) -> {
          if (byMessage.size() <= REASONS || all) {
            byMessage.forEach((message, ones) -> reasons.add(reason(message, ones)));
          } else {
            List<InstanceTypeUnmapped> ones =
                byMessage.values().stream().flatMap(Collection::stream).toList();
            InstanceTypeUnmapped first = ones.getFirst();
            reasons.add(
                reason(
                    answer.ruleName(rule)
                        + ", such as "
                        + first.instanceType()
                        + ": "
                        + first.message(),
                    ones));
          }
        });
    reasons.sort(Comparator.comparingInt((Reason reason) -> -reason.types().size()));
    return reasons;
  }

  private static Reason reason(String text, List<InstanceTypeUnmapped> ones) {
    return new Reason(
        ones.getFirst(), text, ones.stream().map(InstanceTypeUnmapped::instanceType).toList());
  }
}
