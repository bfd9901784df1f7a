package dev.plumbline.web;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is answered over HTTP. */
@ConfigMapping(prefix = "plumbline.web")
interface WebSettings {

  /** How many posted snapshots are evaluated at once; who comes on top of them is told 429. */
  @WithDefault("1")
  int evaluations();

  /**
   * How large a posted snapshot may be once it is unpacked. What is sent is limited by {@code
   * quarkus.http.limits.max-body-size}.
   */
  @WithDefault("64M")
  MemorySize snapshotLimit();

  /** Whether people may change something through the page (docs/page.md): let a revision serve. */
  @WithDefault("false")
  boolean changes();

  /** Who tells whose a bearer token is. With none nobody can change anything. */
  @WithDefault("none")
  Authentication authentication();

  /** Whether what is below /api/v1 is told to those alone who send a valid token. */
  @WithDefault("false")
  boolean readAuthentication();

  /**
   * For whom a token must be, one of them. With token-review the API server itself unless set, with
   * oidc it must be set.
   */
  Optional<List<String>> audiences();

  /**
   * Origins beside its own from which a browser may send a change: {@code
   * https://plumbline.example.com}, where something in between does not keep the name that the
   * browser asked for.
   */
  Optional<List<String>> origins();

  /** Tokens of an OpenID Connect issuer. */
  Oidc oidc();

  /** Who tells whose a token is. */
  enum Authentication {
    /** Nobody. */
    NONE,
    /** The API server, which also tells who may change something. */
    TOKEN_REVIEW,
    /** An OpenID Connect issuer. */
    OIDC;

    /** The word for it, in configuration and answers. */
    String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What a token of the issuer says. */
  interface Oidc {

    /** The issuer, {@code iss} of its tokens; its keys are found by OpenID Connect Discovery. */
    Optional<String> issuer();

    /** The claim that names the user. */
    @WithDefault("sub")
    String userClaim();

    /** The claim that names the groups of the user. */
    @WithDefault("groups")
    String groupsClaim();

    /** The groups of those who may change something. */
    Optional<List<String>> changeGroups();
  }
}
