package dev.plumbline.web.access;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jose4j.jwk.JsonWebKey.OutputControlLevel;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** A stand-in for an OpenID Connect issuer. Whoever asks it gets a token in any name. */
public final class Issuer implements AutoCloseable {

  /** For whom its tokens are. */
  public static final String AUDIENCE = "plumbline";

  private final HttpServer http;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
  private volatile RsaJsonWebKey key;
  private volatile Keys keys = Keys.SENT;

  /** What becomes of a request for its keys. */
  enum Keys {
    SENT,
    /** A byte at a time, without an end. */
    DRIBBLING,
    /** As fast as they are read, without an end. */
    ENDLESS,
    REDIRECTED
  }

  /** Answers at once, at a port that is free. */
  public Issuer() {
    try {
      key = key("one");
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext(
        "/.well-known/openid-configuration",
        asked ->
            answer(
                asked,
                "{\"issuer\": \"%s\", \"jwks_uri\": \"%s/keys\"}".formatted(name(), name())));
    http.createContext(
        "/keys",
        asked -> {
          switch (keys) {
            case SENT ->
                answer(asked, "{\"keys\": [" + key.toJson(OutputControlLevel.PUBLIC_ONLY) + "]}");
            case DRIBBLING -> send(asked, new byte[1], 200);
            case ENDLESS -> send(asked, new byte[64 << 10], 0);
            case REDIRECTED -> {
              asked.getResponseHeaders().add("Location", name() + "/elsewhere");
              asked.sendResponseHeaders(302, -1);
              asked.close();
            }
          }
        });
    http.createContext(
        "/token",
        asked -> {
          String[] words = asked.getRequestURI().getPath().split("/");
          answer(asked, token(words[2], words[3]));
        });
    http.setExecutor(threads);
    http.start();
  }

  void keysAre(Keys answer) {
    keys = answer;
  }

  /** From now on another key signs, and the one before is not among the keys. */
  void rotate(String id) {
    key = key(id);
  }

  /** Sends the same again and again, until nobody reads it. */
  private static void send(HttpExchange asked, byte[] part, long pauseMillis) throws IOException {
    asked.sendResponseHeaders(200, 0);
    var paused = new CountDownLatch(1);
    try (OutputStream out = asked.getResponseBody()) {
      while (!paused.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        out.write(part);
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A key that signs. */
  static RsaJsonWebKey key(String id) {
    try {
      RsaJsonWebKey key = RsaJwkGenerator.generateJwk(2048);
      key.setKeyId(id);
      return key;
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What it is called, and where it answers. */
  public String name() {
    return "http://localhost:" + http.getAddress().getPort();
  }

  /** A token of {@code user}, who is in {@code group}. */
  public String token(String user, String group) {
    return signed(claims(user, group), key, AlgorithmIdentifiers.RSA_USING_SHA256);
  }

  /** A token of the issuer called {@code issuer}, asked of it. */
  public static String token(String issuer, String user, String group) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI place = URI.create(issuer + "/token/" + user + "/" + group);
      return client
          .send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  RsaJsonWebKey key() {
    return key;
  }

  /** What a token that is good says. */
  JwtClaims claims(String user, String group) {
    var claims = new JwtClaims();
    claims.setIssuer(name());
    claims.setAudience(AUDIENCE);
    claims.setSubject(user);
    claims.setExpirationTimeMinutesInTheFuture(10);
    claims.setStringListClaim("groups", List.of("everybody", group));
    return claims;
  }

  static String signed(JwtClaims claims, RsaJsonWebKey key, String algorithm) {
    var signature = new JsonWebSignature();
    signature.setPayload(claims.toJson());
    signature.setKey(key.getPrivateKey());
    signature.setKeyIdHeaderValue(key.getKeyId());
    signature.setAlgorithmHeaderValue(algorithm);
    try {
      return signature.getCompactSerialization();
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void answer(HttpExchange asked, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    asked.sendResponseHeaders(200, bytes.length);
    asked.getResponseBody().write(bytes);
    asked.close();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
