package dev.plumbline.fact;

/**
 * That SSM did not answer for one parameter.
 *
 * @param name the path asked for
 * @param code the error code: ParameterNotFound, ThrottlingException, AccessDeniedException, …
 */
public record SsmError(String name, String code) implements Fact {

  @Override
  public String key() {
    return "SsmError/" + name;
  }
}
