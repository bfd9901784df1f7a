package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * The Kubernetes version of the control plane ({@code /version}).
 *
 * @param version major and minor: 1.33
 * @param minor 33
 */
@ExpectedCount(1)
public record ClusterVersion(String version, int minor) implements Fact {

  @Override
  public String key() {
    return "ClusterVersion";
  }
}
