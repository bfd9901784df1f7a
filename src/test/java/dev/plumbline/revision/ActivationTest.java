package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.fact.Revisions.RuleRevision;
import dev.plumbline.language.InvalidInputException;
import dev.plumbline.loop.Await;
import dev.plumbline.loop.HostEvents;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.revision.Revision.RevisionRequest;
import dev.plumbline.revision.Revision.RevisionState;
import dev.plumbline.trial.Trials;
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

  private static final RuleOffer ONE = RevisionRig.overlay("one");
  private static final RuleOffer TWO = RevisionRig.overlay("two");

  private final RevisionStore store = new RevisionStore.InMemory();
  private RevisionRig rig = new RevisionRig(store, null);

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void theFirstOfferServesWithoutPreview() {
    HostSnapshot live = rig.serves(ONE);

    assertThat(RevisionRig.versions(live)).containsExactly("one");
    assertThat(store.read().active()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().serving().difference()).isNull();
    assertThat(rig.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
  }

  @Test
  void besideAClusterTheFirstIsPreviewedLikeAnyOther() {
    rig.close();

    rig = RevisionRig.judgingTheFirst(store, ONE);

    assertThat(rig.opening.serving().offer().origin()).isEqualTo(InitialRevision.SHIPPED);
    assertThat(RevisionRig.versions(rig.serves(ONE))).containsExactly("one");
    assertThat(store.read().serving().difference().toString()).contains("summary");
    assertThat(rig.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
  }

  @Test
  void besideAClusterTheFirstIsHeldToTheLimitsOfTheShippedRules() {
    rig.close();
    RuleOffer lax =
        RevisionRig.with(
            ONE,
            "rule-revisions.drl",
            RevisionRig.JUDGE.substring(0, RevisionRig.JUDGE.indexOf("rule \"nothing holds it\"")));

    rig = RevisionRig.judgingTheFirst(store, lax);

    RuleSetStatus held = rig.stops(lax, RevisionState.HELD);
    assertThat(held.word()).isEqualTo(RuleSetStatus.Word.STALE);
    assertThat(held.reasons().toString()).contains("REV-001");
    assertThat(store.read().active()).isNull();
    assertThat(RevisionRig.versions(rig.now())).containsExactly("base");
    rig.close();

    rig = RevisionRig.judgingTheFirst(store, lax);
    rig.stops(lax, RevisionState.HELD);
    // That it is held is known from before, and may be said before the first settlement.
    assertThat(RevisionRig.versions(rig.once("it settles", live -> true))).containsExactly("base");

    store.ask(request(RevisionRequest.Kind.APPROVE, RevisionRig.digest(lax)));
    assertThat(RevisionRig.versions(rig.served(lax))).containsExactly("one");
  }

  @Test
  void aLaterOneIsPreviewedAndServesWithItsDataAndItsName() {
    rig.serves(ONE);

    HostSnapshot live = rig.serves(TWO);

    assertThat(RevisionRig.versions(live)).containsExactly("two");
    assertThat(live.facts().get("ErrorClass").toString()).contains("two").doesNotContain("one");
    assertThat(live.facts().get("RuleRevision"))
        .containsExactly(
            new RuleRevision(RevisionRig.digest(TWO), "active", "folder rules", "ann", "CHG-1"));
    RevisionHistory history = store.read();
    assertThat(history.active()).isEqualTo(RevisionRig.digest(TWO));
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
            "compiled",
                RevisionRig.with(TWO, "x.drl", TWO.files().get("x.drl").replace("value", "valu")),
            "tested",
                RevisionRig.with(TWO, "x.scenarios.yaml", ONE.files().get("x.scenarios.yaml")),
            "received",
                new RuleOffer(
                    TWO.files(), "here", null, null, new TreeMap<>(), List.of("x.drl is twice")));

    bad.forEach(
        (stage, offer) -> {
          RuleSetStatus standing = rig.stops(offer, RevisionState.REJECTED);

          assertThat(standing.word()).as(stage).isEqualTo(RuleSetStatus.Word.STALE);
          assertThat(standing.reasons()).as(stage).isNotEmpty();
          assertThat(standing.candidate().reasons().toString())
              .contains(
                  switch (stage) {
                    case "compiled" -> "x.drl:";
                    case "tested" -> "\"a parameter\" fails";
                    default -> "x.drl is twice";
                  });
          assertThat(rig.now().rules().digest()).isEqualTo(RevisionRig.digest(ONE));
        });

    rig.serves(TWO);
    assertThat(rig.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
  }

  @Test
  void whatFailsOnTheFactsIsRejected() {
    rig.serves(ONE);
    RuleOffer endless =
        RevisionRig.with(
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

    RuleSetStatus standing = rig.stops(endless, RevisionState.REJECTED);

    assertThat(standing.reasons().toString()).contains("without converging, Z-001");
    assertThat(rig.now().gates()).isEmpty();
    assertThat(rig.now().rules().digest()).isEqualTo(RevisionRig.digest(ONE));
  }

  @Test
  void whileTheActiveRulesDoNotSettleAClaimApprovesNothing() {
    rig.close();
    rig =
        new RevisionRig(
                store,
                null,
                false,
                RevisionEvents.NONE,
                HostEvents.NONE,
                Trials.NONE,
                offer ->
                    RevisionRig.MAKING.files(
                        offer.files().isEmpty() ? FailedRevisionsTest.endless(offer) : offer),
                RevisionRig.PACE)
            .start();
    rig.serves(FailedRevisionsTest.endless(ONE));
    rig.host.publish(List.of(RevisionRig.image("/b", "ami-2")));
    Await.until("it does not settle", () -> !rig.now().current());
    String digest = RevisionRig.digest(TWO);

    RuleOffer claimed =
        RevisionRig.approved(TWO, new TreeMap<>(Map.of(digest.substring(0, 32), "eve")));
    assertThat(rig.stops(claimed, RevisionState.HELD).reasons().toString())
        .contains("judge nothing");
    store.ask(
        new RevisionRequest(
            "r0",
            RevisionRequest.Kind.APPROVE,
            digest,
            "ann",
            RevisionRequest.Proof.TOKEN,
            RevisionRig.NOW));
    Await.until("it is answered", () -> store.requests().isEmpty());
    assertThat(rig.stops(claimed, RevisionState.HELD).reasons().toString())
        .contains("judge nothing");
    store.ask(request(RevisionRequest.Kind.APPROVE, digest));

    rig.served(TWO);
    assertThat(store.read().serving().approvedBy()).isEqualTo("bob (token)");
  }

  @Test
  void whatGoesBeyondALimitIsHeldUntilItIsApproved() {
    rig.serves(ONE);
    RuleOffer less = RevisionRig.without("two");

    RuleSetStatus held = rig.stops(less, RevisionState.HELD);

    assertThat(held.word()).isEqualTo(RuleSetStatus.Word.STALE);
    assertThat(held.candidate().reasons()).containsExactly("REV-001 4 of 5 rules would be left");
    assertThat(store.read().waiting()).isNotNull();
    assertThat(rig.now().rules().digest()).isEqualTo(RevisionRig.digest(ONE));

    store.ask(request(RevisionRequest.Kind.APPROVE, RevisionRig.digest(less)));

    assertThat(RevisionRig.versions(rig.served(less))).containsExactly("two");
    assertThat(store.read().serving().approvedBy()).isEqualTo("bob (token)");
    assertThat(store.requests()).isEmpty();
  }

  @Test
  void anApprovalMayComeWithTheText() {
    rig.serves(ONE);
    RuleOffer less = RevisionRig.without("two");
    rig.stops(less, RevisionState.HELD);

    rig.serves(
        RevisionRig.approved(
            less, new TreeMap<>(Map.of(RevisionRig.digest(less).substring(0, 32), "eve"))));

    assertThat(store.read().serving().approvedBy()).isEqualTo("eve (claim)");
  }

  @Test
  void aRollbackToWhatNeverServedIsNoWayAroundALimit() {
    rig.serves(ONE);
    RuleOffer less = RevisionRig.without("two");
    rig.stops(less, RevisionState.HELD);

    store.ask(request(RevisionRequest.Kind.ROLLBACK, RevisionRig.digest(less)));

    Await.until("it is answered", () -> store.requests().isEmpty());
    assertThat(rig.now().rules().digest()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(store.read().active()).isEqualTo(RevisionRig.digest(ONE));
    rig.serves(TWO);
  }

  @Test
  void aRollbackStaysUntilSomethingElseIsOffered() {
    rig.serves(ONE);
    rig.serves(TWO);

    store.ask(request(RevisionRequest.Kind.ROLLBACK, ""));
    rig.served(ONE);
    Await.until("it is told why", () -> rig.board.now().word() == RuleSetStatus.Word.STALE);
    assertThat(rig.board.now().reasons().toString()).contains("it was rolled back");
    rig.activation.offer(TWO);
    rig.stops(RevisionRig.with(TWO, "x.drl", "nonsense"), RevisionState.REJECTED);
    assertThat(rig.now().rules().digest()).isEqualTo(RevisionRig.digest(ONE));

    rig.serves(RevisionRig.overlay("three"));
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
        new RevisionRig(
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
    rig.activation.offer(RevisionRig.overlay("three"));
    gate.countDown();
    rig.served(RevisionRig.overlay("three"));

    assertThat(outcomes).isSubsetOf("superseded");
    assertThat(store.read().revisions())
        .extracting(Revision::digest)
        .doesNotContain(RevisionRig.digest(TWO));
  }

  @Test
  void afterARestartServesWhatServedBefore() {
    rig.serves(ONE);
    rig.serves(TWO);
    rig.close();

    rig = new RevisionRig(store, ONE);

    assertThat(rig.opening.reasons()).isEmpty();
    assertThat(rig.opening.serving().digest()).isEqualTo(RevisionRig.digest(TWO));
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
            history.active(),
            null,
            new TreeMap<>(),
            List.of(),
            List.of(),
            history.revisions().subList(1, 2)));

    rig = new RevisionRig(store, null);

    assertThat(rig.opening.serving().digest()).isEqualTo(RevisionRig.digest(ONE));
    assertThat(rig.opening.reasons().toString()).contains("is lost");
    assertThat(rig.board.now().word()).isEqualTo(RuleSetStatus.Word.STALE);
  }

  @Test
  void aFirstOfferThatCannotBeUsedIsBadInput() {
    assertThatThrownBy(
            () ->
                new RevisionRig(
                        new RevisionStore.InMemory(), RevisionRig.with(ONE, "x.drl", "nonsense"))
                    .close())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("x.drl:1");
    assertThatThrownBy(
            () ->
                RevisionRig.judgingTheFirst(
                        new RevisionStore.InMemory(), RevisionRig.with(ONE, "x.drl", "nonsense"))
                    .close())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("x.drl:1");
  }

  @Test
  void theOthersGoAfterTheOneWhoLeads() {
    try (RevisionRig other = new RevisionRig(store, null)) {
      other.leads.set(false);
      other.activation.offer(TWO);
      rig.serves(ONE);
      other.served(ONE);

      rig.serves(TWO);
      other.served(TWO);
      rig.leads.set(false);
      other.leads.set(true);

      assertThat(other.board.now().word()).isEqualTo(RuleSetStatus.Word.LOADED);
      assertThat(RevisionRig.versions(other.serves(RevisionRig.overlay("three"))))
          .containsExactly("three");
      rig.served(RevisionRig.overlay("three"));
    }
  }

  @Test
  void whatAChangeTakesFromTheRulesIsTold() {
    rig.serves(ONE);
    RuleOffer bare =
        RevisionRig.with(
            RevisionRig.with(RevisionRig.without("two"), "x.scenarios.yaml", "[]"),
            "x.drl",
            TWO.files().get("x.drl"));

    rig.stops(bare, RevisionState.HELD);

    assertThat(
            rig
                .once("it is reported", live -> live.facts().containsKey("RevisionImpact"))
                .facts()
                .get("RevisionImpact")
                .stream()
                .map(fact -> fact.key().replaceFirst(RevisionRig.digest(bare), "D")))
        .contains(
            "RevisionImpact/D/rulesRemoved/Cluster",
            "RevisionImpact/D/rulesWithoutScenario/Cluster",
            "RevisionImpact/D/scenariosRemoved/Cluster");
  }

  private static RevisionRequest request(RevisionRequest.Kind kind, String digest) {
    return new RevisionRequest(
        "r1", kind, digest, "bob", RevisionRequest.Proof.TOKEN, RevisionRig.NOW);
  }

  private static void await(CountDownLatch gate) {
    try {
      assertThat(gate.await(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
