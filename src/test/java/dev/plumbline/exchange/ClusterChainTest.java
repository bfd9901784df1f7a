package dev.plumbline.exchange;

import static dev.plumbline.exchange.Reports.AT;
import static dev.plumbline.exchange.Reports.member;
import static dev.plumbline.exchange.Reports.planned;
import static dev.plumbline.exchange.Reports.publish;
import static dev.plumbline.exchange.Reports.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.exchange.Reports.InMemory;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Fleet.FleetMember;
import dev.plumbline.fact.Fleet.FleetVerdict;
import dev.plumbline.log.SigningKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is accepted of the reports of a cluster, and what stays when something is not. */
class ClusterChainTest {

  private static final Instant LATER = AT.plus(Duration.ofHours(1));

  private final InMemory store = new InMemory();
  private final ClusterChain chain = new ClusterChain("dev-1", Reports.key("dev-1").verifier());

  @BeforeEach
  void twoReports() {
    publish(store, "dev-1", 10, AT);
    publish(store, "dev-1", 20, AT.plusSeconds(900));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).isNull();
  }

  private static long hours(List<Fact> facts) {
    return ((FleetVerdict) facts.get(1)).healthyHours();
  }

  private static String key(long sequence) {
    return VerdictReport.key("dev-1", sequence);
  }

  @Test
  void whatIsPublishedIsReadAsFacts() {
    String digest = member(chain.facts()).digest();
    assertThat(chain.facts())
        .containsExactly(
            new FleetMember("dev-1", 1, digest, AT.plusSeconds(900), "1.33", null, null),
            new FleetVerdict(
                "dev-1",
                "al2023@v20260714",
                "1.33",
                "rolling",
                Instant.parse("2026-11-19T12:00:00Z"),
                AT,
                3,
                20,
                0,
                0,
                AT.plusSeconds(900),
                "no node class holds it back"));
  }

  @Test
  void whatWasShownUnderAnotherMinorIsToldApart() {
    Instant upgraded = AT.plusSeconds(1_800);
    next("1.34", 137, upgraded);
    assertThat(verdict())
        .returns(137L, FleetVerdict::healthyHours)
        .returns(21L, FleetVerdict::hoursBefore)
        .returns(116L, FleetVerdict::shownHours)
        .returns(upgraded, FleetVerdict::runningSince);

    next("1.34", 140, AT.plusSeconds(2_700));
    assertThat(verdict())
        .returns(21L, FleetVerdict::hoursBefore)
        .returns(119L, FleetVerdict::shownHours)
        .returns(upgraded, FleetVerdict::runningSince);

    // Rounded up: what was rounded down is not to count a second time.
    next("1.35", 140, AT.plusSeconds(2_760));
    assertThat(verdict())
        .returns(150L, FleetVerdict::hoursBefore)
        .returns(0L, FleetVerdict::shownHours);
  }

  private void next(String minor, long hours, Instant at) {
    FleetMember newest = member(chain.facts());
    publish(
        store,
        planned("dev-1", newest.next(), newest.digest(), hours).put("kubernetes", minor),
        at);
    assertThat(read(chain, store, LATER)).hasSize(2);
  }

  private FleetVerdict verdict() {
    return (FleetVerdict) chain.facts().get(1);
  }

  @Test
  void whatFollowsIsAcceptedInOrder() {
    publish(store, "dev-1", 30, AT.plusSeconds(1_800));
    publish(store, "dev-1", 40, AT.plusSeconds(2_700));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(40);
    assertThat(member(chain.facts()).sequence()).isEqualTo(3);
  }

  @Test
  void everyChangedBitIsRefusedAndTheFormerFactsStay() {
    publish(store, "dev-1", 30, AT.plusSeconds(1_800));
    byte[] object = store.objects.get(key(2));
    var random = new SplittableRandom(7);
    for (int i = 0; i < 300; i++) {
      byte[] changed = object.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      store.objects.put(key(2), changed);
      assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
      assertThat(chain.fault()).contains(key(2));
    }
    store.objects.put(key(2), object);
    assertThat(hours(read(chain, store, LATER))).isEqualTo(30);
    assertThat(chain.fault()).isNull();
  }

  /** As after a restart, which is what its fault advises where a report is lost for good. */
  @Test
  void whoHasReadNoneBeginsWithTheNewestThatVerifies() {
    publish(store, "dev-1", 30, AT.plusSeconds(1_800));
    publish(store, "dev-1", 40, AT.plusSeconds(2_700));
    byte[] cut = Arrays.copyOf(store.objects.get(key(2)), 100);
    byte[] whole = store.objects.put(key(2), cut);
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);

    assertThat(begun()).isEqualTo(40L);
    store.objects.put(key(2), whole);
    store.objects.put(key(1), cut);
    assertThat(begun()).isEqualTo(40L);
    store.objects.put(key(3), cut);
    assertThat(begun()).as("the report before the last one, and what is wrong").isEqualTo(30L);
    store.objects.put(key(2), cut);
    assertThat(begun()).isNull();
  }

  /** The hours that a process says that has read none; null when nothing verifies. */
  private @Nullable Long begun() {
    var other = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    List<Fact> facts = read(other, store, LATER);
    boolean bad = store.objects.lastEntry().getValue().length == 100;
    assertThat(other.fault() != null).as(other.fault()).isEqualTo(bad);
    return facts.size() == 1 ? null : hours(facts);
  }

  @Test
  void everyCutIsRefused() {
    publish(store, "dev-1", 30, AT.plusSeconds(1_800));
    byte[] object = store.objects.get(key(2));
    for (int length = 0; length < object.length; length++) {
      store.objects.put(key(2), Arrays.copyOf(object, length));
      assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
      assertThat(chain.fault()).isNotNull();
    }
  }

  @Test
  void signatureOfAnotherKeyAndOfAnotherClusterIsRefused() {
    ObjectNode next = planned("dev-1", 2, member(chain.facts()).digest(), 1_000);
    store.objects.put(
        key(2),
        VerdictReport.sign(
            next,
            null,
            Reports.PROGRAM,
            AT.plusSeconds(1_800),
            SigningKey.create(VerdictReport.signer("dev-1"))));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault())
        .isEqualTo(key(2) + ": it is not signed by the key of dev-1, or was changed or cut");

    store.objects.put(
        key(2),
        VerdictReport.sign(
            next, null, Reports.PROGRAM, AT.plusSeconds(1_800), Reports.key("dev-2")));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
  }

  @Test
  void aReportOfAnotherNameOrNumberIsRefused() {
    store.objects.put(key(2), store.objects.get(key(1)));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).isEqualTo(key(2) + ": it holds report 1");

    ObjectNode other = planned("dev-2", 2, member(chain.facts()).digest(), 1_000);
    store.objects.put(
        key(2),
        VerdictReport.sign(
            other, null, Reports.PROGRAM, AT.plusSeconds(1_800), Reports.key("dev-1")));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).isEqualTo(key(2) + ": what is signed is no report of dev-1");
  }

  @Test
  void aGapIsRefusedUntilItIsClosed() {
    publish(store, "dev-1", 30, AT.plusSeconds(1_800));
    publish(store, "dev-1", 40, AT.plusSeconds(2_700));
    byte[] missing = store.objects.remove(key(2));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).isEqualTo(key(3) + ": report 2 is missing before it");

    store.objects.put(key(2), missing);
    assertThat(hours(read(chain, store, LATER))).isEqualTo(40);
    assertThat(chain.fault()).isNull();
  }

  @Test
  void anOlderSequenceIsNotTakenForTheNewest() {
    store.objects.remove(key(1));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).startsWith("report 1, which was read before, is gone");
  }

  @Test
  void aReportThatFollowsAnotherOneIsRefused() {
    ObjectNode other = planned("dev-1", 2, "0".repeat(64), 1_000);
    store.objects.put(
        key(2),
        VerdictReport.sign(
            other, null, Reports.PROGRAM, AT.plusSeconds(1_800), Reports.key("dev-1")));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault())
        .isEqualTo(key(2) + ": it follows another report than the one before it");
  }

  @Test
  void aClockAheadIsRefusedUntilThatTimeAndOneThatGoesBackAlways() {
    publish(store, "dev-1", 30, LATER.plusSeconds(301));
    assertThat(hours(read(chain, store, LATER))).isEqualTo(20);
    assertThat(chain.fault()).contains("which is later than now");
    assertThat(hours(read(chain, store, LATER.plusSeconds(1)))).isEqualTo(30);

    ObjectNode back = planned("dev-1", 3, member(chain.facts()).digest(), 1_000);
    publish(store, back, AT);
    assertThat(hours(read(chain, store, LATER.plusSeconds(1)))).isEqualTo(30);
    assertThat(chain.fault()).isEqualTo(key(3) + ": it is older than the one before it");
  }

  @Test
  void whatNoReportSaysIsRefusedAlthoughItIsSigned() {
    var cases = new ArrayList<ObjectNode>();
    for (String field : List.of("nodes", "healthyHours", "failed")) {
      ObjectNode wrong = planned("dev-1", 2, member(chain.facts()).digest(), 30);
      ((ObjectNode) wrong.path("releases").get(0)).put(field, -1L);
      cases.add(wrong);
    }
    ObjectNode state = planned("dev-1", 2, member(chain.facts()).digest(), 30);
    ((ObjectNode) state.path("releases").get(0)).put("state", "perfect");
    cases.add(state);
    ObjectNode twice = planned("dev-1", 2, member(chain.facts()).digest(), 30);
    twice.withArray("releases").add(twice.path("releases").get(0).deepCopy());
    cases.add(twice);
    cases.add(planned("dev-1", 2, member(chain.facts()).digest(), 30).put("kubernetes", "latest"));
    for (int i = 0; i < 6; i++) {
      ObjectNode wrong = planned("dev-1", 2, member(chain.facts()).digest(), 30);
      Reports.withBundle(wrong, 7, i == 0 ? "good" : "serving");
      ObjectNode bundle = (ObjectNode) wrong.path("bundles").get(0);
      switch (i) {
        case 0 -> {}
        case 1 -> bundle.put("digest", "sha256:7");
        case 2 -> bundle.put("sequence", -1L);
        case 3 -> bundle.put("title", 7);
        case 4 -> bundle.put("trust", "me");
        default -> Reports.withBundle(wrong, 7, "held");
      }
      cases.add(wrong);
    }
    ObjectNode none = planned("dev-1", 2, member(chain.facts()).digest(), 30);
    none.putArray("bundles");
    cases.add(none);
    cases.add(planned("dev-1", 2, member(chain.facts()).digest(), 30).put("trust", "me"));
    for (ObjectNode wrong : cases) {
      store.objects.put(
          key(2),
          VerdictReport.sign(
              wrong, null, Reports.PROGRAM, AT.plusSeconds(1_800), Reports.key("dev-1")));
      assertThat(hours(read(chain, store, LATER))).as(wrong.toString()).isEqualTo(20);
      assertThat(chain.fault()).startsWith(key(2) + ": it");
    }
  }

  @Test
  void aProcessThatHasReadNothingBeginsWithTheNewestThatVerifies() {
    for (int i = 3; i < 9; i++) {
      publish(store, "dev-1", i * 10, AT.plusSeconds(900 + i * 60));
    }
    store.objects.remove(key(0));
    byte[] last = store.objects.get(key(7));
    last[last.length / 2] ^= 1;

    var fresh = new ClusterChain("dev-1", Reports.key("dev-1").verifier());
    assertThat(member(read(fresh, store, LATER)).sequence()).isEqualTo(6);
    assertThat(fresh.fault()).contains(key(7));
  }

  @Test
  void aClusterThatNeverPublishedIsKnown() {
    var none = new ClusterChain("dev-9", Reports.key("dev-9").verifier());
    assertThat(read(none, store, LATER))
        .containsExactly(new FleetMember("dev-9", -1, "", null, null, null, null));
  }
}
