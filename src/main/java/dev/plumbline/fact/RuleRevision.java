package dev.plumbline.fact;

import org.jspecify.annotations.Nullable;

/**
 * A rule set that serves, is about to, or must not.
 *
 * @param digest SHA-256 over its files
 * @param state active, candidate, held or rejected
 * @param origin where its text comes from, for people: {@code ConfigMap plumbline/team-a}
 * @param author who wrote it last; null when that is not known
 * @param changeRef what it was written for ({@code plumbline.dev/change-ref}); null when nobody
 *     said
 */
public record RuleRevision(
    String digest, String state, String origin, @Nullable String author, @Nullable String changeRef)
    implements Fact {

  @Override
  public String key() {
    return "RuleRevision/" + digest;
  }

  /** Whether it waits for being let through: a candidate, or one that was held. */
  public boolean waiting() {
    return state.equals("candidate") || state.equals("held");
  }
}
