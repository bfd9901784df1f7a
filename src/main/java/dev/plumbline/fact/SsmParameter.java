package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ReadFrom;

/**
 * An SSM parameter that was found ({@code GetParameters}, {@code Parameters[]}).
 *
 * @param name {@code Name}: the path
 * @param value {@code Value}: an image id when all is well
 */
@ReadFrom(of = "Parameters")
public record SsmParameter(@ReadFrom("Name") String name, @ReadFrom("Value") String value)
    implements Fact {

  @Override
  public String key() {
    return "SsmParameter/" + name;
  }
}
