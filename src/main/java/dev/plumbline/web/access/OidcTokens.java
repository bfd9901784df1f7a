package dev.plumbline.web.access;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jose4j.http.Get;
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
 * Tokens of an OpenID Connect issuer: JWTs that are signed by one of its keys, for us, and not
 * expired. Who may change something is in one of certain groups.
 */
public final class OidcTokens implements Tokens {

  private static final Logger LOG = Logger.getLogger(OidcTokens.class);
  private static final int SKEW_SECONDS = 30;
  private static final int PATIENCE_MILLIS = 4_000;
  private static final long REFRESH_REPRIEVE_MILLIS = 10_000;

  /** Signatures by a key that only the issuer has; never {@code none}, never a shared secret. */
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

  private final OidcClaims claims;
  private final Get get = new Get();
  private volatile @Nullable JwtConsumer consumer;

  /** Tokens that {@code claims} describes. Nothing is asked of the issuer before a token comes. */
  public OidcTokens(OidcClaims claims) {
    this.claims = claims;
    get.setConnectTimeout(PATIENCE_MILLIS);
    get.setReadTimeout(PATIENCE_MILLIS);
    get.setRetries(0);
    get.setResponseBodySizeLimit(1 << 20);
  }

  @Override
  public @Nullable User user(String token) {
    try {
      JwtClaims told = consumer().processToClaims(token);
      Object name = told.getClaimValue(claims.user());
      return name instanceof String text && !text.isBlank()
          ? new User(text, texts(told.getClaimValue(claims.groups())), null)
          : null;
    } catch (InvalidJwtException e) {
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException) {
          throw unreachable(cause);
        }
      }
      LOG.debugf("A token is nobody's: errors=%s", e.getErrorDetails());
      return null;
    }
  }

  @Override
  public @Nullable String refusal(User user, String verb) {
    return user.groups().stream().anyMatch(claims.changers()::contains)
        ? null
        : user.name()
            + " is in none of the groups that may change something. Maybe see"
            + " plumbline.web.oidc.change-groups.";
  }

  private JwtConsumer consumer() {
    JwtConsumer known = consumer;
    if (known == null) {
      var keys = new HttpsJwks(keys());
      keys.setSimpleHttpGet(get);
      keys.setRefreshReprieveThreshold(REFRESH_REPRIEVE_MILLIS);
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

  /** Where the issuer says that its keys are (OpenID Connect Discovery). */
  private String keys() {
    String place = claims.issuer().replaceAll("/+$", "") + "/.well-known/openid-configuration";
    try {
      Map<String, Object> told = JsonUtil.parseJson(get.get(place).getBody());
      if (claims.issuer().equals(told.get("issuer"))
          && told.get("jwks_uri") instanceof String keys
          && OidcClaims.safe(keys)) {
        return keys;
      }
      throw new CannotTellException(
          place
              + " tells of another issuer, or of no keys. Maybe correct plumbline.web.oidc.issuer.");
    } catch (IOException | JoseException e) {
      throw unreachable(e);
    }
  }

  private CannotTellException unreachable(Throwable cause) {
    return new CannotTellException(
        "the issuer " + claims.issuer() + " cannot be asked: " + cause + ". Maybe try again.");
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
