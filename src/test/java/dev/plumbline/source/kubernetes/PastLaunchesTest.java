package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Nodes.PastLaunch;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Resources;
import dev.plumbline.fact.Tags;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is remembered of claims that are gone. */
class PastLaunchesTest {

  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Resources PROMISED = cpu(2);
  private static final Resources REAL = cpu(1);

  private final PastLaunches launches = new PastLaunches(Duration.ofHours(2), 2);

  @Test
  void whatTheNodeHadIsKeptThoughItGoesBeforeItsClaim() {
    // Given
    tell(NOON, there("NodeClaim/c", claim("c", "n", "ami-1")), there("Node/n", node("n")));
    assertThat(tell(NOON, FactUpdate.gone("Node/n"))).isEmpty();
    // When, Then
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/c"))).containsExactly(past("c", REAL));
  }

  @Test
  void claimWithoutNodeNeverJoined() {
    // Given
    tell(NOON, there("NodeClaim/c", claim("c", null, "ami-1")));
    // When, Then
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/c"))).containsExactly(past("c", null));
  }

  @Test
  void claimThatWasNeverLaunchedIsNotRemembered() {
    // Given
    tell(NOON, there("NodeClaim/c", claim("c", null, null)));
    // When, Then
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/c"), FactUpdate.gone("NodeClaim/unknown")))
        .isEmpty();
  }

  @Test
  void claimThatComesAgainUnreadableIsNotGone() {
    // Given
    tell(NOON, there("NodeClaim/c", claim("c", null, "ami-1")));
    var fault = new dev.plumbline.fact.Cluster.ObjectFault("node-claims", "NodeClaim/c", "cut");
    // When, Then
    assertThat(tell(NOON, there("NodeClaim/c", fault))).isEmpty();
  }

  @Test
  void eachIsForgottenInTime() {
    // Given
    tell(NOON, there("NodeClaim/c", claim("c", null, "ami-1")));
    tell(NOON, FactUpdate.gone("NodeClaim/c"));
    // When, Then
    assertThat(tell(NOON.plus(Duration.ofHours(2)))).isEmpty();
    assertThat(tell(NOON.plus(Duration.ofHours(3))))
        .containsExactly(FactUpdate.gone("PastLaunch/c"));
    assertThat(tell(NOON.plus(Duration.ofHours(4)))).isEmpty();
  }

  @Test
  void soManyAreKept() {
    // Given
    for (String name : List.of("a", "b", "c")) {
      tell(NOON, there("NodeClaim/" + name, claim(name, null, "ami-1")));
    }
    tell(NOON, FactUpdate.gone("NodeClaim/a"), FactUpdate.gone("NodeClaim/b"));
    // When, Then
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/c")))
        .containsExactly(past("c", null), FactUpdate.gone("PastLaunch/a"));
  }

  private List<FactUpdate> tell(Instant now, FactUpdate... told) {
    return launches.after(List.of(told), now);
  }

  private static FactUpdate there(String owner, Fact fact) {
    return new FactUpdate(owner, List.of(fact), null);
  }

  private static FactUpdate past(String claim, @Nullable Resources real) {
    var launch = new PastLaunch(claim, "p", "m5.large", "ami-1", NOON, PROMISED, real);
    return new FactUpdate("PastLaunch/" + claim, List.of(launch), null);
  }

  private static NodeClaim claim(String name, @Nullable String node, @Nullable String ami) {
    return new NodeClaim(
        name,
        "p",
        "default",
        "m5.large",
        "us-east-1a",
        "spot",
        ami,
        node,
        null,
        Tags.NONE,
        Tags.NONE,
        NOON,
        false,
        true,
        null,
        null,
        Resources.NONE,
        PROMISED);
  }

  private static Node node(String name) {
    return new Node(
        name, "p", "m5.large", null, null, Tags.NONE, null, false, "True", null, REAL, REAL);
  }

  private static Resources cpu(int amount) {
    return Resources.of(Map.of("cpu", Quantity.ofWhole(amount)));
  }
}
