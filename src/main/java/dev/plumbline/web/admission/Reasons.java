package dev.plumbline.web.admission;

import dev.plumbline.conclusion.AmiObjection;
import dev.plumbline.conclusion.NodeClassCondition;
import dev.plumbline.conclusion.NodeClassRefusal;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.rule.Settlement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Why a pool can launch nothing, in the words of the rules: what is new first, else all of it. */
final class Reasons {

  private static final int MOST = 4;

  private Reasons() {}

  static List<String> of(String pool, String nodeClass, Settlement before, Settlement after) {
    Set<String> now = said(pool, nodeClass, after);
    var fresh = new LinkedHashSet<>(now);
    fresh.removeAll(said(pool, nodeClass, before));
    return (fresh.isEmpty() ? now : fresh).stream().limit(MOST).toList();
  }

  private static Set<String> said(String pool, String nodeClass, Settlement settlement) {
    var said = new LinkedHashSet<String>();
    for (NodeClassRefusal it : settlement.of(NodeClassRefusal.class)) {
      if (it.nodeClass().equals(nodeClass)) {
        said.add(it.rule() + " EC2NodeClass " + nodeClass + ": " + it.message());
      }
    }
    for (NodePoolObjection it : settlement.of(NodePoolObjection.class)) {
      if (it.nodePool().equals(pool)) {
        said.add(it.rule() + " " + it.message());
      }
    }
    for (NodeClassCondition it : settlement.of(NodeClassCondition.class)) {
      if (it.nodeClass().equals(nodeClass) && it.status().equals("False")) {
        said.add(it.condition() + " of EC2NodeClass " + nodeClass + ": " + it.message());
      }
    }
    for (AmiObjection it : settlement.of(AmiObjection.class)) {
      if (it.nodeClass().equals(nodeClass)) {
        said.add(it.rule() + " " + it.ami() + ": " + it.message());
      }
    }
    return said;
  }
}
