package dev.plumbline.web.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions as the API server puts them. */
public final class Reviews {

  static final String RULES =
      """
      package team

      import dev.plumbline.fact.Ami
      import dev.plumbline.conclusion.AmiObjection

      rule "image is of the team that left"
          @Id("TEAM-001") @Control("CM-2") @Severity("high")
      when
          Ami( $ami : id, ownerId == "111122223333" )
      then
          insertLogical( new AmiObjection( "TEAM-001", "any", $ami, "its owner is gone" ) );
      end
      """;

  static final String SCENARIOS =
      """
      - name: an image of that account is refused, another is not
        given:
          - Ami: { id: ami-1, ownerId: "111122223333" }
          - Ami: { id: ami-2, ownerId: "444455556666" }
        expect:
          - AmiObjection: { rule: TEAM-001, nodeClass: any, ami: ami-1, message: its owner is gone }
      """;

  private static final YAMLMapper YAML = new YAMLMapper();

  private Reviews() {}

  static ObjectNode configMap(Map<String, String> data) {
    ObjectNode map =
        (ObjectNode)
            yaml(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: { name: team-a, namespace: plumbline, labels: { plumbline.dev/rules: "" } }
                """);
    ObjectNode files = map.putObject("data");
    data.forEach(files::put);
    return map;
  }

  /** A NodePool of this node class that admits one category of instance types. */
  public static JsonNode pool(String name, String nodeClass, String category) {
    return yaml(
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: { name: %s }
        spec:
          template:
            spec:
              nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: %s }
              requirements:
                - { key: karpenter.k8s.aws/instance-category, operator: In, values: [%s] }
        """
            .formatted(name, nodeClass, category));
  }

  static JsonNode nodeClass(String name, String term) {
    return yaml(
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: { name: %s }
        spec:
          amiFamily: AL2023
          amiSelectorTerms: [ %s ]
        """
            .formatted(name, term));
  }

  static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A review of {@code object}, in the form of the API server. */
  public static ObjectNode of(JsonNode object, @Nullable JsonNode before, String fieldManager) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
    ObjectNode request = review.putObject("request");
    request.put("uid", "42").put("operation", before == null ? "CREATE" : "UPDATE");
    String[] version = object.path("apiVersion").asText().split("/", 2);
    request
        .putObject("kind")
        .put("group", version.length == 2 ? version[0] : "")
        .put("version", version[version.length - 1])
        .put("kind", object.path("kind").asText());
    request.set("object", object);
    request.set("oldObject", before);
    request.put("dryRun", true);
    request.putObject("options").put("fieldManager", fieldManager);
    return review;
  }

  static Review read(JsonNode object, @Nullable JsonNode before) {
    return Review.read(of(object, before, "kubectl").toString().getBytes());
  }
}
