package dev.plumbline.fact;

/**
 * One of {@code status.conditions} of a Kubernetes object.
 *
 * @param kind the kind of the object: EC2NodeClass, NodePool, NodeClaim, Node
 * @param name its name
 * @param type {@code type}: AMIsReady
 * @param status {@code status}: True, False, Unknown
 * @param reason {@code reason}; empty when not set
 * @param message {@code message}; empty when not set
 */
public record StatusCondition(
    String kind, String name, String type, String status, String reason, String message)
    implements Fact {

  @Override
  public String key() {
    return "StatusCondition/" + kind + "/" + name + "/" + type;
  }

  /** The status with what the condition tells of it: {@code False (AMINotFound: no AMI)}. */
  public String told() {
    String why = reason + (reason.isEmpty() || message.isEmpty() ? "" : ": ") + message;
    return why.isEmpty() ? status : status + " (" + why + ")";
  }
}
