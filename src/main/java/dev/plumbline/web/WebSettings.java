package dev.plumbline.web;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The HTTP interface. */
@ConfigMapping(prefix = "plumbline.web")
interface WebSettings {

  /** The maximum number of posted snapshots evaluated concurrently; more get 429. */
  @WithDefault("1")
  int evaluations();

  /**
   * The maximum unpacked size of a posted snapshot. The size of the request is limited by {@code
   * quarkus.http.limits.max-body-size}.
   */
  @WithDefault("64M")
  MemorySize snapshotLimit();

  /**
   * Whether users may approve and roll back revisions on the page and through the API
   * (docs/page.md).
   */
  @WithDefault("false")
  boolean changes();

  /** How bearer tokens are authenticated. With none, changes are not possible. */
  @WithDefault("none")
  Authentication authentication();

  /** Whether reads below /api/v1 require a valid token. */
  @WithDefault("false")
  boolean readAuthentication();

  /**
   * The audiences of which a token must have one; required with oidc. Default with token-review:
   * that of the API server.
   */
  Optional<List<String>> audiences();

  /**
   * Further origins from which a browser may send a change ({@code https://plumbline.example.com}),
   * for proxies that do not preserve the host that the browser requested.
   */
  Optional<List<String>> origins();

  /** Tokens of an OpenID Connect issuer. */
  Oidc oidc();

  /** How tokens are authenticated. */
  enum Authentication {
    /** Not at all. */
    NONE,
    /** By the API server, which also authorizes changes. */
    TOKEN_REVIEW,
    /** By the keys of an OpenID Connect issuer. */
    OIDC;

    String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The issuer and the claims of its tokens. */
  interface Oidc {

    /** The issuer, {@code iss} of its tokens; its keys are found by OpenID Connect Discovery. */
    Optional<String> issuer();

    /** The claim that names the user. */
    @WithDefault("sub")
    String userClaim();

    /** The claim that names the groups of the user. */
    @WithDefault("groups")
    String groupsClaim();

    /** The groups whose members may make changes. */
    Optional<List<String>> changeGroups();
  }
}
