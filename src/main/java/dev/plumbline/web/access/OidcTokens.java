package dev.plumbline.web.access;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jose4j.http.SimpleGet;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.HttpsJwks;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.HttpsJwksVerificationKeyResolver;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of an OpenID Connect issuer: JWTs that are signed by one of its keys, for our audience,
 * and not expired. Members of certain groups may change something.
 */
public final class OidcTokens implements Tokens {

  /**
   * What a token of an OpenID Connect issuer must claim.
   *
   * @param issuer {@code iss}, also the base address of its configuration and keys
   * @param audiences one of them must be in {@code aud}
   */
  public record Claims(
      String issuer, List<String> audiences, String user, String groups, List<String> changers) {

    private static final Set<String> LOCALHOST = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Whether the connection is protected from tampering: HTTPS, or loopback. */
    public static boolean safe(String address) {
      try {
        URI uri = URI.create(address);
        return "https".equals(uri.getScheme())
            || ("http".equals(uri.getScheme())
                && uri.getHost() != null
                && LOCALHOST.contains(uri.getHost()));
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
  }

  private static final Logger LOG = Logger.getLogger(OidcTokens.class);
  private static final int SKEW_SECONDS = 30;
  private static final Duration TIMEOUT = Duration.ofSeconds(4);
  private static final int MAX_ANSWER_BYTES = 1 << 20;
  private static final long REFRESH_REPRIEVE_MILLIS = 10_000;

  /** Asymmetric signatures; never {@code none}, never a shared secret. */
  private static final String[] SIGNATURES = {
    AlgorithmIdentifiers.RSA_USING_SHA256,
    AlgorithmIdentifiers.RSA_USING_SHA384,
    AlgorithmIdentifiers.RSA_USING_SHA512,
    AlgorithmIdentifiers.RSA_PSS_USING_SHA256,
    AlgorithmIdentifiers.RSA_PSS_USING_SHA384,
    AlgorithmIdentifiers.RSA_PSS_USING_SHA512,
    AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256,
    AlgorithmIdentifiers.ECDSA_USING_P384_CURVE_AND_SHA384,
    AlgorithmIdentifiers.ECDSA_USING_P521_CURVE_AND_SHA512,
    AlgorithmIdentifiers.EDDSA
  };

  private final Claims claims;
  private final SimpleGet get = new BoundedGet(TIMEOUT, MAX_ANSWER_BYTES);
  private final long reprieveMillis;
  private volatile @Nullable JwtConsumer consumer;

  /** The issuer is not contacted before the first token. */
  public OidcTokens(Claims claims) {
    this(claims, REFRESH_REPRIEVE_MILLIS);
  }

  /**
   * @param reprieveMillis for which no unknown key id has the keys fetched again
   */
  OidcTokens(Claims claims, long reprieveMillis) {
    this.claims = claims;
    this.reprieveMillis = reprieveMillis;
  }

  @Override
  public @Nullable User user(String token) {
    try {
      JwtClaims jwt = consumer().processToClaims(token);
      Object name = jwt.getClaimValue(claims.user());
      return name instanceof String text && !text.isBlank()
          ? new User(text, texts(jwt.getClaimValue(claims.groups())), null)
          : null;
    } catch (InvalidJwtException e) {
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException) {
          throw unreachable(cause);
        }
      }
      LOG.debugf("Invalid token: errors=%s", e.getErrorDetails());
      return null;
    }
  }

  @Override
  public @Nullable String denied(User user, String verb) {
    return user.groups().stream().anyMatch(claims.changers()::contains)
        ? null
        : user.name()
            + " is in none of the groups that may change something. Try: see"
            + " plumbline.web.oidc.change-groups.";
  }

  /** Unknown: by what name the API server knows a user of the issuer, if at all, is its matter. */
  @Override
  public @Nullable Boolean writes(User user, List<String> configMaps) {
    return null;
  }

  private JwtConsumer consumer() {
    JwtConsumer known = consumer;
    if (known == null) {
      var keys = new HttpsJwks(keys());
      keys.setSimpleHttpGet(get);
      keys.setRefreshReprieveThreshold(reprieveMillis);
      known =
          new JwtConsumerBuilder()
              .setExpectedIssuer(true, claims.issuer())
              .setExpectedAudience(true, claims.audiences().toArray(String[]::new))
              .setRequireExpirationTime()
              .setAllowedClockSkewInSeconds(SKEW_SECONDS)
              .setJwsAlgorithmConstraints(ConstraintType.PERMIT, SIGNATURES)
              .setVerificationKeyResolver(new HttpsJwksVerificationKeyResolver(keys))
              .build();
      consumer = known;
    }
    return known;
  }

  private String keys() {
    String location = claims.issuer().replaceAll("/+$", "") + "/.well-known/openid-configuration";
    try {
      Map<String, Object> configuration = JsonUtil.parseJson(get.get(location).getBody());
      if (claims.issuer().equals(configuration.get("issuer"))
          && configuration.get("jwks_uri") instanceof String keys
          && Claims.safe(keys)) {
        return keys;
      }
      throw new UnavailableException(
          location + " names another issuer, or no keys. Try: correct plumbline.web.oidc.issuer.");
    } catch (IOException | JoseException e) {
      throw unreachable(e);
    }
  }

  private UnavailableException unreachable(Throwable cause) {
    return new UnavailableException(
        "the issuer " + claims.issuer() + " cannot be reached: " + cause + ". Try: again later.");
  }

  private static List<String> texts(@Nullable Object claim) {
    var texts = new ArrayList<String>();
    if (claim instanceof List<?> list) {
      list.forEach(each -> texts.add(String.valueOf(each)));
    } else if (claim instanceof String text) {
      texts.add(text);
    }
    return List.copyOf(texts);
  }
}
