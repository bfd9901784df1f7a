package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.NodeOverlays.NodeOverlay;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Images are selected by the terms that stood there before Plumbline wrote its own. */
class PinnedTermsTest {

  private static final String PIN =
      "{\"original\": [{\"alias\": \"al2023@latest\"}], \"written\": [{\"id\": \"ami-1\"}]}";

  @Test
  void whileOursStandTheOriginalOnesCount() throws IOException {
    assertThat(read(PIN, "[{ id: ami-1 }]")).containsExactly(alias("al2023@latest"));
  }

  @Test
  void whatElseStandsThereCounts() throws IOException {
    assertThat(read(PIN, "[{ alias: al2023@latest }]")).containsExactly(alias("al2023@latest"));
    assertThat(read(PIN, "[{ alias: al2023@v1 }]")).containsExactly(alias("al2023@v1"));
  }

  @Test
  void oneThatCannotBeReadCountsAsNoneAndIsTold() throws IOException {
    for (String pin :
        List.of("{", "{\"written\": []}", "[]", "{\"original\": 1, \"written\": []}")) {
      assertThat(read(pin, "[{ alias: al2023@v1 }]"))
          .as(pin)
          .containsExactly(alias("al2023@v1"), fault(pin.replace("\"", "\\\"")));
    }
  }

  @Test
  void originalThatIsNoListOfTermsIsToldWithItsPath() throws IOException {
    assertThat(
            read(
                "{\"original\": [{\"id\": 7}], \"written\": [{\"id\": \"ami-1\"}]}",
                "[{ id: ami-1 }]"))
        .last()
        .isEqualTo(
            new ObjectFault(
                "ec2-node-classes",
                "EC2NodeClass/a",
                "metadata.annotations[\"plumbline.dev/pin-amis\"] original [0].id is 7 where a"
                    + " string belongs. Try: put it in quotes."));
  }

  @Test
  void overlayIsRead() throws IOException {
    JsonNode overlay =
        new YAMLMapper()
            .readTree(
                """
                apiVersion: karpenter.sh/v1alpha1
                kind: NodeOverlay
                metadata: { name: a, labels: { plumbline.dev/tier-of: p }, annotations: { b: c } }
                spec:
                  weight: 1
                  priceAdjustment: "-10%"
                  requirements: [{ key: karpenter.sh/nodepool, operator: In, values: [p] }]
                  capacity: { smarter-devices/fuse: 2 }
                """);
    assertThat(KarpenterObjects.facts(overlay))
        .isEqualTo(
            List.of(
                new NodeOverlay(
                    "a",
                    Tags.of(Map.of("b", "c")),
                    Tags.of(Map.of("plumbline.dev/tier-of", "p")),
                    false,
                    Requirements.of(new Requirement("karpenter.sh/nodepool", Operator.IN, "p")),
                    "-10%",
                    Resources.of(Map.of("smarter-devices/fuse", Quantity.ofWhole(2))),
                    1)));
  }

  private static List<Fact> read(String pin, String terms) throws IOException {
    JsonNode nodeClass =
        new YAMLMapper()
            .readTree(
                """
                apiVersion: karpenter.k8s.aws/v1
                kind: EC2NodeClass
                metadata: { name: a, annotations: { plumbline.dev/pin-amis: '%s' } }
                spec: { amiSelectorTerms: %s }
                """
                    .formatted(pin, terms));
    return KarpenterObjects.facts(nodeClass).stream()
        .filter(fact -> fact instanceof AmiSelectorTerm || fact instanceof ObjectFault)
        .toList();
  }

  private static AmiSelectorTerm alias(String alias) {
    return new AmiSelectorTerm("a", 0, alias, null, null, null, null, Tags.NONE);
  }

  private static ObjectFault fault(String shown) {
    return new ObjectFault(
        "ec2-node-classes",
        "EC2NodeClass/a",
        "metadata.annotations[\"plumbline.dev/pin-amis\"] is \""
            + shown
            + "\", no {\"original\": [], \"written\": []}. Try: remove it, spec.amiSelectorTerms"
            + " count as your own then.");
  }
}
