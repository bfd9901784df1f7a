package dev.plumbline.cli.table;

import static dev.plumbline.cli.table.TextFormat.count;

import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUnpriced;
import dev.plumbline.conclusion.PoolConclusions.NodePoolExcluded;
import dev.plumbline.conclusion.PoolConclusions.NodePoolOrder;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Times;
import dev.plumbline.view.NodeClassView.ObjectionView;
import dev.plumbline.view.NodePoolView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pools: their order, what each can launch, and what is wrong with it. */
final class NodePoolSection extends Section {

  private static final int MAX_FAMILIES = 40;
  private static final int MAX_TIER_FAMILIES = 12;
  private static final int MAX_NAME = 40;

  NodePoolSection(Context context) {
    super(context);
  }

  /** The pools in the order in which Karpenter tries them, then those that it leaves out. */
  void order(List<NodePoolView> pools) {
    List<NodePoolView> ordered =
        pools.stream()
            .filter(pool -> pool.order() != null)
            .sorted(Comparator.comparingInt(pool -> order(pool).position()))
            .toList();
    List<NodePoolExcluded> excluded = index.of(NodePoolExcluded.class);
    if (ordered.size() + excluded.size() < 2) {
      return;
    }
    int name =
        Math.min(
            MAX_NAME,
            TextOutput.longest(
                Stream.concat(
                        ordered.stream().map(NodePoolView::name),
                        excluded.stream().map(NodePoolExcluded::nodePool))
                    .toList()));
    int weight = TextOutput.longest(ordered.stream().map(NodePoolView::weightText).toList());
    int usable = TextOutput.longest(ordered.stream().map(NodePoolSection::usable).toList());
    out.heading("NodePools, as Karpenter tries them");
    for (NodePoolView pool : ordered) {
      String count = usable(pool);
      String line =
          "%2d  %s  weight %s  %s"
              .formatted(
                  order(pool).position(),
                  TextOutput.pad(pool.name(), name),
                  TextOutput.pad(pool.weightText(), weight),
                  Character.isDigit(count.charAt(0))
                      ? TextOutput.padLeft(count, usable)
                      : TextOutput.pad(count, usable));
      String problems = problems(pool);
      out.line(2, problems.isEmpty() ? line.stripTrailing() : line + "  " + out.yellow(problems));
      because(6, order(pool));
    }
    String before = "";
    for (NodePoolExcluded pool : excluded) {
      boolean again = pool.nodePool().equals(before);
      out.labelled(
          1,
          (again ? "   " : out.dim("out"))
              + " "
              + TextOutput.pad(again ? "" : pool.nodePool(), name),
          pool.message());
      because(6, pool);
      before = pool.nodePool();
    }
  }

  private static NodePoolOrder order(NodePoolView pool) {
    return Objects.requireNonNull(pool.order());
  }

  private static String usable(NodePoolView pool) {
    return !pool.usable().isEmpty()
        ? count(pool.usable().size(), "usable type")
        : pool.waitsFor() == null ? "no usable type" : "waits for " + pool.waitsFor();
  }

  private static String problems(NodePoolView pool) {
    var problems = new ArrayList<String>();
    if (!pool.outOfCapacity().isEmpty()) {
      problems.add(TextFormat.number(pool.outOfCapacity().size()) + " without capacity");
    }
    if (!pool.unpriced().isEmpty()) {
      problems.add(TextFormat.number(pool.unpriced().size()) + " without a price");
    }
    pool.objections().stream().map(ObjectionView::rule).distinct().forEach(problems::add);
    return String.join(", ", problems);
  }

  void write(int indent, NodePoolView pool) {
    String usable = usable(pool);
    out.line(
        indent,
        out.bold(ObjectKind.NODE_POOL.key(pool.name()))
            + "  "
            + (pool.usable().isEmpty() ? out.red(usable) : usable)
            + (indent > 0 || pool.nodeClass().isEmpty()
                ? ""
                : out.dim("  of EC2NodeClass/" + pool.nodeClass()))
            + position(pool));
    int below = indent + 4;
    if (all) {
      everyType(below, pool.usableTypes());
    } else if (!pool.usable().isEmpty()) {
      out.wrapped(below, InstanceTypeText.summary(pool.usableTypes(), MAX_FAMILIES));
    }
    missing(below, pool);
    NodePoolWeight weight = pool.weight();
    if (weight != null) {
      out.labelled(
          below,
          "weight " + weight.weight(),
          pool.factors().stream()
              .map(factor -> factor.points() + " (" + factor.message() + ")")
              .collect(Collectors.joining(", ")));
      because(below + 2, weight);
    }
    preference(below, pool);
    pool.excluded().forEach(each -> said(below, out.yellow(each.rule()), each.message(), each));
    pool.objections()
        .forEach(each -> said(below, out.yellow(each.rule()), text(each), each.conclusion()));
    if (!pool.usable().isEmpty()) {
      because(below, pool.usable().getFirst());
    }
  }

  private String position(NodePoolView pool) {
    if (!pool.excluded().isEmpty()) {
      return "  " + out.yellow("left out");
    }
    List<NodePoolOrder> order = index.of(NodePoolOrder.class);
    if (order.size() != 1) {
      return "";
    }
    String weight = pool.weightText();
    int position = order.getFirst().position();
    return position == 1 && weight.equals("-")
        ? ""
        : out.dim("  position " + position + ", weight " + weight);
  }

  private void missing(int indent, NodePoolView pool) {
    List<InstanceTypeOutOfCapacity> out = pool.outOfCapacity();
    if (!out.isEmpty()) {
      this.out.line(
          indent,
          this.out.yellow("no capacity for " + count(out.size(), "type"))
              + " until "
              + Times.earliest(out.stream().map(InstanceTypeOutOfCapacity::until).toList()));
      types(indent + 2, out.stream().map(InstanceTypeOutOfCapacity::instanceType).toList());
      because(indent + 2, out.getFirst());
    }
    List<InstanceTypeUnpriced> unpriced = pool.unpriced();
    if (!unpriced.isEmpty()) {
      this.out.line(indent, this.out.yellow("no price for " + count(unpriced.size(), "type")));
      types(indent + 2, unpriced.stream().map(InstanceTypeUnpriced::instanceType).toList());
      because(indent + 2, unpriced.getFirst());
    }
  }

  /**
   * The order in which a pool prefers instance types, tier by tier, and how Karpenter learns it.
   */
  private void preference(int indent, NodePoolView pool) {
    NodePoolView.Preference preference = pool.preference();
    if (preference == null) {
      return;
    }
    out.line(
        indent,
        out.bold("prefers")
            + out.dim(
                preference.overlays() ? "  by price, NodeOverlays" : "  by weight, NodePools"));
    List<NodePoolView.Tier> tiers = preference.tiers();
    int item = TextOutput.longest(tiers.stream().map(tier -> tier.conclusion().item()).toList());
    int object = TextOutput.longest(tiers.stream().map(NodePoolView.Tier::object).toList());
    for (NodePoolView.Tier tier : tiers) {
      String row =
          "%2d  %s  %s"
              .formatted(
                  tier.conclusion().tier(),
                  TextOutput.pad(tier.conclusion().item(), item),
                  TextOutput.pad(tier.object(), object));
      tier(indent + 2, tier.conclusion().none() ? out.yellow(row) : row, tier.types());
      because(indent + 6, tier.conclusion());
    }
    NodePoolView.LeftOut leftOut = preference.leftOut();
    if (leftOut != null && !leftOut.types().isEmpty()) {
      String row = " -  " + TextOutput.pad("left out", item + 2 + object);
      tier(indent + 2, out.dim(row), leftOut.types());
      because(indent + 6, leftOut.conclusion());
    }
  }

  private void tier(int indent, String row, List<String> types) {
    out.labelled(
        indent,
        row,
        types.isEmpty() ? "no type" : InstanceTypeText.summary(types, MAX_TIER_FAMILIES));
    if (all) {
      everyType(indent + 4, types);
    }
  }
}
