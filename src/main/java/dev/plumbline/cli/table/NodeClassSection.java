package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.conclusion.ImageConclusions.SsmMissing;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassCondition;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.view.NodeClassView;
import dev.plumbline.view.NodeClassView.Objected;
import dev.plumbline.view.NodeClassView.ObjectionView;
import dev.plumbline.view.NodeClassView.Resolved;
import dev.plumbline.view.NodeClassView.Unmapped;
import dev.plumbline.view.NodePoolView;
import dev.plumbline.view.SettlementIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A node class: its conditions, images, instance types and pools. */
final class NodeClassSection extends Section {

  private static final Set<String> GATES = Set.of("ami-resolution", "instance-type-mapping");
  private static final int MAX_REQUIREMENTS = 34;
  private static final int MAX_REASONS = 6;

  private final CapacitySection capacity;
  private final NodePoolSection pools;

  NodeClassSection(Context context, CapacitySection capacity, NodePoolSection pools) {
    super(context);
    this.capacity = capacity;
    this.pools = pools;
  }

  void write(String name, List<NodePoolView> ofClass) {
    var view = NodeClassView.of(index, name);
    String family = view.family();
    out.blank();
    out.line(
        0,
        out.bold(ObjectKind.EC2_NODE_CLASS.key(name))
            + (family == null || family.isEmpty() ? "" : out.dim("  " + family)));
    int before = out.lines();
    conditions(view);
    resolved(view);
    refused("refused", view.objected().stream().filter(Objected::rejected).toList());
    refused("waived for", view.objected().stream().filter(each -> !each.rejected()).toList());
    missingParameters(view.missingParameters());
    unmapped(view);
    capacity.objections(view.capacity());
    if (out.lines() == before) {
      String awaited = index.waitsFor(ObjectKind.EC2_NODE_CLASS.key(name), GATES);
      out.line(2, awaited == null ? "no conclusions" : "waits for " + awaited);
    }
    for (NodePoolView pool : ofClass) {
      out.blank();
      pools.write(2, pool);
    }
  }

  private void conditions(NodeClassView view) {
    for (NodeClassCondition each : view.conditions()) {
      String status = each.status();
      String text =
          each.message().isEmpty() ? each.reason() : each.reason() + ": " + each.message();
      out.labelled(
          2,
          each.condition()
              + "  "
              + switch (status) {
                case "True" -> out.green(status);
                case "False" -> out.red(status);
                default -> out.yellow(status);
              },
          status.equals("True") && each.message().isEmpty() ? "" : text);
      because(4, each);
    }
    for (ObjectionView each : view.objections()) {
      said(2, out.dim(each.rule()), text(each), each.conclusion());
    }
  }

  private void resolved(NodeClassView view) {
    List<Resolved> images = view.resolved();
    List<String> words =
        images.stream().map(image -> RequirementText.of(image.requirements())).toList();
    int wordsWidth = Math.min(MAX_REQUIREMENTS, TextOutput.longest(words));
    int idWidth = TextOutput.longest(images.stream().map(image -> image.image().id()).toList());
    boolean anyDeprecated = images.stream().anyMatch(image -> image.conclusion().deprecated());
    boolean waits =
        index.waits("instance-type-mapping", ObjectKind.EC2_NODE_CLASS.key(view.name()));
    for (int i = 0; i < images.size(); i++) {
      Resolved image = images.get(i);
      String types =
          image.again() ? "same image" : waits ? "types wait" : count(image.types().size(), "type");
      out.line(
          2,
          "%2d  %s  %s  %11s"
                  .formatted(
                      image.conclusion().position(),
                      TextOutput.pad(image.image().id(), idWidth),
                      TextOutput.pad(words.get(i), wordsWidth),
                      types)
              + (image.conclusion().deprecated()
                  ? "  " + out.yellow("deprecated")
                  : anyDeprecated ? "            " : "")
              + out.dim("  " + image.image().nameOrEmpty()).stripTrailing());
      if (explains()) {
        image
            .approvals()
            .forEach(
                approval -> {
                  out.wrapped(6, approval.message());
                  because(8, approval);
                });
      }
      because(6, image.conclusion());
      if (all && !image.again()) {
        everyType(6, image.types());
      }
    }
    superseded(view);
  }

  private void superseded(NodeClassView view) {
    if (view.superseded().isEmpty()) {
      return;
    }
    out.line(2, count(view.superseded().size(), "older image") + " superseded");
    if (!all) {
      because(4, view.superseded().firstEntry().getValue());
      return;
    }
    view.superseded()
        .forEach(
            (ami, each) -> {
              var older = index.ami(ami);
              out.line(
                  6,
                  ami + " by " + each.by() + out.dim("  " + (older == null ? "" : older.name())));
              because(8, each);
            });
  }

  private void missingParameters(List<SsmMissing> missing) {
    if (missing.isEmpty()) {
      return;
    }
    out.line(2, "not in SSM  " + count(missing.size(), "parameter"));
    List<SsmMissing> shown = shown(missing, MAX_ITEMS);
    for (SsmMissing each : shown) {
      out.line(4, each.parameter());
      because(6, each);
    }
    more(4, missing.size() - shown.size(), "");
  }

  private void refused(String what, List<Objected> images) {
    if (images.isEmpty()) {
      return;
    }
    out.line(2, out.yellow(what + " " + count(images.size(), "image")));
    if (all || images.size() <= MAX_ITEMS) {
      for (Objected each : images) {
        out.line(
            4, (each.image().id() + out.dim("  " + each.image().nameOrEmpty())).stripTrailing());
        each.objections()
            .forEach(reason -> said(6, out.dim(reason.rule()), text(reason), reason.conclusion()));
      }
      return;
    }
    var reasons = new ArrayList<Refusal>();
    images.forEach(image -> image.objections().forEach(o -> reasons.add(new Refusal(image, o))));
    SettlementIndex.group(reasons, refusal -> refusal.objection().rule()).forEach(this::refusedBy);
  }

  private record Refusal(Objected image, ObjectionView objection) {}

  private void refusedBy(String rule, List<Refusal> refusals) {
    ObjectionView first = refusals.getFirst().objection();
    boolean alike =
        refusals.stream().map(each -> each.objection().message()).distinct().count() == 1;
    out.labelled(
        4,
        out.dim(rule),
        count(refusals.size(), "image") + ": " + (alike ? first.message() : ruleName(rule)));
    List<Refusal> shown = refusals.subList(0, Math.min(MAX_EXAMPLES, refusals.size()));
    for (Refusal each : shown) {
      String name = each.image().image().nameOrEmpty();
      String message = each.objection().message();
      out.labelled(
          6,
          each.image().image().id(),
          alike ? name : name.isEmpty() ? message : name + ": " + message);
    }
    more(6, refusals.size() - shown.size(), "");
    because(6, first.conclusion());
  }

  /** The instance types that no image serves, and why. */
  private void unmapped(NodeClassView view) {
    int types = view.unmapped().stream().mapToInt(each -> each.conclusions().size()).sum();
    if (types > 0) {
      out.line(2, out.yellow("no image for " + count(types, "type")));
      List<Unmapped> reasons = summarised(view.unmapped());
      List<Unmapped> shown = shown(reasons, MAX_REASONS);
      for (Unmapped reason : shown) {
        out.labelled(
            4,
            out.dim(reason.rule()),
            count(reason.types().size(), "type") + ": " + reason.message());
        types(6, reason.types());
        because(6, reason.conclusions().getFirst());
      }
      if (shown.size() < reasons.size()) {
        List<Unmapped> left = reasons.subList(shown.size(), reasons.size());
        out.line(
            4,
            "and %s for %s (--all lists them)"
                .formatted(
                    count(left.stream().mapToInt(each -> each.types().size()).sum(), "type"),
                    count(left.size(), "other reason")));
      }
    }
    if (!view.gaps().isEmpty()) {
      var devices = new LinkedHashSet<String>();
      view.gaps()
          .forEach(
              gap ->
                  devices.add(
                      gap.architecture()
                          + " "
                          + RequirementText.maker(gap.manufacturer())
                          + " "
                          + gap.device()));
      out.labelled(2, out.dim("no image drives"), String.join(", ", devices));
      because(4, view.gaps().getFirst());
    }
  }

  private List<Unmapped> summarised(List<Unmapped> reasons) {
    var summarised = new ArrayList<Unmapped>();
    Map<String, List<Unmapped>> byRule = SettlementIndex.group(reasons, Unmapped::rule);
    byRule.forEach(
        (rule, ofRule) -> {
          List<Unmapped> sorted =
              ofRule.stream().sorted(Comparator.comparing(Unmapped::message)).toList();
          if (all || ofRule.size() <= MAX_REASONS) {
            summarised.addAll(sorted);
          } else {
            var conclusions = sorted.stream().flatMap(each -> each.conclusions().stream()).toList();
            var first = conclusions.getFirst();
            String text =
                "%s, such as %s: %s"
                    .formatted(ruleName(rule), first.instanceType(), first.message());
            summarised.add(new Unmapped(rule, text, conclusions));
          }
        });
    summarised.sort(Comparator.comparingInt(reason -> -reason.types().size()));
    return summarised;
  }
}
