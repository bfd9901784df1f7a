package dev.plumbline.host.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.RuleRevision;
import dev.plumbline.host.Await;
import dev.plumbline.host.HostEvents;
import dev.plumbline.host.InvalidInputException;
import dev.plumbline.host.Live;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From an offer to what serves, with a rule that lets no rule go unless somebody approves. */
class ActivationTest {

  private static final RuleOffer ONE = Rig.overlay("one");
  private static final RuleOffer TWO = Rig.overlay("two");

  private final RevisionStore store = new RevisionStore.InMemory();
  private Rig rig = new Rig(store, null);

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void theFirstOfferServesWithoutPreview() {
    Live live = rig.serves(ONE);

    assertThat(Rig.versions(live)).containsExactly("one");
    assertThat(store.read().active()).isEqualTo(Rig.digest(ONE));
    assertThat(store.read().serving().difference()).isNull();
    assertThat(rig.board.now().word()).isEqualTo(RuleStanding.Word.LOADED);
  }

  @Test
  void aLaterOneIsPreviewedAndServesWithItsDataAndItsName() {
    rig.serves(ONE);

    Live live = rig.serves(TWO);

    assertThat(Rig.versions(live)).containsExactly("two");
    assertThat(live.facts().get("ErrorClass").toString()).contains("two").doesNotContain("one");
    assertThat(live.facts().get("RuleRevision"))
        .containsExactly(
            new RuleRevision(Rig.digest(TWO), "active", "folder rules", "ann", "CHG-1"));
    RevisionHistory history = store.read();
    assertThat(history.active()).isEqualTo(Rig.digest(TWO));
    assertThat(history.revisions())
        .extracting(Revision::state)
        .containsExactly(RevisionState.ACTIVE, RevisionState.REPLACED);
    assertThat(Objects.requireNonNull(history.serving()).difference().toString())
        .contains("summary");
  }

  @Test
  void whatThePreviewPredictsIsWhatFollows() {
    rig.serves(ONE);
    rig.serves(TWO);

    assertThat(rig.predictions.kept()).isEqualTo(1);
  }

  @Test
  void whatCannotBeUsedIsRejectedWithTheReasonAndThePreviousServesOn() {
    rig.serves(ONE);
    Map<String, RuleOffer> bad =
        Map.of(
            "compiled", Rig.with(TWO, "x.drl", TWO.files().get("x.drl").replace("value", "valu")),
            "tested", Rig.with(TWO, "x.scenarios.yaml", ONE.files().get("x.scenarios.yaml")),
            "received",
                new RuleOffer(
                    TWO.files(), "here", null, null, new TreeMap<>(), List.of("x.drl is twice")));

    bad.forEach(
        (stage, offer) -> {
          RuleStanding standing = rig.stops(offer, RevisionState.REJECTED);

          assertThat(standing.word()).as(stage).isEqualTo(RuleStanding.Word.STALE);
          assertThat(standing.reasons()).as(stage).isNotEmpty();
          assertThat(standing.candidate().reasons().toString())
              .contains(
                  switch (stage) {
                    case "compiled" -> "x.drl:";
                    case "tested" -> "\"a parameter\" fails";
                    default -> "x.drl is twice";
                  });
          assertThat(rig.now().rules().digest()).isEqualTo(Rig.digest(ONE));
        });

    rig.serves(TWO);
    assertThat(rig.board.now().word()).isEqualTo(RuleStanding.Word.LOADED);
  }

  @Test
  void whatFailsOnTheFactsIsRejected() {
    rig.serves(ONE);
    RuleOffer endless =
        Rig.with(
            TWO,
            "z.drl",
            """
            package rules.z
            import dev.plumbline.fact.SsmParameter
            import dev.plumbline.conclusion.AmiUsed
            rule "there is ever another"
                @Id("Z-001") @Control("CM-2") @Severity("info")
            when
                exists SsmParameter( name != "none" )
                AmiUsed( $name : nodeClass, $ami : ami )
            then
                insertLogical( new AmiUsed( $name, $ami + "+" ) );
            end
            """);

    RuleStanding standing = rig.stops(endless, RevisionState.REJECTED);

    assertThat(standing.reasons().toString()).contains("without converging, Z-001");
    assertThat(rig.now().gates()).isEmpty();
    assertThat(rig.now().rules().digest()).isEqualTo(Rig.digest(ONE));
  }

  @Test
  void whatGoesBeyondALimitIsHeldUntilItIsApproved() {
    rig.serves(ONE);
    RuleOffer less = Rig.without("two");

    RuleStanding held = rig.stops(less, RevisionState.HELD);

    assertThat(held.word()).isEqualTo(RuleStanding.Word.STALE);
    assertThat(held.candidate().reasons()).containsExactly("REV-001 3 of 4 rules would be left");
    assertThat(store.read().waiting()).isNotNull();
    assertThat(rig.now().rules().digest()).isEqualTo(Rig.digest(ONE));

    store.ask(request(RevisionRequest.Kind.APPROVE, Rig.digest(less)));

    assertThat(Rig.versions(rig.served(less))).containsExactly("two");
    assertThat(store.read().serving().approvedBy()).isEqualTo("bob");
    assertThat(store.requests()).isEmpty();
  }

  @Test
  void anApprovalMayComeWithTheText() {
    rig.serves(ONE);
    RuleOffer less = Rig.without("two");
    rig.stops(less, RevisionState.HELD);

    rig.serves(Rig.approved(less, new TreeMap<>(Map.of(Rig.digest(less).substring(0, 12), "eve"))));

    assertThat(store.read().serving().approvedBy()).isEqualTo("eve");
  }

  @Test
  void aRollbackStaysUntilSomethingElseIsOffered() {
    rig.serves(ONE);
    rig.serves(TWO);

    store.ask(request(RevisionRequest.Kind.ROLLBACK, ""));
    rig.served(ONE);
    Await.until("it is told why", () -> rig.board.now().word() == RuleStanding.Word.STALE);
    assertThat(rig.board.now().reasons().toString()).contains("it was rolled back");
    rig.activation.offer(TWO);
    rig.stops(Rig.with(TWO, "x.drl", "nonsense"), RevisionState.REJECTED);
    assertThat(rig.now().rules().digest()).isEqualTo(Rig.digest(ONE));

    rig.serves(Rig.overlay("three"));
    assertThat(store.read().rolledBackFrom()).isNull();
    rig.serves(TWO);
    assertThat(store.read().revisions()).hasSize(3);
  }

  @Test
  void ofManyOffersTheLatestServes() {
    var outcomes = new CopyOnWriteArrayList<String>();
    var gate = new CountDownLatch(1);
    rig.close();
    rig =
        new Rig(
                store,
                ONE,
                new RevisionEvents() {
                  @Override
                  public void passed(Revision revision, String stage) {
                    if (stage.equals("compiled") && revision.offer().equals(TWO)) {
                      await(gate);
                    }
                  }

                  @Override
                  public void stopped(
                      Revision revision, String stage, String outcome, List<String> reasons) {
                    outcomes.add(outcome);
                  }
                },
                HostEvents.NONE)
            .start();
    rig.once("it has settled", now -> true);

    rig.activation.offer(TWO);
    rig.activation.offer(Rig.overlay("three"));
    gate.countDown();
    rig.served(Rig.overlay("three"));

    assertThat(outcomes).isSubsetOf("superseded");
    assertThat(store.read().revisions())
        .extracting(Revision::digest)
        .doesNotContain(Rig.digest(TWO));
  }

  @Test
  void afterARestartServesWhatServedBefore() {
    rig.serves(ONE);
    rig.serves(TWO);
    rig.close();

    rig = new Rig(store, ONE);

    assertThat(rig.opening.reasons()).isEmpty();
    assertThat(rig.opening.serving().digest()).isEqualTo(Rig.digest(TWO));
    rig.serves(ONE);
  }

  @Test
  void whatServedBeforeStandsInWhereTheTextIsLost() {
    rig.serves(ONE);
    rig.serves(TWO);
    RevisionHistory history = store.read();
    rig.close();
    store.write(
        new RevisionHistory(
            history.active(), null, new TreeMap<>(), history.revisions().subList(1, 2)));

    rig = new Rig(store, null);

    assertThat(rig.opening.serving().digest()).isEqualTo(Rig.digest(ONE));
    assertThat(rig.opening.reasons().toString()).contains("is lost");
    assertThat(rig.board.now().word()).isEqualTo(RuleStanding.Word.STALE);
  }

  @Test
  void aFirstOfferThatCannotBeUsedIsBadInput() {
    assertThatThrownBy(
            () -> new Rig(new RevisionStore.InMemory(), Rig.with(ONE, "x.drl", "nonsense")).close())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("x.drl:1");
  }

  @Test
  void theOthersGoAfterTheOneWhoLeads() {
    try (Rig other = new Rig(store, null)) {
      other.leads.set(false);
      other.activation.offer(TWO);
      rig.serves(ONE);
      other.served(ONE);

      rig.serves(TWO);
      other.served(TWO);
      rig.leads.set(false);
      other.leads.set(true);

      assertThat(other.board.now().word()).isEqualTo(RuleStanding.Word.LOADED);
      assertThat(Rig.versions(other.serves(Rig.overlay("three")))).containsExactly("three");
      rig.served(Rig.overlay("three"));
    }
  }

  @Test
  void whatAChangeTakesFromTheRulesIsTold() {
    rig.serves(ONE);
    RuleOffer bare =
        Rig.with(
            Rig.with(Rig.without("two"), "x.scenarios.yaml", "[]"),
            "x.drl",
            TWO.files().get("x.drl"));

    rig.stops(bare, RevisionState.HELD);

    assertThat(
            rig
                .once("it is told", live -> live.facts().containsKey("RevisionImpact"))
                .facts()
                .get("RevisionImpact")
                .stream()
                .map(fact -> fact.key().replaceFirst(Rig.digest(bare), "D")))
        .contains(
            "RevisionImpact/D/rulesRemoved/Cluster",
            "RevisionImpact/D/rulesWithoutScenario/Cluster",
            "RevisionImpact/D/scenariosRemoved/Cluster");
  }

  private static RevisionRequest request(RevisionRequest.Kind kind, String digest) {
    return new RevisionRequest("r1", kind, digest, "bob", Rig.NOW);
  }

  private static void await(CountDownLatch gate) {
    try {
      assertThat(gate.await(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
