package dev.plumbline.web.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Caches the users of tokens, by the digest of the token, and limits concurrent requests.
 * Authorization is not cached.
 */
public final class CachedTokens implements Tokens {

  static final Duration VALID_TTL = Duration.ofMinutes(1);

  static final Duration INVALID_TTL = Duration.ofSeconds(10);

  private static final int MAX_CACHED = 1_000;
  private static final int MAX_CONCURRENT = 8;
  private static final long TIMEOUT_SECONDS = 5;

  private final Tokens tokens;
  private final InstantSource clock;
  private final Semaphore permits = new Semaphore(MAX_CONCURRENT);
  private final LinkedHashMap<String, Cached> byDigest = new LinkedHashMap<>();

  private record Cached(@Nullable User user, Instant until) {}

  public CachedTokens(Tokens tokens, InstantSource clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public @Nullable User user(String token) {
    String digest = digest(token);
    synchronized (byDigest) {
      Cached cached = byDigest.get(digest);
      if (cached != null && clock.instant().isBefore(cached.until())) {
        return cached.user();
      }
    }
    enter();
    try {
      User user = tokens.user(token);
      synchronized (byDigest) {
        byDigest.remove(digest);
        byDigest.put(
            digest, new Cached(user, clock.instant().plus(user == null ? INVALID_TTL : VALID_TTL)));
        if (byDigest.size() > MAX_CACHED) {
          byDigest.pollFirstEntry();
        }
      }
      return user;
    } finally {
      permits.release();
    }
  }

  @Override
  public @Nullable String denied(User user, String verb) {
    enter();
    try {
      return tokens.denied(user, verb);
    } finally {
      permits.release();
    }
  }

  @Override
  public @Nullable Boolean writes(User user, List<String> configMaps) {
    enter();
    try {
      return tokens.writes(user, configMaps);
    } finally {
      permits.release();
    }
  }

  private void enter() {
    try {
      if (!permits.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new UnavailableException("too many tokens are being verified. Try: again later.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("Plumbline is shutting down");
    }
  }

  private static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
