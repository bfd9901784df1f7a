package dev.plumbline.fact;

/**
 * Somebody lets a revision of the rules through in spite of its limits.
 *
 * @param digest the revision: SHA-256 over its files
 * @param by who
 */
public record RevisionApproval(String digest, String by) implements Fact {

  @Override
  public String key() {
    return "RevisionApproval/" + digest;
  }
}
