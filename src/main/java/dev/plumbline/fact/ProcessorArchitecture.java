package dev.plumbline.fact;

/**
 * A processor architecture that Kubernetes nodes run on ({@code ami-families.yaml}).
 *
 * @param name as in {@code kubernetes.io/arch}: amd64, arm64
 */
public record ProcessorArchitecture(String name) implements Fact {

  @Override
  public String key() {
    return "ProcessorArchitecture/" + name;
  }
}
