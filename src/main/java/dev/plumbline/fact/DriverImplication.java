package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * Whose hardware an image drives when its requirements ask for a kind of device but not for a
 * manufacturer ({@code ami-families.yaml}).
 *
 * @param deviceKey the label that must exist: karpenter.k8s.aws/instance-gpu-count
 * @param manufacturerKey the label that is then bound: karpenter.k8s.aws/instance-gpu-manufacturer
 * @param manufacturers its values: nvidia
 */
@ExpectedCount(10)
public record DriverImplication(String deviceKey, String manufacturerKey, Values manufacturers)
    implements Fact {

  @Override
  public String key() {
    return "DriverImplication/" + deviceKey;
  }
}
