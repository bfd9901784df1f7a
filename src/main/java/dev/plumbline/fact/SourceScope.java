package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;

/**
 * What the last answer of a live source was asked for: a thing beyond it is not missing, it was not
 * asked for yet. A snapshot tells none, since there everything was.
 *
 * @param source images, ssm-parameters
 * @param asked the queries as {@code ImageQuery} names them; the names of SSM parameters
 */
@ExpectedCount(10)
public record SourceScope(String source, Values asked) implements Fact {

  @Override
  public String key() {
    return "SourceScope/" + source;
  }

  /** Whether {@code thing} was not asked for. */
  public boolean lacks(String thing) {
    return !asked.has(thing);
  }
}
