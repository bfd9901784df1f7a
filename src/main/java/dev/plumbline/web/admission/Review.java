package dev.plumbline.web.admission;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;

/**
 * A request of the API server: an AdmissionReview of {@code admission.k8s.io/v1}.
 *
 * @param kind the kind of the object: {@code karpenter.sh/v1 NodePool}
 * @param fieldManager the manager of the change; empty when there is none
 * @param object as it would be; missing when it is deleted
 */
record Review(
    String uid,
    String kind,
    String operation,
    String fieldManager,
    JsonNode object,
    JsonNode before) {

  private static final int MAX_DEPTH = 100;
  private static final int MAX_VALUES = 500_000;

  private static final JsonMapper JSON =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(MAX_DEPTH)
                      .maxTokenCount(MAX_VALUES)
                      .build())
              .build());

  private static final String VERSION = "admission.k8s.io/v1";

  /**
   * @throws IllegalArgumentException when it is not valid; the message is one line
   */
  static Review read(byte[] body) {
    JsonNode review;
    try {
      review = JSON.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (StreamConstraintsException e) {
      throw new IllegalArgumentException(
          "the body nests more than "
              + MAX_DEPTH
              + " levels deep, or holds more than "
              + MAX_VALUES
              + " values. Try: a smaller object.");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the body is not JSON: " + e.getOriginalMessage() + ". Try: check that it is complete.");
    }
    if (!review.path("apiVersion").asText().equals(VERSION)
        || !review.path("kind").asText().equals("AdmissionReview")) {
      throw new IllegalArgumentException(
          "the body is not an AdmissionReview of "
              + VERSION
              + ". Try: set admissionReviewVersions: [v1].");
    }
    JsonNode request = review.path("request");
    String uid = request.path("uid").asText();
    if (uid.isEmpty()) {
      throw new IllegalArgumentException(
          "request.uid is missing. Try: send a request, not a response.");
    }
    JsonNode kind = request.path("kind");
    String group = kind.path("group").asText();
    return new Review(
        uid,
        (group.isEmpty() ? "" : group + "/")
            + kind.path("version").asText()
            + " "
            + kind.path("kind").asText(),
        request.path("operation").asText(),
        request.path("options").path("fieldManager").asText(),
        object(request.path("object")),
        object(request.path("oldObject")));
  }

  String name() {
    return object.path("metadata").path("name").asText();
  }

  String namespace() {
    return object.path("metadata").path("namespace").asText();
  }

  private static JsonNode object(JsonNode node) {
    return node.isObject() ? node : MissingNode.getInstance();
  }
}
