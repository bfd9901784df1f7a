package dev.plumbline.backtest;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.RecordType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many nodes there are by NodePool, by node class and by image. Not thread-safe. */
final class NodeCounts {

  static final String TYPE = RecordType.name(NodeClaim.class);

  private final Map<String, NodeClaim> claims = new HashMap<>();
  private final Map<String, Integer> byPool = new HashMap<>();
  private final Map<String, Integer> byClass = new HashMap<>();
  private final Map<String, Integer> byImage = new HashMap<>();

  void put(Fact fact) {
    if (fact instanceof NodeClaim claim) {
      count(claims.put(claim.key(), claim), -1);
      count(claim, 1);
    }
  }

  void remove(String key) {
    count(claims.remove(key), -1);
  }

  void clear() {
    claims.clear();
    byPool.clear();
    byClass.clear();
    byImage.clear();
  }

  private void count(@Nullable NodeClaim claim, int by) {
    if (claim != null && claim.nodeName() != null) {
      byPool.merge(String.valueOf(claim.nodePool()), by, Integer::sum);
      byClass.merge(claim.nodeClass(), by, Integer::sum);
      byImage.merge(String.valueOf(claim.ami()), by, Integer::sum);
    }
  }

  /**
   * The nodes that a group concerns: those of its NodePool, else of its node class, else those that
   * run its image; where it names none of these, 0.
   */
  int of(DifferenceGroup group) {
    if (!group.nodePool().isEmpty()) {
      return byPool.getOrDefault(group.nodePool(), 0);
    }
    return group.nodeClass().isEmpty()
        ? byImage.getOrDefault(group.image(), 0)
        : ofClass(group.nodeClass());
  }

  /** Those of a node class. */
  int ofClass(String nodeClass) {
    return byClass.getOrDefault(nodeClass, 0);
  }
}
