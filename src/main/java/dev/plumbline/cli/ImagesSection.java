package dev.plumbline.cli;

import dev.plumbline.conclusion.AmiApproval;
import dev.plumbline.conclusion.AmiConstraint;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.AmiSuperseded;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.SsmMissing;
import dev.plumbline.fact.Requirements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The images of a node class: resolved, superseded, refused, not found. */
final class ImagesSection extends Section {

  private static final int WORDS_WIDTH = 34;

  ImagesSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void resolved(String nodeClass) {
    List<AmiResolved> resolved =
        answer.of(AmiResolved.class, nodeClass).stream()
            .sorted(Comparator.comparingInt(AmiResolved::position))
            .toList();
    Map<String, List<String>> typesByAmi = new LinkedHashMap<>();
    for (InstanceTypeAmi mapped : answer.of(InstanceTypeAmi.class, nodeClass)) {
      typesByAmi.computeIfAbsent(mapped.ami(), ami -> new ArrayList<>()).add(mapped.instanceType());
    }
    List<String> words = resolved.stream().map(image -> words(nodeClass, image)).toList();
    int wordsWidth = Math.min(WORDS_WIDTH, words.stream().mapToInt(String::length).max().orElse(0));
    int idWidth = resolved.stream().mapToInt(image -> image.ami().length()).max().orElse(0);
    boolean anyDeprecated = resolved.stream().anyMatch(AmiResolved::deprecated);
    boolean waits = answer.waits("instance-type-mapping", "EC2NodeClass/" + nodeClass);
    Set<String> told = new HashSet<>();
    for (int i = 0; i < resolved.size(); i++) {
      AmiResolved image = resolved.get(i);
      List<String> types = typesByAmi.getOrDefault(image.ami(), List.of());
      boolean first = told.add(image.ami());
      paper.line(
          2,
          Paper.padLeft(Integer.toString(image.position()), 2)
              + "  "
              + Paper.pad(image.ami(), idWidth)
              + "  "
              + Paper.pad(words.get(i), wordsWidth)
              + "  "
              + Paper.padLeft(
                  !first ? "same image" : waits ? "types wait" : Words.count(types.size(), "type"),
                  11)
              + (image.deprecated()
                  ? "  " + paper.yellow("deprecated")
                  : anyDeprecated ? "            " : "")
              + paper.dim("  " + answer.imageName(image.ami())).stripTrailing());
      if (explain) {
        answer.of(AmiApproval.class, nodeClass).stream()
            .filter(approval -> approval.ami().equals(image.ami()))
            .forEach(
                approval -> {
                  paper.wrapped(6, approval.message());
                  because(8, approval);
                });
      }
      because(6, image);
      if (all && first) {
        everyType(6, types);
      }
    }
    superseded(nodeClass, told);
  }

  private String words(String nodeClass, AmiResolved image) {
    List<Requirements> limits =
        answer.of(AmiConstraint.class, nodeClass).stream()
            .filter(c -> c.ami().equals(image.ami()))
            .filter(c -> c.requirements().equals(image.requirements()))
            .map(AmiConstraint::limit)
            .toList();
    return Words.of(image.requirements().plusAll(limits));
  }

  private void superseded(String nodeClass, Set<String> resolved) {
    var byAmi = new TreeMap<String, AmiSuperseded>();
    for (AmiSuperseded superseded : answer.of(AmiSuperseded.class, nodeClass)) {
      if (!resolved.contains(superseded.ami())) {
        byAmi.putIfAbsent(superseded.ami(), superseded);
      }
    }
    if (byAmi.isEmpty()) {
      return;
    }
    paper.line(2, Words.count(byAmi.size(), "older image") + " superseded");
    if (all) {
      for (AmiSuperseded superseded : byAmi.values()) {
        paper.line(
            6,
            superseded.ami()
                + " by "
                + superseded.by()
                + paper.dim("  " + answer.imageName(superseded.ami())));
        because(8, superseded);
      }
    } else {
      because(4, byAmi.firstEntry().getValue());
    }
  }

  void notInSsm(String nodeClass) {
    List<SsmMissing> missing = answer.of(SsmMissing.class, nodeClass);
    if (missing.isEmpty()) {
      return;
    }
    paper.line(2, "not in SSM  " + Words.count(missing.size(), "parameter"));
    int shown = all ? missing.size() : Math.min(missing.size(), ONE_BY_ONE);
    for (SsmMissing each : missing.subList(0, shown)) {
      paper.line(4, each.parameter());
      because(6, each);
    }
    if (shown < missing.size()) {
      paper.line(4, "and " + (missing.size() - shown) + " more");
    }
  }

  void refused(String nodeClass) {
    List<AmiObjection> objections = answer.of(AmiObjection.class, nodeClass);
    var standing = new HashSet<String>();
    for (AmiObjection objection : objections) {
      if (answer.waiver(objection.rule(), key(objection)) == null) {
        standing.add(objection.ami());
      }
    }
    refused("refused", objections.stream().filter(it -> standing.contains(it.ami())).toList());
    refused("waived for", objections.stream().filter(it -> !standing.contains(it.ami())).toList());
  }

  private static String key(AmiObjection objection) {
    return "EC2NodeClass/" + objection.nodeClass() + "/Ami/" + objection.ami();
  }

  private void refused(String what, List<AmiObjection> objections) {
    if (objections.isEmpty()) {
      return;
    }
    var byAmi = new LinkedHashMap<String, List<AmiObjection>>();
    objections.stream()
        .sorted(Comparator.comparing(AmiObjection::ami).thenComparing(AmiObjection::rule))
        .forEach(o -> byAmi.computeIfAbsent(o.ami(), ami -> new ArrayList<>()).add(o));
    paper.line(2, paper.yellow(what + " " + Words.count(byAmi.size(), "image")));
    if (all || byAmi.size() <= ONE_BY_ONE) {
      byAmi.forEach(
          (ami, reasons) -> {
            paper.line(4, (ami + paper.dim("  " + answer.imageName(ami))).stripTrailing());
            for (AmiObjection reason : reasons) {
              paper.labelled(
                  6,
                  reason.rule(),
                  paper.dim(reason.rule()),
                  reason.message() + waived(reason.rule(), key(reason)));
              because(8, reason);
            }
          });
      return;
    }
    var byRule = new TreeMap<String, List<AmiObjection>>();
    objections.forEach(o -> byRule.computeIfAbsent(o.rule(), rule -> new ArrayList<>()).add(o));
    byRule.forEach(this::refusedBy);
  }

  private void refusedBy(String rule, List<AmiObjection> objections) {
    long messages = objections.stream().map(AmiObjection::message).distinct().count();
    AmiObjection first = objections.getFirst();
    paper.labelled(
        4,
        rule,
        paper.dim(rule),
        Words.count(objections.size(), "image")
            + ": "
            + (messages == 1 ? first.message() : answer.ruleName(rule)));
    List<AmiObjection> shown = objections.subList(0, Math.min(EXAMPLES, objections.size()));
    for (AmiObjection objection : shown) {
      String name = answer.imageName(objection.ami());
      paper.labelled(
          6,
          objection.ami(),
          objection.ami(),
          messages == 1
              ? name
              : name.isEmpty() ? objection.message() : name + ": " + objection.message());
    }
    if (shown.size() < objections.size()) {
      paper.line(6, "and " + Words.number(objections.size() - shown.size()) + " more");
    }
    because(6, first);
  }
}
