package dev.plumbline.conclusion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.Given;
import dev.plumbline.conclusion.ImageConclusions.AmiContender;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeZones;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassPlatform;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Labels;
import dev.plumbline.fact.Operator;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Requirement;
import dev.plumbline.fact.Requirements;
import dev.plumbline.fact.Values;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireFormTest {

  @Test
  void requirementsHaveTheFormOfStatusAmis() throws IOException {
    var requirements =
        Requirements.of(
            new Requirement("karpenter.k8s.aws/instance-gpu-count", Operator.EXISTS),
            new Requirement("kubernetes.io/arch", Operator.IN, "arm64"),
            new Requirement("example.com/tier", Operator.IN, List.of("a", "b"), 2));

    assertThat(json(new AmiResolved("default", "ami-1", requirements, false, 1)))
        .isEqualTo(
            """
            {"type":"AmiResolved","nodeClass":"default","ami":"ami-1","requirements":[\
            {"key":"example.com/tier","operator":"In","values":["a","b"],"minValues":2},\
            {"key":"kubernetes.io/arch","operator":"In","values":["arm64"]},\
            {"key":"karpenter.k8s.aws/instance-gpu-count","operator":"Exists"}],\
            "deprecated":false,"position":1}\
            """);
  }

  @Test
  void numbersListsAndLabels() throws IOException {
    assertThat(
            json(
                new AmiContender(
                    "default", "ami-1", Requirements.NONE, true, Long.MIN_VALUE, "a \"b\"")))
        .isEqualTo(
            """
            {"type":"AmiContender","nodeClass":"default","ami":"ami-1","requirements":[],\
            "deprecated":true,"created":-9223372036854775808,"name":"a \\"b\\""}\
            """);
    assertThat(json(new InstanceTypeZones("m5.large", true, Values.of("z", "a"))))
        .isEqualTo(
            """
            {"type":"InstanceTypeZones","instanceType":"m5.large","known":true,"zones":["a","z"]}\
            """);
    assertThat(
            json(
                new NodeClassPlatform(
                    "default", "AL2", Labels.of(Map.of("os", List.of("linux"), "b", List.of())))))
        .isEqualTo(
            """
            {"type":"NodeClassPlatform","nodeClass":"default","amiFamily":"AL2","labels":\
            {"b":[],"os":["linux"]}}\
            """);
  }

  @Test
  void factsAreNamedAsInScenariosAndTellWhatIsNotKnown() throws IOException {
    assertThat(
            json(
                Given.sourceStatus(
                    "images",
                    "failed",
                    "DescribeImages",
                    null,
                    Instant.parse("2026-11-20T00:00:00Z"))))
        .isEqualTo(
            """
            {"SourceStatus":{"source":"images","state":"failed","operation":"DescribeImages",\
            "code":null,"since":"2026-11-20T00:00:00Z","lastSuccess":null,"failures":0,"items":null,"held":0}}\
            """);
    assertThat(json(new StatusCondition("NodePool", "a", "Ready", "True", "", "", null)))
        .isEqualTo(
            """
            {"StatusCondition":{"kind":"NodePool","name":"a","type":"Ready","status":"True",\
            "reason":"","message":"","since":null}}\
            """);
    assertThat(
            json(
                Given.instanceType(
                    "m5.large",
                    "amd64",
                    Values.of("hvm"),
                    Values.NONE,
                    null,
                    null,
                    null,
                    "m5",
                    Labels.NONE)))
        .doesNotContain("key");
  }

  @Test
  void everyConclusionLeavesTypeToTheWireForm() {
    for (RecordType type : ConclusionTypes.ALL) {
      assertThat(type.components())
          .extracting(RecordType.Property::name)
          .as(type.name())
          .doesNotContain("type");
    }
  }

  private static String json(Conclusion conclusion) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      WireForm.write(conclusion, json);
    }
    return text.toString();
  }

  private static String json(Fact fact) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      WireForm.write(fact, json);
    }
    return text.toString();
  }
}
