package dev.plumbline.source.ec2;

import java.util.List;

/** The calls of this package as IAM actions. */
public final class IamActions {

  public static final List<String> SOURCES =
      List.of(
          "ec2:DescribeImages",
          "ec2:DescribeInstanceTypeOfferings",
          "ec2:DescribeInstanceTypes",
          "ec2:DescribeInstances",
          "ec2:DescribeSpotPriceHistory",
          "ssm:GetParameters");

  public static final List<String> EVENTS = List.of("sqs:DeleteMessage", "sqs:ReceiveMessage");

  /** Allowed to everybody with credentials: no policy need name it. */
  public static final List<String> FREE = List.of("sts:GetCallerIdentity");

  private IamActions() {}
}
