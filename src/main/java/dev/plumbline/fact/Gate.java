package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * An activity that waits while what it depends on is missing ({@code gates.yaml}).
 *
 * @param name ami-resolution, instance-type-mapping, drift, …, or a kind of action: PinAmis
 */
@ExpectedCount(10)
public record Gate(String name) implements Fact {

  @Override
  public String key() {
    return "Gate/" + name;
  }

  /** Whether it is a kind of action: those are written in CamelCase. */
  public boolean action() {
    return Character.isUpperCase(name.charAt(0));
  }
}
