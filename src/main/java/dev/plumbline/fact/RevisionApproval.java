package dev.plumbline.fact;

/**
 * That somebody stands by a revision though it goes beyond a limit.
 *
 * @param digest of the revision
 * @param by who
 */
public record RevisionApproval(String digest, String by) implements Fact {

  @Override
  public String key() {
    return "RevisionApproval/" + digest;
  }
}
