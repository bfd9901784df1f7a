package dev.plumbline.source.ec2;

import java.util.List;

/** The calls that this package makes, by the names that IAM knows them by. */
public final class Ec2Calls {

  /** What the sources ask. */
  public static final List<String> SOURCES =
      List.of(
          "ec2:DescribeImages",
          "ec2:DescribeInstanceTypeOfferings",
          "ec2:DescribeInstanceTypes",
          "ec2:DescribeInstances",
          "ec2:DescribeSpotPriceHistory",
          "ssm:GetParameters");

  /** What events need, on the queue alone. */
  public static final List<String> EVENTS = List.of("sqs:DeleteMessage", "sqs:ReceiveMessage");

  /** What everybody may who has credentials: no policy need name it. */
  public static final List<String> FREE = List.of("sts:GetCallerIdentity");

  private Ec2Calls() {}
}
