package dev.plumbline.web.access;

import dev.plumbline.web.access.Tokens.User;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** Both ways to learn whose a token is, and what they may: what is traced. */
public final class EveryToken {

  private EveryToken() {}

  /** Says who it was. */
  public static String run(KubernetesClient client) {
    var reviews = new TokenReviews(client, List.of(), Duration.ofSeconds(60));
    try (var issuer = new Issuer()) {
      var claims =
          new OidcTokens.Claims(
              issuer.name(), List.of(Issuer.AUDIENCE), "sub", "groups", List.of("approvers"));
      User ann = reviews.user("token");
      User bob = new OidcTokens(claims).user(issuer.token("bob", "approvers"));
      return ann == null || bob == null || reviews.denied(ann, "approve") != null
          ? "nobody"
          : ann.name() + " " + bob.name();
    }
  }
}
