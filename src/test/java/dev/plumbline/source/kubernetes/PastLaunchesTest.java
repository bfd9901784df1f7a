package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.Given;
import dev.plumbline.fact.Cluster.NodeInterruption;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.PastLaunch;
import dev.plumbline.fact.Nodes.Node;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Quantity;
import dev.plumbline.fact.Requirements;
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
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/c"))).containsExactly(past("c", node("n")));
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
  void nodeIsRememberedAsItWasBeforeItsDeletionBegan() {
    // Given
    Instant failed = NOON.plus(Duration.ofDays(30));
    Instant deleted = failed.plus(Duration.ofMinutes(30));
    tell(NOON, there("NodeClaim/c", claim("c", "n", "ami-1")), there("Node/n", node("n")));
    tell(failed, there("Node/n", node("n", "False", failed)));
    // When
    tell(deleted, there("NodeClaim/c", claim("c", "n", "ami-1", true)));
    tell(deleted, there("Node/n", node("n", "Unknown", deleted)));
    // Then
    Instant gone = deleted.plus(Duration.ofMinutes(5));
    assertThat(tell(gone, FactUpdate.gone("NodeClaim/c")))
        .containsExactly(past("c", node("n", "False", failed), deleted, null));
    assertThat(tell(deleted.plus(Duration.ofHours(3))))
        .containsExactly(FactUpdate.gone("PastLaunch/c"));
  }

  @Test
  void deletionAndDisruptionAreAsItsObjectSays() {
    // Given
    var disrupted =
        new StatusCondition(
            "NodeClaim", "c", "DisruptionReason", "True", "Drifted", "AMIDrift", null);
    JsonNode document =
        JsonNodeFactory.instance.objectNode().set("metadata", deletionTimestamp(NOON));
    tell(
        NOON.plusSeconds(9),
        new FactUpdate(
            "NodeClaim/c", List.of(claim("c", null, "ami-1", true), disrupted), document));
    // When, Then
    assertThat(tell(NOON.plusSeconds(60), FactUpdate.gone("NodeClaim/c")))
        .containsExactly(past("c", null, NOON, "Drifted"));
  }

  @Test
  void whatWasDeletedBeforeTheClaimIsKept() {
    // Given
    tell(
        NOON,
        there("NodePool/p", Given.nodePool("p", "default", null, Requirements.NONE, Tags.NONE)));
    // When, Then: a node that is deleted by itself, one after its claim, and a pool that goes
    tell(NOON, there("NodeClaim/a", claim("a", "x", "ami-1")), there("Node/x", node("x")));
    tell(NOON, there("Node/x", deleting("x")));
    tell(NOON, there("NodeClaim/a", claim("a", "x", "ami-1", true)));
    assertThat(deletedWith(tell(NOON, FactUpdate.gone("NodeClaim/a")))).isEqualTo("Node");
    tell(NOON, there("NodeClaim/b", claim("b", "y", "ami-1")), there("Node/y", node("y")));
    tell(NOON, there("NodeClaim/b", claim("b", "y", "ami-1", true)));
    tell(NOON, there("Node/y", deleting("y")));
    assertThat(deletedWith(tell(NOON, FactUpdate.gone("NodeClaim/b")))).isNull();
    tell(NOON, there("NodeClaim/c", claim("c", null, "ami-1")), FactUpdate.gone("NodePool/p"));
    assertThat(deletedWith(tell(NOON, FactUpdate.gone("NodeClaim/c")))).isEqualTo("NodePool");
  }

  @Test
  void howItHadDriftedIsKept() {
    var drifted =
        new StatusCondition("NodeClaim", "c", "Drifted", "True", "AMIDrift", "AMIDrift", null);
    tell(NOON, new FactUpdate("NodeClaim/c", List.of(claim("c", null, "ami-1"), drifted), null));
    var past =
        (PastLaunch) tell(NOON, FactUpdate.gone("NodeClaim/c")).getFirst().facts().getFirst();
    assertThat(past.drift()).isEqualTo("AMIDrift");
    assertThat(past.disruptedFor()).isEmpty();
  }

  private static Node deleting(String name) {
    return new Node(
        name, "p", "m5.large", null, null, Tags.NONE, null, true, "True", NOON, REAL, REAL);
  }

  private static @Nullable String deletedWith(List<FactUpdate> updates) {
    return ((PastLaunch) updates.getFirst().facts().getFirst()).deletedWith();
  }

  private static ObjectNode deletionTimestamp(Instant at) {
    return JsonNodeFactory.instance.objectNode().put("deletionTimestamp", at.toString());
  }

  @Test
  void interruptionIsKeptWithTheLaunchWhicheverComesFirst() {
    // Given
    Instant noon = NOON.plusSeconds(1);
    tell(NOON, there("NodeClaim/a", claim("a", null, "ami-1")));
    tell(NOON, there("NodeClaim/b", claim("b", null, "ami-1")));
    tell(NOON, there("Event/default/a.1", new NodeInterruption("default/a.1", "a", noon)));
    tell(NOON, there("Event/default/x.1", new NodeInterruption("default/x.1", "x", noon)));
    // When, Then
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/a"))).containsExactly(taken("a", noon));
    assertThat(tell(NOON, FactUpdate.gone("NodeClaim/b"))).containsExactly(past("b", null));
    var late = new NodeInterruption("default/b.1", "b", null);
    assertThat(tell(NOON, there("Event/default/b.1", late))).containsExactly(taken("b", NOON));
    assertThat(tell(NOON, there("Event/default/b.1", late))).isEmpty();
  }

  private static FactUpdate taken(String claim, Instant at) {
    FactUpdate past = past(claim, null);
    PastLaunch launch = (PastLaunch) past.facts().getFirst();
    return new FactUpdate(past.owner(), List.of(launch.interruptedAt(at)), null);
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

  private static FactUpdate past(String claim, @Nullable Node node) {
    return past(claim, node, NOON, null);
  }

  private static FactUpdate past(
      String claim, @Nullable Node node, Instant deleted, @Nullable String disruption) {
    var launch =
        new PastLaunch(
            claim,
            "p",
            "m5.large",
            "ami-1",
            NOON,
            PROMISED,
            node == null ? null : REAL,
            "default",
            "us-east-1a",
            null,
            null,
            node == null ? null : node.ready(),
            node == null ? null : node.readySince(),
            deleted,
            disruption,
            null,
            null,
            node == null ? null : node.name(),
            null,
            null);
    return new FactUpdate("PastLaunch/" + claim, List.of(launch), null);
  }

  private static NodeClaim claim(String name, @Nullable String node, @Nullable String ami) {
    return claim(name, node, ami, false);
  }

  private static NodeClaim claim(
      String name, @Nullable String node, @Nullable String ami, boolean deleting) {
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
        deleting,
        true,
        null,
        null,
        Resources.NONE,
        PROMISED);
  }

  private static Node node(String name) {
    return node(name, "True", NOON);
  }

  private static Node node(String name, String ready, Instant since) {
    return new Node(
        name, "p", "m5.large", null, null, Tags.NONE, null, false, ready, since, REAL, REAL);
  }

  private static Resources cpu(int amount) {
    return Resources.of(Map.of("cpu", Quantity.ofWhole(amount)));
  }
}
