package dev.plumbline.web.access;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * What a token of an OpenID Connect issuer must say.
 *
 * @param issuer {@code iss}, which is also where its keys are asked for
 * @param audiences {@code aud}, one of them
 * @param user the claim that names the user
 * @param groups the claim that names groups
 * @param changers the groups of those who may change something
 */
public record OidcClaims(
    String issuer, List<String> audiences, String user, String groups, List<String> changers) {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Whether what is asked there cannot be changed on the way: HTTPS, or this very machine. */
  public static boolean safe(String address) {
    try {
      URI uri = URI.create(address);
      return "https".equals(uri.getScheme())
          || ("http".equals(uri.getScheme())
              && uri.getHost() != null
              && THIS_MACHINE.contains(uri.getHost()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
