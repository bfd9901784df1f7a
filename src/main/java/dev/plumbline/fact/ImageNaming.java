package dev.plumbline.fact;

/**
 * What the name of a published image tells about the hardware it is built for ({@code
 * ami-families.yaml}).
 *
 * @param pattern the name, with {@code *} and {@code ?}
 * @param hardware nvidia, neuron
 * @param requirements the requirement set, without the architecture
 */
public record ImageNaming(String pattern, String hardware, Requirements requirements)
    implements Fact {

  @Override
  public String key() {
    return "ImageNaming/" + pattern + "/" + hardware;
  }

  /** Whether {@code imageName} follows this naming. */
  public boolean fits(String imageName) {
    return Glob.matches(pattern, imageName);
  }
}
