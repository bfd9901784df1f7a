package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * One state of the rule text.
 *
 * @param digest SHA-256 of its files
 * @param state active, candidate, held or rejected
 * @param origin where it comes from: folder /etc/plumbline/rules
 * @param author who wrote it last; null when not known
 * @param changeRef what it was written for; null when not told
 */
public record RuleRevision(
    String digest, String state, String origin, @Nullable String author, @Nullable String changeRef)
    implements Fact {

  @Override
  public String key() {
    return "RuleRevision/" + digest;
  }
}
