package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts the program answers for. */
class HostNamesTest {

  private final HostNames loopback = new HostNames("127.0.0.1", List.of("Plumbline.example.com"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.0.0.1:8080",
        "[::1]",
        "[::1]:8080",
        "plumbline.example.com",
        "plumbline.example.com:443"
      })
  void itsOwnNames(String host) {
    assertThat(loopback.rejected(host)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example.com",
        "evil.example.com:8080",
        "localhost.evil.example.com",
        "127.0.0.1.evil.example.com",
        "localhost:8080@evil.example.com",
        "evil.example.com:localhost",
        "[::1].evil.example.com",
        "[::2]:8080",
        "",
        ":8080",
        "0.0.0.0"
      })
  void namesOfOthers(String host) {
    Problem problem = loopback.rejected(host);

    assertThat(problem).isNotNull();
    assertThat(problem.status()).isEqualTo(421);
  }

  @Test
  void aHostThatIsMissingIsRejected() {
    assertThat(loopback.rejected(null)).isNotNull();
  }

  @Test
  void everyNameWhereOthersAreToReachIt() {
    assertThat(new HostNames("0.0.0.0", List.of()).rejected("anything")).isNull();
    assertThat(new HostNames("0.0.0.0", List.of("a.example.com")).rejected("anything")).isNotNull();
  }

  @Test
  void nobodyTakesMoreThanItsShare() {
    var slots = new ClientShares(3, 2);

    assertThat(slots.enter("a")).isTrue();
    assertThat(slots.enter("a")).isTrue();
    assertThat(slots.enter("a")).isFalse();
    assertThat(slots.enter("b")).isTrue();
    assertThat(slots.full()).isTrue();
    assertThat(slots.enter("c")).isFalse();
    slots.leave("a");
    assertThat(slots.enter("c")).isTrue();
    slots.leave("nobody");
    assertThat(slots.taken()).isEqualTo(3);
  }
}
