package dev.plumbline.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.web.access.Tokens.User;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For how long it counts whose a token is. */
class CachedTokensTest {

  private static final User ANN = new User("ann", List.of(), null);

  private final List<String> asked = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-20T09:00:00Z");

  private final Tokens tokens =
      new CachedTokens(
          new Tokens() {
            @Override
            public @Nullable User user(String token) {
              asked.add(token);
              return token.startsWith("ann") ? ANN : null;
            }

            @Override
            public @Nullable String denied(User user, String verb) {
              asked.add(verb);
              return null;
            }

            @Override
            public @Nullable Boolean writes(User user, List<String> configMaps) {
              return null;
            }
          },
          () -> now);

  @Test
  void aKnownTokenCountsForAMinuteAtMost() {
    assertThat(tokens.user("ann")).isEqualTo(ANN);
    now = now.plus(CachedTokens.VALID_TTL).minusMillis(1);
    assertThat(tokens.user("ann")).isEqualTo(ANN);
    assertThat(asked).containsExactly("ann");

    now = now.plusMillis(1);
    assertThat(tokens.user("ann")).isEqualTo(ANN);
    assertThat(asked).containsExactly("ann", "ann");
    assertThat(CachedTokens.VALID_TTL).isLessThanOrEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void anUnknownTokenIsAskedAboutAgainSooner() {
    assertThat(tokens.user("eve")).isNull();
    assertThat(tokens.user("eve")).isNull();
    now = now.plus(CachedTokens.INVALID_TTL);
    assertThat(tokens.user("eve")).isNull();

    assertThat(asked).containsExactly("eve", "eve");
  }

  @Test
  void whatOneMayIsAskedEveryTime() {
    assertThat(tokens.denied(ANN, "approve")).isNull();
    assertThat(tokens.denied(ANN, "approve")).isNull();

    assertThat(asked).containsExactly("approve", "approve");
  }

  @Test
  void noMoreThanAThousandAreKept() {
    for (int i = 0; i <= 1_000; i++) {
      assertThat(tokens.user("ann" + i)).isEqualTo(ANN);
    }
    asked.clear();

    assertThat(tokens.user("ann1000")).isEqualTo(ANN);
    assertThat(asked).isEmpty();
    assertThat(tokens.user("ann0")).isEqualTo(ANN);
    assertThat(asked).containsExactly("ann0");
  }
}
