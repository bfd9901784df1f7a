package dev.plumbline.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumbline.web.access.Tokens.UnavailableException;
import dev.plumbline.web.access.Tokens.User;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which tokens of an issuer count, and which do not. */
class OidcTokensTest {

  private final Issuer issuer = new Issuer();
  private final Tokens tokens =
      new OidcTokens(
          new OidcTokens.Claims(
              issuer.name(), List.of(Issuer.AUDIENCE), "sub", "groups", List.of("approvers")),
          0);

  @AfterEach
  void end() {
    issuer.close();
  }

  @Test
  void aTokenOfTheIssuerIsItsUsers() {
    User ann = tokens.user(issuer.token("ann", "approvers"));
    User bob = tokens.user(issuer.token("bob", "readers"));

    assertThat(ann).isEqualTo(new User("ann", List.of("everybody", "approvers"), null));
    assertThat(tokens.denied(ann, "approve")).isNull();
    assertThat(tokens.denied(bob, "approve")).startsWith("bob is in none of the groups");
  }

  @Test
  void whatIsNotMeantForUsIsNobodys() {
    assertThat(refused(claims -> claims.setAudience("somebody-else"))).isTrue();
    assertThat(refused(claims -> claims.setIssuer("https://elsewhere.example.com"))).isTrue();
    assertThat(refused(claims -> claims.unsetClaim("aud"))).isTrue();
    assertThat(refused(claims -> claims.unsetClaim("iss"))).isTrue();
    assertThat(refused(claims -> claims.unsetClaim("exp"))).isTrue();
    assertThat(refused(claims -> claims.unsetClaim("sub"))).isTrue();
    assertThat(refused(claims -> claims.setExpirationTime(NumericDate.fromSeconds(1)))).isTrue();
    assertThat(refused(claims -> claims.setNotBeforeMinutesInThePast(-10))).isTrue();
    assertThat(refused(claims -> {})).isFalse();
  }

  @Test
  void whatTheIssuerHasNotSignedIsNobodys() throws JoseException {
    JwtClaims claims = issuer.claims("ann", "approvers");
    RsaJsonWebKey other = Issuer.key("one");
    String good = issuer.token("ann", "approvers");
    String body = good.substring(0, good.lastIndexOf('.'));
    var shared = new JsonWebSignature();
    shared.setPayload(claims.toJson());
    // The public key taken for a shared secret: the oldest trick there is.
    shared.setKey(new HmacKey(issuer.key().getPublicKey().getEncoded()));
    shared.setKeyIdHeaderValue("one");
    shared.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
    String none = encoded("{\"alg\":\"none\"}") + "." + encoded(claims.toJson()) + ".";

    assertThat(tokens.user(Issuer.signed(claims, other, AlgorithmIdentifiers.RSA_USING_SHA256)))
        .isNull();
    assertThat(tokens.user(shared.getCompactSerialization())).isNull();
    assertThat(tokens.user(none)).isNull();
    assertThat(tokens.user(body + ".")).isNull();
    assertThat(tokens.user("no token at all")).isNull();
    assertThat(tokens.user(Issuer.signed(claims, issuer.key(), "PS256"))).isNotNull();
  }

  @Test
  void anIssuerThatCannotBeAskedIsNoReasonToTrust() {
    String token = issuer.token("ann", "approvers");
    issuer.close();

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> tokens.user(token))
        .withMessageStartingWith("the issuer " + issuer.name() + " cannot be reached");
  }

  @Test
  @Timeout(30)
  void anIssuerThatSendsAByteASecondIsGivenUp() {
    issuer.keysAre(Issuer.Keys.DRIBBLING);
    String token = issuer.token("ann", "approvers");

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> tokens.user(token))
        .withMessageContaining("no whole answer within 4000 ms");
  }

  @Test
  void anAnswerWithoutEndIsNotRead() {
    issuer.keysAre(Issuer.Keys.ENDLESS);
    String token = issuer.token("ann", "approvers");

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> tokens.user(token))
        .withMessageContaining("more than 1048576 bytes");
  }

  @Test
  void anIssuerThatLeadsElsewhereIsNotFollowed() {
    issuer.keysAre(Issuer.Keys.REDIRECTED);
    String token = issuer.token("ann", "approvers");

    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> tokens.user(token))
        .withMessageContaining("answers 302");
  }

  @Test
  void aKeyThatIsNewIsFetchedAndOneThatIsGoneSignsNothing() {
    String before = issuer.token("ann", "approvers");
    assertThat(tokens.user(before)).isNotNull();

    issuer.rotate("two");

    assertThat(tokens.user(issuer.token("bob", "readers"))).isNotNull();
    assertThat(tokens.user(before)).isNull();
  }

  @Test
  void onlyWhatCannotBeChangedOnTheWayIsSafe() {
    assertThat(OidcTokens.Claims.safe("https://login.example.com")).isTrue();
    assertThat(OidcTokens.Claims.safe("http://localhost:8080/realm")).isTrue();
    assertThat(OidcTokens.Claims.safe("http://login.example.com")).isFalse();
    assertThat(OidcTokens.Claims.safe("http://localhost.example.com")).isFalse();
    assertThat(OidcTokens.Claims.safe("")).isFalse();
    assertThat(OidcTokens.Claims.safe("file:///etc/passwd")).isFalse();
  }

  private boolean refused(Consumer<JwtClaims> change) {
    JwtClaims claims = issuer.claims("ann", "approvers");
    change.accept(claims);
    String token = Issuer.signed(claims, issuer.key(), AlgorithmIdentifiers.RSA_USING_SHA256);
    return tokens.user(token) == null;
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
