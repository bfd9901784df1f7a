package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * Whether an error code passes by itself ({@code error-classes.yaml}).
 *
 * @param code the code as EC2 or SSM gives it
 * @param errorClass transient, persistent, notFound, or insufficientCapacity: EC2 has none of what
 *     was asked for now
 */
@ExpectedCount(10)
public record ErrorClass(String code, String errorClass) implements Fact {

  @Override
  public String key() {
    return "ErrorClass/" + code;
  }
}
