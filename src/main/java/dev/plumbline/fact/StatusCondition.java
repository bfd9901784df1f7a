package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;

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
@ReadFrom(of = "EC2NodeClass", at = "status.conditions")
@ReadFrom(of = "NodePool", at = "status.conditions")
@ReadFrom(of = "NodeClaim", at = "status.conditions[InstanceTerminating]")
@ReadFrom(of = "Pod", at = "status.conditions[PodScheduled]")
public record StatusCondition(
    String kind,
    String name,
    @ReadFrom("type") String type,
    @ReadFrom("status") @OneOf({"False", "True", "Unknown"}) String status,
    @ReadFrom("reason") String reason,
    @ReadFrom("message") String message)
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
