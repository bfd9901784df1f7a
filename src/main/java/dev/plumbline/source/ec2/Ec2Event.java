package dev.plumbline.source.ec2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/**
 * What EventBridge sends of EC2 and SSM.
 *
 * @param type {@code detail-type}; empty for what is no event
 * @param detail {@code detail}
 */
record Ec2Event(String type, JsonNode detail) {

  private static final String INTERRUPTION = "EC2 Spot Instance Interruption Warning";

  /** The sources that each kind of event is about. */
  private static final Map<String, List<String>> SOURCES =
      Map.of(
          "EC2 AMI State Change",
          List.of("images"),
          "EC2 Instance State-change Notification",
          List.of("instances"),
          "EC2 Instance Rebalance Recommendation",
          List.of("instances", "spot-prices"),
          INTERRUPTION,
          List.of("instances", "spot-prices"),
          "Parameter Store Change",
          List.of("ssm-parameters"));

  /** The event in the body of a message. */
  static Ec2Event of(String body) {
    try {
      JsonNode event = new ObjectMapper().readTree(body);
      return new Ec2Event(event.path("detail-type").asText(""), event.path("detail"));
    } catch (JsonProcessingException e) {
      return new Ec2Event("", new ObjectMapper().createObjectNode());
    }
  }

  /** The sources to ask at once; none for events of no concern. */
  List<String> sources() {
    return SOURCES.getOrDefault(type, List.of());
  }

  /** Whether EC2 takes a spot instance back. */
  boolean interruption() {
    return type.equals(INTERRUPTION);
  }

  /** The instance it is about; empty when it is about none. */
  String instance() {
    return detail.path("instance-id").asText("");
  }
}
