package dev.plumbline.web.access;

import org.jspecify.annotations.Nullable;

/** Who tells whose a bearer token is, and what that one may. Any thread asks; it may wait. */
public interface Tokens {

  /**
   * Whose {@code token} is; null when it is nobody's: unknown, expired, for somebody else.
   *
   * @throws CannotTellException when that cannot be told now
   */
  @Nullable User user(String token);

  /**
   * Why {@code user} may not {@code verb} revisions of the rules; null when they may.
   *
   * @param verb approve, rollback
   * @throws CannotTellException when that cannot be told now
   */
  @Nullable String refusal(User user, String verb);
}
