package dev.plumbline.web;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The HTTP interface. */
@ConfigMapping(prefix = "plumbline.web")
interface WebSettings {

  /**
   * Who may have a posted snapshot evaluated, or rules tried. Default: everybody outside of a
   * cluster; in a pod, whoever authenticates, and nobody while {@code plumbline.web.authentication}
   * is none.
   */
  Optional<EvaluateAccess> evaluate();

  /**
   * The maximum number of posted snapshots evaluated concurrently; more get 429. One client (the
   * user of a token, else an address) has at most half of them, rounded up.
   */
  @WithDefault("1")
  int evaluations();

  /**
   * The maximum number of objects, lists, names and single values in a posted snapshot, and at most
   * one for each 512 bytes of heap. Bytes do not bound memory: 31 MB of empty objects are ten
   * million of them.
   */
  @WithDefault("4000000")
  long snapshotValues();

  /** The maximum time from the header of a request to the end of its body; 408 beyond. */
  @WithDefault("30s")
  Duration bodyTimeout();

  /**
   * The maximum number of requests answered at once; more get 429. Probes and metrics are not among
   * them, and always find a thread.
   */
  @WithDefault("32")
  int requests();

  /** The maximum number of event streams of one client, of the 50 that there may be; 429 beyond. */
  @WithDefault("10")
  int streamsPerClient();

  /**
   * Further names by which clients request it ({@code plumbline.example.com}). While it listens on
   * loopback, or where any is set, a request for another host gets 421.
   */
  Optional<List<String>> hosts();

  /**
   * The maximum unpacked size of a posted snapshot, and at most a 16th of the heap. The size of the
   * request is limited by {@code quarkus.http.limits.max-body-size}, and to a 32nd of the heap.
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

  /** The clusters that are shown beside this one. */
  FleetSettings fleet();

  /** Many clusters, by their decision logs (docs/fleet.md). */
  interface FleetSettings {

    /**
     * Where their decision logs are: {@code s3://bucket/prefix}, or a folder. Without it no fleet
     * is shown.
     */
    Optional<String> location();

    /** How often what is new is read, while somebody looks. */
    @WithDefault("30s")
    Duration every();

    /** A log whose newest entry is older counts as old. */
    @WithDefault("30m")
    Duration maxAge();
  }

  /** Who may have a posted snapshot evaluated, or rules tried. */
  enum EvaluateAccess {
    /** Nobody. */
    DISABLED,
    /** Whoever sends a valid token. */
    AUTHENTICATED,
    /** Everybody. */
    OPEN
  }

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
