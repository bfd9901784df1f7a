package dev.plumbline.cli;

import dev.plumbline.conclusion.InstanceTypeOutOfCapacity;
import dev.plumbline.conclusion.InstanceTypeUnpriced;
import dev.plumbline.conclusion.InstanceTypeUsable;
import dev.plumbline.conclusion.NodePoolExcluded;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.conclusion.NodePoolWeight;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The pools in the order in which Karpenter tries them, then those that it leaves out. */
final class PoolOrderSection extends Section {

  private static final int WIDEST = 40;

  PoolOrderSection(Paper paper, Answer answer, boolean all, boolean explain) {
    super(paper, answer, all, explain);
  }

  void write() {
    List<NodePoolOrder> order =
        answer.of(NodePoolOrder.class).stream()
            .sorted(Comparator.comparingInt(NodePoolOrder::position))
            .toList();
    List<NodePoolExcluded> excluded = answer.of(NodePoolExcluded.class);
    if (order.size() + excluded.size() < 2) {
      return;
    }
    var names = new ArrayList<String>();
    order.forEach(pool -> names.add(pool.nodePool()));
    excluded.forEach(pool -> names.add(pool.nodePool()));
    int name = Math.min(WIDEST, longest(names));
    int weight = longest(order.stream().map(this::weight).toList());
    int usable = longest(order.stream().map(pool -> usable(pool.nodePool())).toList());
    paper.blank();
    paper.line(0, paper.bold("NodePools, as Karpenter tries them"));
    for (NodePoolOrder pool : order) {
      String line =
          Paper.padLeft(Integer.toString(pool.position()), 2)
              + "  "
              + Paper.pad(pool.nodePool(), name)
              + "  weight "
              + Paper.pad(weight(pool), weight)
              + "  "
              + usable(pool.nodePool(), usable);
      String trouble = trouble(pool.nodePool());
      paper.line(2, trouble.isEmpty() ? line : line + "  " + paper.yellow(trouble));
      because(6, pool);
    }
    String before = "";
    for (NodePoolExcluded pool : excluded) {
      boolean again = pool.nodePool().equals(before);
      String plain =
          Paper.pad(again ? "" : "out", 3) + " " + Paper.pad(again ? "" : pool.nodePool(), name);
      paper.labelled(
          1, plain, again ? plain : paper.dim("out") + plain.substring(3), pool.message());
      because(6, pool);
      before = pool.nodePool();
    }
  }

  /** {@code 50}, {@code -} when it has none, {@code 10 → 40} when it should have another. */
  private String weight(NodePoolOrder pool) {
    return weight(answer, pool);
  }

  static String weight(Answer answer, NodePoolOrder pool) {
    String now = pool.weight() == 0 ? "-" : Integer.toString(pool.weight());
    return answer.of(NodePoolWeight.class, pool.nodePool()).stream()
        .filter(wanted -> wanted.weight() != pool.weight())
        .map(wanted -> now + " → " + wanted.weight())
        .findFirst()
        .orElse(now);
  }

  /** The count, with its figures below each other; words as they are. */
  private String usable(String pool, int width) {
    String text = usable(pool);
    return Character.isDigit(text.charAt(0)) ? Paper.padLeft(text, width) : Paper.pad(text, width);
  }

  private String usable(String pool) {
    int usable = answer.of(InstanceTypeUsable.class, pool).size();
    return usable == 0
        ? answer.waitsFor("NodePool/" + pool, NodePoolSection.DECISIVE, "no usable type")
        : Words.count(usable, "usable type");
  }

  private String trouble(String pool) {
    var words = new ArrayList<String>();
    int out = answer.of(InstanceTypeOutOfCapacity.class, pool).size();
    int unpriced = answer.of(InstanceTypeUnpriced.class, pool).size();
    if (out > 0) {
      words.add(Words.number(out) + " without capacity");
    }
    if (unpriced > 0) {
      words.add(Words.number(unpriced) + " without a price");
    }
    answer.of(NodePoolObjection.class, pool).stream()
        .map(NodePoolObjection::rule)
        .distinct()
        .forEach(words::add);
    return String.join(", ", words);
  }

  private static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
