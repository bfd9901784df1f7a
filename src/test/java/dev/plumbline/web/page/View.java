package dev.plumbline.web.page;

import java.util.stream.Stream;

/**
 * A view of the page.
 *
 * @param address what stands behind the address of the program
 * @param heading its title
 * @param part a selector of what it is there for
 */
record View(String address, String heading, String part) {

  static Stream<View> all() {
    return Stream.of(
        new View("#/", "Overview", ".tasks li"),
        new View("#/findings", "Findings", ".groups li"),
        new View("#/findings?group=none&sort=subject", "Findings", ".grid th[aria-sort]"),
        new View("#/node-classes", "Node classes", ".class-name"),
        new View("#/node-classes/golden", "Node class golden", ".refused li"),
        new View("#/pools", "Pools", ".grid .chips li"),
        new View("#/pools/legacy", "Pool legacy", ".pool .chips li"),
        new View("#/nodes", "Nodes", ".grid td .object"),
        new View("#/nodes?group=nodePool&open=legacy", "Nodes", ".group-item.open td"),
        new View("#/matrix/golden", "Images by instance family", ".matrix td.all"),
        new View("#/gates", "Gates", ".dependencies .box"),
        new View("#/images", "Images", ".train .life"),
        new View("#/rollout", "Rollouts", ".track .now"),
        new View("#/fleet", "Fleet", ".grid .badge"),
        new View("#/plan", "Plan", ".actions .unified"),
        new View("#/rules", "Rules", ".rule-row"),
        new View("#/rules/AMI-005", "Rule AMI-005", ".source .word"),
        new View("#/try", "Try a rule", ".try textarea"),
        new View("#/timeline", "Timeline", ".timeline .row"),
        new View("#/timeline/2", "Entry 2", ".proof-outcome"),
        new View("#/objects", "Objects", ".object-row"),
        new View("#/object/NodeClaim/legacy-00007", "NodeClaim/legacy-00007", ".node-image .badge"),
        new View("#/object/NodePool/legacy", "NodePool/legacy", ".group .tree"),
        new View("#/conclusion?is=NodePoolObjection", "NodePoolObjection", ".tree .since"),
        new View("#/pods", "Pods that wait", ".pod-name"),
        new View("#/pods/shop/data-0", "Pod shop/data-0", ".ways li"),
        new View(
            "#/why-not?is=AmiEligible%20nodeClass%3Dgolden%20ami%3Dami-0a14",
            "Why not", ".suggestions li"));
  }

  /** Those that list what a cluster has much of. */
  static Stream<View> atScale() {
    return Stream.of(
        new View("#/", "Overview", ".tasks li"),
        new View("#/findings", "Findings", ".groups li"),
        new View("#/findings?group=none", "Findings", ".grid td"),
        new View("#/findings?open=FIND-013", "Findings", ".group-item.open td"),
        new View("#/node-classes", "Node classes", ".class-name"),
        new View("#/pools", "Pools", ".pool-name"),
        new View("#/pools?group=rule", "Pools", ".groups li"),
        new View("#/nodes", "Nodes", ".grid td .object"),
        new View("#/nodes?group=nodePool&open=team-07", "Nodes", ".group-item.open td"),
        new View("#/rollout", "Rollouts", ".grid td"),
        new View("#/images", "Images", ".train"),
        new View("#/gates", "Gates", ".dependencies .box"),
        new View("#/plan", "Plan", ".actions li"),
        new View("#/timeline", "Timeline", ".timeline .row"),
        new View("#/object/NodeClaim/team-07-00007", "NodeClaim/team-07-00007", ".node-image"));
  }

  @Override
  public String toString() {
    return address;
  }
}
