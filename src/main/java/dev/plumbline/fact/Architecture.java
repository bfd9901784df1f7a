package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/** The two spellings of a processor architecture. */
public final class Architecture {

  private Architecture() {}

  /**
   * What Kubernetes calls an EC2 architecture ({@code kubernetes.io/arch}).
   *
   * @param ec2 as in {@code DescribeImages} and {@code DescribeInstanceTypes}
   * @return null for one that no Karpenter node runs on (i386, the two of EC2 Mac)
   */
  public static @Nullable String kubernetes(String ec2) {
    return switch (ec2) {
      case "x86_64" -> "amd64";
      case "arm64" -> "arm64";
      default -> null;
    };
  }
}
