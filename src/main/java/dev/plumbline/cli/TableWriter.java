package dev.plumbline.cli;

import dev.plumbline.conclusion.AmiApproval;
import dev.plumbline.conclusion.AmiConstraint;
import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.AmiResolved;
import dev.plumbline.conclusion.AmiSuperseded;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateClosed;
import dev.plumbline.conclusion.HardwareGap;
import dev.plumbline.conclusion.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeUnmapped;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassObjection;
import dev.plumbline.conclusion.NodeClassPlatform;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.SourceFault;
import dev.plumbline.conclusion.SourceNotReady;
import dev.plumbline.conclusion.SsmMissing;
import dev.plumbline.fact.Requirements;
import dev.plumbline.host.Evaluated;
import dev.plumbline.rule.Derivation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes what was concluded from a snapshot for people: what waits, then one section a node class
 * with its images and its pools. Long lists are summarised; {@code --all} spells them out.
 */
final class TableWriter {

  /** Up to so many refused images are told one by one, more of them reason by reason. */
  private static final int REFUSED_ONE_BY_ONE = 5;

  private static final int EXAMPLES = 4;
  private static final int FAMILIES = 40;
  private static final int REASONS = 6;
  private static final int WORDS_WIDTH = 34;

  private final PrintWriter out;
  private final Paper paper;
  private final boolean all;
  private final boolean explain;

  TableWriter(PrintWriter out, boolean colour, boolean all, boolean explain) {
    this.out = out;
    this.paper = new Paper(out, colour);
    this.all = all;
    this.explain = explain;
  }

  void write(Evaluated evaluated, Selection selection) {
    heading(evaluated);
    if (selection.asksForLists()) {
      new ListWriter(paper, all, explain)
          .write(
              evaluated.settlement().all().stream()
                  .filter(concluded -> selection.includes(concluded.conclusion()))
                  .toList());
    } else {
      new Sections(new Answer(evaluated, selection)).write();
    }
    out.flush();
  }

  private void heading(Evaluated evaluated) {
    paper.line(
        0,
        paper.bold(evaluated.snapshot().path())
            + "  at "
            + evaluated.snapshot().at()
            + (evaluated.snapshot().region() == null
                ? ""
                : " in " + evaluated.snapshot().region()));
    int facts = evaluated.factCounts().values().stream().mapToInt(Integer::intValue).sum();
    paper.line(
        0,
        paper.dim(
            Words.count(facts, "fact")
                + " (sha256 "
                + evaluated.factsDigest().substring(0, 12)
                + "), "
                + Words.count(evaluated.rules().rules().size(), "rule")
                + " (sha256 "
                + evaluated.rules().digest().substring(0, 12)
                + "), "
                + Words.count(evaluated.settlement().size(), "conclusion")));
  }

  /** The sections of one answer. */
  private final class Sections {

    private final Answer answer;

    Sections(Answer answer) {
      this.answer = answer;
    }

    void write() {
      waiting();
      answer.nodeClasses().forEach(this::nodeClass);
      for (String pool : answer.poolsWithoutClass()) {
        paper.blank();
        nodePool(0, pool);
      }
      if (answer.isEmpty()) {
        paper.blank();
        paper.line(0, "no node class or pool to decide for");
      }
    }

    private void waiting() {
      List<GateClosed> gates = answer.of(GateClosed.class);
      List<SourceNotReady> sources = answer.of(SourceNotReady.class);
      List<SourceFault> faults = answer.of(SourceFault.class);
      if (gates.isEmpty() && sources.isEmpty() && faults.isEmpty()) {
        return;
      }
      paper.blank();
      paper.line(0, paper.bold(paper.red("Waiting")));
      var alike = new LinkedHashMap<GateClosed, List<GateClosed>>();
      for (GateClosed gate : gates) {
        var cause =
            new GateClosed(gate.gate(), "", gate.waitsFor(), gate.errorClass(), gate.message());
        alike.computeIfAbsent(cause, none -> new ArrayList<>()).add(gate);
      }
      for (List<GateClosed> closed : alike.values()) {
        GateClosed gate = closed.getFirst();
        List<String> blocked = closed.stream().map(GateClosed::blocks).toList();
        paper.line(
            2,
            paper.red(gate.gate() + " of " + some(blocked, all ? blocked.size() : EXAMPLES))
                + " for "
                + gate.waitsFor()
                + paper.dim("  " + gate.errorClass()));
        paper.wrapped(4, gate.message());
        because(4, gate);
      }
      for (SourceNotReady source : sources) {
        paper.line(
            2, paper.yellow("source " + source.source()) + paper.dim("  " + source.errorClass()));
        paper.wrapped(4, source.message());
        because(4, source);
      }
      for (SourceFault fault : faults) {
        paper.line(
            2, paper.yellow("fault in " + fault.source()) + paper.dim("  " + fault.errorClass()));
        paper.wrapped(4, fault.operation() + ": " + fault.code());
        because(4, fault);
      }
    }

    private void nodeClass(String name) {
      paper.blank();
      String family =
          answer.of(NodeClassPlatform.class, name).stream()
              .map(NodeClassPlatform::amiFamily)
              .findFirst()
              .orElse("");
      paper.line(
          0,
          paper.bold("EC2NodeClass/" + name) + (family.isEmpty() ? "" : paper.dim("  " + family)));
      int before = paper.lines();
      conditions(name);
      images(name);
      refused(name);
      notInSsm(name);
      unmapped(name);
      if (paper.lines() == before) {
        paper.line(2, answer.waitsFor("EC2NodeClass/" + name, "nothing is concluded for it"));
      }
      for (String pool : answer.poolsOf(name)) {
        paper.blank();
        nodePool(2, pool);
      }
    }

    private void conditions(String nodeClass) {
      for (NodeClassCondition condition : answer.of(NodeClassCondition.class, nodeClass)) {
        String plain = condition.condition() + "  " + condition.status();
        String painted =
            condition.condition()
                + "  "
                + switch (condition.status()) {
                  case "True" -> paper.green(condition.status());
                  case "False" -> paper.red(condition.status());
                  default -> paper.yellow(condition.status());
                };
        boolean bare = condition.status().equals("True") && condition.message().isEmpty();
        paper.labelled(
            2, plain, painted, bare ? "" : said(condition.reason(), condition.message()));
        because(4, condition);
      }
      for (NodeClassObjection objection : answer.of(NodeClassObjection.class, nodeClass)) {
        paper.labelled(
            2,
            objection.rule(),
            paper.dim(objection.rule()),
            said(objection.reason(), objection.message()));
        because(4, objection);
      }
    }

    private static String said(String reason, String message) {
      return message.isEmpty() ? reason : reason + ": " + message;
    }

    private void images(String nodeClass) {
      List<AmiResolved> resolved =
          answer.of(AmiResolved.class, nodeClass).stream()
              .sorted(Comparator.comparingInt(AmiResolved::position))
              .toList();
      Map<String, List<String>> typesByAmi = new LinkedHashMap<>();
      for (InstanceTypeAmi mapped : answer.of(InstanceTypeAmi.class, nodeClass)) {
        typesByAmi
            .computeIfAbsent(mapped.ami(), ami -> new ArrayList<>())
            .add(mapped.instanceType());
      }
      List<String> words = resolved.stream().map(image -> words(nodeClass, image)).toList();
      int wordsWidth =
          Math.min(WORDS_WIDTH, words.stream().mapToInt(String::length).max().orElse(0));
      int idWidth = resolved.stream().mapToInt(image -> image.ami().length()).max().orElse(0);
      boolean anyDeprecated = resolved.stream().anyMatch(AmiResolved::deprecated);
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
                + Paper.padLeft(first ? Words.count(types.size(), "type") : "same image", 11)
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

    private void notInSsm(String nodeClass) {
      List<SsmMissing> missing = answer.of(SsmMissing.class, nodeClass);
      if (missing.isEmpty()) {
        return;
      }
      paper.line(2, "not in SSM  " + Words.count(missing.size(), "parameter"));
      int shown = all ? missing.size() : Math.min(missing.size(), REFUSED_ONE_BY_ONE);
      for (SsmMissing each : missing.subList(0, shown)) {
        paper.line(4, each.parameter());
        because(6, each);
      }
      if (shown < missing.size()) {
        paper.line(4, "and " + (missing.size() - shown) + " more");
      }
    }

    private void refused(String nodeClass) {
      List<AmiObjection> objections = answer.of(AmiObjection.class, nodeClass);
      if (objections.isEmpty()) {
        return;
      }
      var byAmi = new LinkedHashMap<String, List<AmiObjection>>();
      objections.stream()
          .sorted(Comparator.comparing(AmiObjection::ami).thenComparing(AmiObjection::rule))
          .forEach(o -> byAmi.computeIfAbsent(o.ami(), ami -> new ArrayList<>()).add(o));
      paper.line(2, paper.yellow("refused " + Words.count(byAmi.size(), "image")));
      if (all || byAmi.size() <= REFUSED_ONE_BY_ONE) {
        byAmi.forEach(
            (ami, reasons) -> {
              paper.line(4, (ami + paper.dim("  " + answer.imageName(ami))).stripTrailing());
              for (AmiObjection reason : reasons) {
                paper.labelled(6, reason.rule(), paper.dim(reason.rule()), reason.message());
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

    private void unmapped(String nodeClass) {
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

    private void nodePool(int indent, String pool) {
      List<InstanceTypeUsable> usable = answer.of(InstanceTypeUsable.class, pool);
      List<NodePoolObjection> objections = answer.of(NodePoolObjection.class, pool);
      String nodeClass = answer.classOf(pool);
      paper.line(
          indent,
          paper.bold("NodePool/" + pool)
              + "  "
              + (usable.isEmpty()
                  ? paper.red(answer.waitsFor("NodePool/" + pool, "no usable type"))
                  : Words.count(usable.size(), "usable type"))
              + (indent > 0 || nodeClass.isEmpty()
                  ? ""
                  : paper.dim("  of EC2NodeClass/" + nodeClass)));
      List<String> types = usable.stream().map(InstanceTypeUsable::instanceType).toList();
      if (all) {
        everyType(indent + 4, types);
      } else if (!types.isEmpty()) {
        paper.wrapped(indent + 4, Families.summary(types, FAMILIES));
      }
      for (NodePoolObjection objection : objections) {
        paper.labelled(
            indent + 4, objection.rule(), paper.yellow(objection.rule()), objection.message());
        because(indent + 6, objection);
      }
      if (!usable.isEmpty()) {
        because(indent + 4, usable.getFirst());
      }
    }

    private void everyType(int indent, Collection<String> types) {
      Families.byFamily(types)
          .forEach(
              (family, sizes) -> paper.labelled(indent, family, family, String.join(" ", sizes)));
    }

    private static String some(List<String> names, int most) {
      int left = names.size() - most;
      return String.join(", ", names.subList(0, Math.min(most, names.size())))
          + (left > 0 ? " and " + Words.number(left) + " more" : "");
    }

    private static String someTypes(List<String> types) {
      List<String> examples = Families.examples(types, EXAMPLES);
      int left = types.size() - examples.size();
      return String.join(", ", examples) + (left > 0 ? " and " + Words.number(left) + " more" : "");
    }

    private void because(int indent, Conclusion conclusion) {
      if (!explain) {
        return;
      }
      for (Derivation derivation : answer.derivations(conclusion)) {
        paper.wrappedDim(indent, "by " + Because.line(derivation));
      }
    }
  }
}
