package dev.plumbline.web.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps for a while whose a token is, by its digest, and lets few ask at once. What a user may is
 * asked every time.
 */
public final class KeptTokens implements Tokens {

  /** How long it counts that a token is somebody's. */
  static final Duration KNOWN = Duration.ofMinutes(1);

  /** How long it counts that a token is nobody's. */
  static final Duration UNKNOWN = Duration.ofSeconds(10);

  private static final int KEPT = 1_000;
  private static final int AT_ONCE = 8;
  private static final long PATIENCE_SECONDS = 5;

  private final Tokens asked;
  private final InstantSource clock;
  private final Semaphore asking = new Semaphore(AT_ONCE);
  private final LinkedHashMap<String, Kept> byDigest = new LinkedHashMap<>();

  private record Kept(@Nullable User user, Instant until) {}

  /** What {@code asked} tells. */
  public KeptTokens(Tokens asked, InstantSource clock) {
    this.asked = asked;
    this.clock = clock;
  }

  @Override
  public @Nullable User user(String token) {
    String digest = digest(token);
    synchronized (byDigest) {
      Kept kept = byDigest.get(digest);
      if (kept != null && clock.instant().isBefore(kept.until())) {
        return kept.user();
      }
    }
    enter();
    try {
      User user = asked.user(token);
      synchronized (byDigest) {
        byDigest.remove(digest);
        byDigest.put(digest, new Kept(user, clock.instant().plus(user == null ? UNKNOWN : KNOWN)));
        if (byDigest.size() > KEPT) {
          byDigest.pollFirstEntry();
        }
      }
      return user;
    } finally {
      asking.release();
    }
  }

  @Override
  public @Nullable String refusal(User user, String verb) {
    enter();
    try {
      return asked.refusal(user, verb);
    } finally {
      asking.release();
    }
  }

  private void enter() {
    try {
      if (!asking.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new CannotTellException("too many ask who they are at once. Maybe try again.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotTellException("the program ends");
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
