package dev.plumbline.web;

import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.LiveSettings;
import dev.plumbline.host.Prerequisite;
import dev.plumbline.web.WebSettings.Authentication;
import dev.plumbline.web.access.CannotTellException;
import dev.plumbline.web.access.KeptTokens;
import dev.plumbline.web.access.OidcClaims;
import dev.plumbline.web.access.OidcTokens;
import dev.plumbline.web.access.TokenReviews;
import dev.plumbline.web.access.Tokens;
import dev.plumbline.web.access.User;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who asks, by the bearer token that is sent along; there is no other way to say so. */
@ApplicationScoped
@Unremovable
class Access implements Prerequisite {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String BEARER = "bearer ";
  private static final int LONGEST = 16 << 10;

  private final WebSettings settings;
  private final LiveSettings live;
  private final Instance<KubernetesClient> cluster;
  private @Nullable Tokens tokens;

  Access(WebSettings settings, LiveSettings live, Instance<KubernetesClient> cluster) {
    this.settings = settings;
    this.live = live;
    this.cluster = cluster;
  }

  /** What is asked for must be possible: else somebody would think that it is guarded. */
  @Override
  public void check() {
    Authentication by = settings.authentication();
    if (by == Authentication.NONE && (settings.changes() || settings.readAuthentication())) {
      throw refused(
          (settings.changes() ? "plumbline.web.changes" : "plumbline.web.read-authentication")
              + " is true, but plumbline.web.authentication is none: nobody can be told from"
              + " anybody else. Maybe set it to token-review or oidc.");
    }
    if (by == Authentication.TOKEN_REVIEW && !live.kubernetes().enabled()) {
      throw refused(
          "plumbline.web.authentication is token-review, but plumbline.kubernetes.enabled is false:"
              + " there is no API server to ask. Maybe use oidc.");
    }
    if (by == Authentication.OIDC) {
      checkOidc();
    }
  }

  private void checkOidc() {
    String issuer = settings.oidc().issuer().orElse("");
    if (!OidcClaims.safe(issuer)) {
      throw refused(
          "plumbline.web.oidc.issuer is "
              + (issuer.isEmpty() ? "not set" : "'" + issuer + "', which is not https")
              + ". Maybe https://login.example.com/realms/platform.");
    }
    if (settings.audiences().orElse(List.of()).isEmpty()) {
      throw refused(
          "plumbline.web.audiences is not set: tokens for anybody else would count here. Maybe"
              + " plumbline.");
    }
    if (settings.changes() && settings.oidc().changeGroups().orElse(List.of()).isEmpty()) {
      throw refused(
          "plumbline.web.changes is true, but plumbline.web.oidc.change-groups names nobody who"
              + " may. Maybe platform-admins.");
    }
  }

  private static InvalidInputException refused(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }

  /**
   * Whose the token in {@code authorization} is.
   *
   * @param authorization the header; null when none was sent
   * @throws Problem when there is none, it is nobody's, or that cannot be told now
   */
  User user(@Nullable String authorization) {
    if (authorization == null) {
      throw Problem.unauthorized("no token was sent. Maybe Authorization: Bearer TOKEN.");
    }
    if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
        || authorization.length() > LONGEST) {
      throw Problem.unauthorized(
          "the header Authorization holds no bearer token. Maybe Authorization: Bearer TOKEN.");
    }
    String token = authorization.substring(BEARER.length()).strip();
    try {
      User user = token.isEmpty() ? null : tokens().user(token);
      if (user == null) {
        throw Problem.unauthorized(
            "the token is nobody's: it is unknown, has expired or is for somebody else. Maybe ask"
                + " for a new one.");
      }
      return user;
    } catch (CannotTellException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /** Why {@code user} may not {@code verb} revisions; null when they may. */
  @Nullable String refusal(User user, String verb) {
    if (!settings.changes()) {
      return "nothing can be changed here. Maybe set plumbline.web.changes to true.";
    }
    try {
      return tokens().refusal(user, verb);
    } catch (CannotTellException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
  }

  private synchronized Tokens tokens() {
    Tokens known = tokens;
    if (known == null) {
      List<String> audiences = settings.audiences().orElse(List.of());
      known =
          switch (settings.authentication()) {
            case NONE ->
                throw Problem.unauthorized(
                    "nobody can say who they are here: plumbline.web.authentication is none.");
            case TOKEN_REVIEW -> kept(new TokenReviews(cluster.get(), audiences, LIMIT));
            case OIDC -> kept(new OidcTokens(claims(audiences)));
          };
      tokens = known;
    }
    return known;
  }

  private OidcClaims claims(List<String> audiences) {
    WebSettings.Oidc oidc = settings.oidc();
    return new OidcClaims(
        oidc.issuer().orElse(""),
        audiences,
        oidc.userClaim(),
        oidc.groupsClaim(),
        oidc.changeGroups().orElse(List.of()));
  }

  private static Tokens kept(Tokens asked) {
    return new KeptTokens(asked, Clock.systemUTC());
  }
}
