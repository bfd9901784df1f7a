package dev.plumbline.web;

import dev.plumbline.language.InvalidInputException;
import dev.plumbline.web.WebSettings.Authentication;
import dev.plumbline.web.WebSettings.EvaluateAccess;
import dev.plumbline.web.access.CachedTokens;
import dev.plumbline.web.access.OidcTokens;
import dev.plumbline.web.access.TokenReviews;
import dev.plumbline.web.access.Tokens;
import dev.plumbline.web.access.Tokens.UnavailableException;
import dev.plumbline.web.access.Tokens.User;
import dev.plumbline.wiring.HostAssembly.AssemblySettings;
import dev.plumbline.wiring.HostAssembly.Prerequisite;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.SimpleResourceInfo;
import org.jspecify.annotations.Nullable;

/** Authenticates requests by their bearer token, and authorizes changes. */
@ApplicationScoped
@Unremovable
class Access implements Prerequisite {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String BEARER = "bearer ";
  private static final int MAX_LENGTH = 16 << 10;

  private final WebSettings settings;
  private final AssemblySettings live;
  private final Instance<KubernetesClient> cluster;
  private @Nullable Tokens tokens;

  Access(WebSettings settings, AssemblySettings live, Instance<KubernetesClient> cluster) {
    this.settings = settings;
    this.live = live;
    this.cluster = cluster;
  }

  /** Rejects settings that appear to protect something but do not. */
  @Override
  public void check() {
    Authentication by = settings.authentication();
    if (by == Authentication.NONE && (settings.changes() || settings.readAuthentication())) {
      throw rejected(
          (settings.changes() ? "plumbline.web.changes" : "plumbline.web.read-authentication")
              + " is true, but plumbline.web.authentication is none. Try: set it to token-review"
              + " or oidc.");
    }
    if (by == Authentication.NONE
        && settings.evaluate().orElse(EvaluateAccess.OPEN) == EvaluateAccess.AUTHENTICATED) {
      throw rejected(
          "plumbline.web.evaluate is authenticated, but plumbline.web.authentication is none. Try:"
              + " set it to token-review or oidc.");
    }
    if (by == Authentication.TOKEN_REVIEW && !live.kubernetes().enabled()) {
      throw rejected(
          "plumbline.web.authentication is token-review, but plumbline.kubernetes.enabled is false:"
              + " there is no API server. Try: oidc.");
    }
    if (by == Authentication.OIDC) {
      checkOidc();
    }
  }

  private void checkOidc() {
    String issuer = settings.oidc().issuer().orElse("");
    if (!OidcTokens.Claims.safe(issuer)) {
      throw rejected(
          "plumbline.web.oidc.issuer is "
              + (issuer.isEmpty() ? "not set" : "'" + issuer + "', which is not https")
              + ". Try: https://login.example.com/realms/platform.");
    }
    if (settings.audiences().orElse(List.of()).isEmpty()) {
      throw rejected(
          "plumbline.web.audiences is not set: tokens for other audiences would be valid here. Try:"
              + " plumbline.");
    }
    if (settings.changes() && settings.oidc().changeGroups().orElse(List.of()).isEmpty()) {
      throw rejected(
          "plumbline.web.changes is true, but plumbline.web.oidc.change-groups is not set. Try:"
              + " platform-admins.");
    }
  }

  @ServerRequestFilter
  void checkRead(SimpleResourceInfo resource, HttpHeaders headers) {
    if (settings.readAuthentication()
        && !SessionResource.class.equals(resource.getResourceClass())) {
      var unused = user(headers.getHeaderString(HttpHeaders.AUTHORIZATION));
    }
  }

  private static InvalidInputException rejected(String message) {
    return new InvalidInputException(new IllegalArgumentException(message));
  }

  /**
   * The user of a token.
   *
   * @throws Problem if the token is missing, invalid, or cannot be verified now
   */
  User user(@Nullable String authorization) {
    if (authorization == null) {
      throw Problem.noToken();
    }
    if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
        || authorization.length() > MAX_LENGTH) {
      throw Problem.unauthorized(
          "the header Authorization holds no bearer token. Try: Authorization: Bearer TOKEN.");
    }
    String token = authorization.substring(BEARER.length()).strip();
    try {
      User user = token.isEmpty() ? null : tokens().user(token);
      if (user == null) {
        throw Problem.unauthorized(
            "invalid token: it is unknown, has expired or is for another audience. Try: request a"
                + " new one.");
      }
      return user;
    } catch (UnavailableException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /** Why {@code user} may not {@code verb} revisions; null if authorized. */
  @Nullable String denied(User user, String verb) {
    if (!settings.changes()) {
      return "changes are disabled. Try: set plumbline.web.changes to true.";
    }
    try {
      return tokens().denied(user, verb);
    } catch (UnavailableException e) {
      throw Problem.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Whether {@code user} may write one of {@code configMaps}: {@code yes}, {@code no}; null when
   * that is not known.
   */
  @Nullable String writes(User user, List<String> configMaps) {
    try {
      Boolean writes = tokens().writes(user, configMaps);
      return writes == null ? null : writes ? "yes" : "no";
    } catch (UnavailableException e) {
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
                    "authentication is disabled: plumbline.web.authentication is none. Try: set it"
                        + " to token-review or oidc.");
            case TOKEN_REVIEW -> cached(new TokenReviews(cluster.get(), audiences, TIMEOUT));
            case OIDC -> cached(new OidcTokens(claims(audiences)));
          };
      tokens = known;
    }
    return known;
  }

  private OidcTokens.Claims claims(List<String> audiences) {
    WebSettings.Oidc oidc = settings.oidc();
    return new OidcTokens.Claims(
        oidc.issuer().orElse(""),
        audiences,
        oidc.userClaim(),
        oidc.groupsClaim(),
        oidc.changeGroups().orElse(List.of()));
  }

  private static Tokens cached(Tokens tokens) {
    return new CachedTokens(tokens, Clock.systemUTC());
  }
}
