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
        new View("#/", "Needs attention", ".tasks li"),
        new View("#/node-classes", "Node classes", ".refused li"),
        new View("#/pools", "Pools, in the order they are tried", ".pool .chips li"),
        new View("#/matrix/golden", "Images by instance family", ".matrix td.all"),
        new View("#/gates", "Gates", ".dependencies .box"),
        new View("#/images", "Images", ".train .life"),
        new View("#/rollout", "Rollouts", ".track .now"),
        new View("#/plan", "Plan", ".actions .diff"),
        new View("#/rules", "Rules", ".rule-row"),
        new View("#/rules/AMI-005", "Rule AMI-005", ".source .word"),
        new View("#/timeline", "Timeline", ".timeline .row"),
        new View("#/timeline/2", "Entry 2", ".proof-outcome"),
        new View("#/objects", "Objects", ".object-row"),
        new View("#/object/NodePool/legacy", "NodePool/legacy", ".group .tree"),
        new View("#/conclusion?is=NodePoolObjection", "NodePoolObjection", ".tree .since"),
        new View("#/pods/shop/render-0", "Pod shop/render-0", ".ways li"),
        new View(
            "#/why-not?is=AmiEligible%20nodeClass%3Dgolden%20ami%3Dami-0a14",
            "Why not", ".suggestions li"));
  }

  @Override
  public String toString() {
    return address;
  }
}
