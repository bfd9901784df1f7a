package dev.plumbline.fact;

/**
 * What a candidate would change by one measure, on the facts as they are.
 *
 * @param digest of the candidate
 * @param measure what is counted: rulesRemoved, scenariosRemoved, …
 * @param subject what it is counted of: a rule, a file, a kind of action, an object
 * @param before how many there are under the active revision
 * @param after how many there would be under the candidate
 */
public record RevisionImpact(String digest, String measure, String subject, long before, long after)
    implements Fact {

  @Override
  public String key() {
    return "RevisionImpact/" + digest + "/" + measure + "/" + subject;
  }
}
