package dev.plumbline.fact;

/**
 * An SSM parameter that was found ({@code GetParameters}, {@code Parameters[]}).
 *
 * @param name {@code Name}: the path
 * @param value {@code Value}: an image id when all is well
 */
public record SsmParameter(String name, String value) implements Fact {

  @Override
  public String key() {
    return "SsmParameter/" + name;
  }
}
