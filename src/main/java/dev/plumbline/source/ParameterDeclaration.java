package dev.plumbline.source;

import dev.plumbline.fact.Parameter;
import java.util.List;

/**
 * A parameter that the rules know ({@code *.parameters.yaml}).
 *
 * @param name ami.minimumAge
 * @param kind what its value must look like
 * @param description what it is for, in one sentence
 * @param defaults what it is when nobody sets it; none when it is off then
 */
public record ParameterDeclaration(
    String name, ParameterKind kind, String description, List<Parameter> defaults) {

  public ParameterDeclaration {
    defaults = List.copyOf(defaults);
  }
}
