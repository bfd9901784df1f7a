package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A kind of device that no resolved image of a node class drives.
 *
 * @param nodeClass the node class
 * @param architecture {@code kubernetes.io/arch}
 * @param device GPU or accelerator
 * @param manufacturer as in the label: nvidia, amd, aws, qualcomm
 */
public record HardwareGap(
    @Key String nodeClass, @Key String architecture, @Key String device, @Key String manufacturer)
    implements Conclusion {

  /** The device in words: a GPU of nvidia. */
  public String named() {
    return (device.equals("GPU") ? "a GPU of " : "an accelerator of ") + manufacturer;
  }

  /** The label that tells the maker of such a device. */
  public String label() {
    return device.equals("GPU")
        ? "karpenter.k8s.aws/instance-gpu-manufacturer"
        : "karpenter.k8s.aws/instance-accelerator-manufacturer";
  }
}
