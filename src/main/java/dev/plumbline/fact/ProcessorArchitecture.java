package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * A processor architecture that Kubernetes nodes run on ({@code ami-families.yaml}).
 *
 * @param name as in {@code kubernetes.io/arch}: amd64, arm64
 */
@ExpectedCount(10)
public record ProcessorArchitecture(String name) implements Fact {

  @Override
  public String key() {
    return "ProcessorArchitecture/" + name;
  }
}
