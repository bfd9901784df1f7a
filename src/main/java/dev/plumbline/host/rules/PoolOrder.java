package dev.plumbline.host.rules;

import dev.plumbline.conclusion.NodePoolOrder;
import dev.plumbline.conclusion.NodePoolWeight;
import dev.plumbline.rule.Settlement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The order in which Karpenter tries pools, and that of the weights which they would be given. */
final class PoolOrder {

  private PoolOrder() {}

  /** How many pools have a place. */
  static int pools(Settlement settlement) {
    return Math.max(places(settlement).size(), ranks(settlement).size());
  }

  /** The pools that come at another place, by either order. */
  static TreeSet<String> moved(Settlement before, Settlement after) {
    var moved = new TreeSet<String>();
    compare(places(before), places(after), moved);
    compare(ranks(before), ranks(after), moved);
    return moved;
  }

  private static void compare(
      Map<String, Integer> before, Map<String, Integer> after, TreeSet<String> moved) {
    before.forEach(
        (pool, place) -> {
          Integer now = after.get(pool);
          if (now != null && !now.equals(place)) {
            moved.add("NodePool/" + pool);
          }
        });
  }

  private static Map<String, Integer> places(Settlement settlement) {
    var places = new TreeMap<String, Integer>();
    settlement.of(NodePoolOrder.class).forEach(it -> places.put(it.nodePool(), it.position()));
    return places;
  }

  /** How many pools are of a greater weight, by pool. */
  private static Map<String, Integer> ranks(Settlement settlement) {
    List<NodePoolWeight> weights = settlement.of(NodePoolWeight.class);
    var ranks = new TreeMap<String, Integer>();
    for (NodePoolWeight each : weights) {
      long greater = weights.stream().filter(it -> it.weight() > each.weight()).count();
      ranks.put(each.nodePool(), (int) greater);
    }
    return ranks;
  }
}
