package dev.plumbline.web.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates bearer tokens and authorizes their users. Any thread may call it, and may block.
 */
public interface Tokens {

  /**
   * The user of a token.
   *
   * @param kubernetes {@code TokenReview.status.user}; null if authenticated by another issuer
   */
  record User(String name, List<String> groups, @Nullable ObjectNode kubernetes) {}

  /** A token cannot be verified, or a user authorized, at the moment. */
  final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnavailableException(String message) {
      super(message);
    }
  }

  /**
   * The user of {@code token}; null when the token is invalid: unknown, expired, or for another
   * audience.
   */
  @Nullable User user(String token);

  /** Why {@code user} may not {@code verb} revisions of the rules; null when they may. */
  @Nullable String denied(User user, String verb);

  /**
   * Whether {@code user} may write one of {@code configMaps}, or another one beside it; null when
   * that is not known.
   *
   * @param configMaps each as {@code NAMESPACE/NAME}
   */
  @Nullable Boolean writes(User user, List<String> configMaps);
}
