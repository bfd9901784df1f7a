package dev.plumbline.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Images.Ami;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Kubernetes minor that the name or a tag of an image tells. */
class KubernetesMinorTest {

  @ParameterizedTest
  @CsvSource({
    "amazon-eks-node-1.29-v20240129, 29",
    "amazon-eks-arm64-node-1.30-v20240129, 30",
    "amazon-eks-gpu-node-1.31-v20240129, 31",
    "amazon-eks-node-al2023-x86_64-standard-1.33-v20260714, 33",
    "amazon-eks-node-al2023-arm64-nvidia-560-1.33-v20260714, 33",
    "bottlerocket-aws-k8s-1.33-x86_64-v1.57.0-0a1b2c3d, 33",
    "bottlerocket-aws-k8s-1.34-nvidia-fips-aarch64-v1.57.0-0a1b2c3d, 34",
    "Windows_Server-2022-English-Core-EKS_Optimized-1.32-2026.07.14, 32",
    "ubuntu-eks/k8s_1.31/images/hvm-ssd/ubuntu-noble-24.04-amd64-server-20260714, 31",
    "ubuntu-eks-pro/k8s_1.31/images/x, 31",
    "golden-1.30-v3,",
    "my-amazon-eks-node-1.29-v1,",
    "amazon-eks-node-al2023-x86_64-standard-latest,",
    "bottlerocket-aws-ecs-2-x86_64-v1.57.0-0a1b2c3d,",
    "al2023-ami-2023.12.20260710.0-kernel-6.12-x86_64,",
    "'',"
  })
  void nameOfAPublishedImageTellsIt(String name, @Nullable Integer minor) {
    assertThat(image(name, Tags.NONE).kubernetesMinor()).isEqualTo(minor);
  }

  @ParameterizedTest
  @CsvSource({
    "1.33, 33",
    "v1.33.2, 33",
    "1.33-eks-1, 33",
    "1.9, 9",
    "33,",
    "latest,",
    "2.0,",
    "'',"
  })
  void tagTellsIt(String value, @Nullable Integer minor) {
    Ami image = image("golden", Tags.of(Map.of("kubernetes.io/version", value)));

    assertThat(image.kubernetesMinorIn("kubernetes.io/version")).isEqualTo(minor);
    assertThat(image.kubernetesMinorIn("other")).isNull();
  }

  private static Ami image(String name, Tags tags) {
    return new Ami(
        "ami-1",
        name,
        "available",
        null,
        "x86_64",
        "1",
        null,
        null,
        null,
        tags,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
