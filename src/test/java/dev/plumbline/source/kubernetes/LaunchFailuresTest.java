package dev.plumbline.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Launches.LaunchFailure;
import dev.plumbline.source.FactUpdate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is remembered of launches that failed, told by Events and claims as the API server does. */
class LaunchFailuresTest {

  private static final ObjectMapper YAML = new YAMLMapper();
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final String NO_CAPACITY =
      "InsufficientInstanceCapacity: We currently do not have sufficient g5.xlarge capacity in the"
          + " Availability Zone you requested (us-east-1a).";
  private static final String NO_SPOT = "UnfulfillableCapacity: Unable to fulfill capacity";

  private Instant now = NOON;
  private final SortedMap<String, LaunchFailure> known = new TreeMap<>();
  private WatchedCluster cluster;

  @BeforeEach
  void watch() {
    InstantSource clock = () -> now;
    cluster = new WatchedCluster(new PastLaunches(Duration.ofHours(2), 10), clock);
  }

  @Test
  void hundredClaimsThatFailAreOneFact() throws Exception {
    for (int i = 0; i < 100; i++) {
      hear(cluster.put(event("gpu-%05d".formatted(i), NO_CAPACITY, NOON.plusSeconds(i))));
    }
    assertThat(known.values())
        .containsExactly(
            failure("on-demand", "g5.xlarge", "us-east-1a", NOON, NOON.plusSeconds(99)));
  }

  @Test
  void claimThatIsGoneSaysWhatItAskedFor() throws Exception {
    // Given
    JsonNode claim = claim("gpu-spot-a1b2c", "gpu", "karpenter.sh/capacity-type: spot", "Unknown");
    hear(cluster.put(claim));
    hear(cluster.remove(claim));
    // When
    hear(cluster.put(event("gpu-spot-a1b2c", NO_SPOT, NOON)));
    // Then
    assertThat(known.values())
        .containsExactly(
            new LaunchFailure("gpu", "spot", "*", "*", "UnfulfillableCapacity", "", NOON, NOON));
  }

  @Test
  void launchSinceThenEndsIt() throws Exception {
    hear(cluster.put(event("gpu-a1b2c", NO_CAPACITY, NOON.minusSeconds(60))));
    // another zone, then the same one
    hear(cluster.put(launched("gpu-d4e5f", "us-east-1b")));
    assertThat(known).hasSize(1);
    hear(cluster.put(launched("gpu-g7h8i", "us-east-1a")));
    assertThat(known).isEmpty();
  }

  @Test
  void waitDoublesWhileItFailsAgainAndBeginsAnewAfterLongSilence() throws Exception {
    // Given
    Duration shortest = Duration.ofMinutes(3);
    Duration longest = Duration.ofHours(1);
    Instant at = NOON;
    var waits = new java.util.ArrayList<Long>();
    // When: it is tried again whenever the wait is over
    for (int i = 0; i < 7; i++) {
      hear(cluster.put(event("gpu-%05d".formatted(i), NO_CAPACITY, at)));
      Instant retry = known.firstEntry().getValue().retry(shortest, longest);
      waits.add(Duration.between(at, retry).toMinutes());
      at = retry;
      now = retry;
    }
    // Then
    assertThat(waits).containsExactly(3L, 3L, 6L, 12L, 24L, 48L, 60L);
    Instant later = at.plus(Duration.ofDays(1));
    hear(cluster.put(event("gpu-later", NO_CAPACITY, later)));
    assertThat(known.values())
        .containsExactly(failure("on-demand", "g5.xlarge", "us-east-1a", later, later));
  }

  @Test
  void whatFailedLongAgoIsForgotten() throws Exception {
    hear(cluster.put(event("gpu-a1b2c", NO_CAPACITY, NOON)));
    now = NOON.plus(Duration.ofHours(1));
    hear(cluster.later());
    assertThat(known).hasSize(1);
    now = now.plusSeconds(1);
    hear(cluster.later());
    assertThat(known).isEmpty();
  }

  @Test
  void claimThatCannotBeLaunchedIsToldOfBesideItself() throws Exception {
    // When
    List<FactUpdate> updates =
        cluster.put(
            claim("gpu-a1b2c", "gpu", "", "Unknown, reason: Unauthorized, message: Denied"));
    hear(updates);
    // Then
    assertThat(known.values())
        .containsExactly(
            new LaunchFailure("gpu", "*", "*", "*", "Unauthorized", "Denied", NOON, NOON));
    assertThat(updates.getFirst().owner()).isEqualTo("NodeClaim/gpu-a1b2c");
    assertThat(updates.getFirst().facts()).noneMatch(LaunchFailure.class::isInstance);
    assertThat(updates.getFirst().document()).isNotNull();
  }

  @Test
  void whatFailedBeforeTheStartIsKnownAtOnceUntilItIsOvercome() {
    // Given
    LaunchFailure before =
        failure("on-demand", "g5.xlarge", "us-east-1a", NOON.minusSeconds(600), NOON);
    var failures = new LaunchFailures(List.of(before));
    // When, then
    hear(failures.after(List.of(), NOON));
    assertThat(known.values()).containsExactly(before);
    assertThat(failures.after(List.of(), NOON)).isEmpty();
    hear(failures.after(List.of(), NOON.plus(Duration.ofHours(2))));
    assertThat(known).isEmpty();
  }

  @Test
  void noMoreThanFiveHundredAreKept() throws Exception {
    for (int i = 0; i < 600; i++) {
      hear(cluster.put(event("pool%d-a1b2c".formatted(i), NO_SPOT, NOON)));
    }
    assertThat(known).hasSize(500).containsKey("LaunchFailure/pool599/*/*/*");
  }

  private void hear(List<FactUpdate> updates) {
    for (FactUpdate update : updates) {
      if (update.owner().startsWith("LaunchFailure/")) {
        known.remove(update.owner());
        for (Fact fact : update.facts()) {
          known.put(fact.key(), (LaunchFailure) fact);
        }
      } else {
        assertThat(update.facts()).noneMatch(LaunchFailure.class::isInstance);
      }
    }
  }

  private static LaunchFailure failure(
      String capacityType, String type, String zone, Instant since, Instant last) {
    return new LaunchFailure(
        "gpu", capacityType, type, zone, "InsufficientInstanceCapacity", "", since, last);
  }

  private static JsonNode event(String claim, String fleet, Instant at) throws Exception {
    return YAML.readTree(
        """
        apiVersion: v1
        kind: Event
        metadata: { name: %1$s.18ea, namespace: default }
        reason: InsufficientCapacityError
        message: "NodeClaim %1$s event: creating instance, insufficient capacity, with fleet error(s), %2$s"
        lastTimestamp: "%3$s"
        involvedObject: { kind: NodeClaim, name: %1$s }
        """
            .formatted(claim, fleet, at));
  }

  private static JsonNode launched(String name, String zone) throws Exception {
    String labels =
        "node.kubernetes.io/instance-type: g5.xlarge, karpenter.sh/capacity-type: on-demand,"
            + " topology.kubernetes.io/zone: "
            + zone;
    return claim(name, "gpu", labels, "\"True\"");
  }

  private static JsonNode claim(String name, String pool, String labels, String launched)
      throws Exception {
    return YAML.readTree(
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata:
          name: %s
          creationTimestamp: "2026-01-31T12:00:00Z"
          labels: { karpenter.sh/nodepool: %s, %s }
        spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: nc } }
        status:
          conditions:
            - { type: Launched, lastTransitionTime: "2026-01-31T12:00:00Z", status: %s }
        """
            .formatted(name, pool, labels, launched));
  }
}
