package dev.plumbline.web.admission;

import static dev.plumbline.web.admission.Reviews.nodeClass;
import static dev.plumbline.web.admission.Reviews.pool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plumbline.engine.RuleSession.SettleLimits;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.ObjectRef;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.loop.HostSnapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A change that leaves a pool without any usable type is told, with the reason and the fix. */
class ObjectCheckTest {

  private static final HostSnapshot LIVE = HostSnapshots.whole("tour");

  private final PreviewSession preview =
      new PreviewSession(new SettleLimits(1_000_000, Duration.ofMinutes(5)));
  private final ObjectCheck check = new ObjectCheck(() -> LIVE, preview, Verdict.Answer.WARNED);

  @Test
  void whatIsAlikePassesWithoutASession() {
    JsonNode now = LIVE.objects().get(new ObjectRef("karpenter.sh/v1", "NodePool", null, "gpu"));

    assertThat(judge(java.util.Objects.requireNonNull(now), now)).isEqualTo(Verdict.allowed());
  }

  @Test
  void aPoolThatLosesItsLastTypeIsTold() {
    Verdict verdict = judge(pool("default", "bottlerocket", "x"), pool("default", "b", "c"));

    assertThat(verdict.answer()).isEqualTo(Verdict.Answer.WARNED);
    assertThat(verdict.lines())
        .containsExactly(
            "NodePool default would have no usable instance type (BARREN-000).",
            "POOL-014 no instance type meets its requirements and has an image and a zone. Try:"
                + " loosen the requirements one at a time.");
  }

  @Test
  void aNewPoolIsToldAndOneWithTypesPasses() {
    assertThat(judge(pool("new", "gone", "c"), null).lines())
        .anyMatch(line -> line.startsWith("POOL-010 its EC2NodeClass gone is not there. Try:"));
    assertThat(judge(pool("new", "bottlerocket", "c"), null)).isEqualTo(Verdict.allowed());
  }

  @Test
  void aPoolThatWasUnusableBeforeIsLeftAlone() {
    // No image of the tour is a FIPS one with a pool; so one is made unusable first.
    preview.follow(LIVE);

    assertThat(judge(nodeClass("unused", "{ name: nothing-* }"), null))
        .isEqualTo(Verdict.allowed());
  }

  @Test
  void aNodeClassWithoutImagesIsToldForEachOfItsPools() {
    Verdict verdict = judge(nodeClass("golden", "{ name: nothing-*, owner: self }"), null);

    assertThat(verdict.lines().getFirst())
        .isEqualTo("NodePool legacy would have no usable instance type (BARREN-000).");
    assertThat(verdict.lines())
        .anyMatch(line -> line.startsWith("AMIsReady of EC2NodeClass golden"));
  }

  @Test
  void whatCannotBeReadPasses() {
    Verdict verdict =
        judge(
            Reviews.yaml("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: a}}"),
            null);

    assertThat(verdict.answer()).isEqualTo(Verdict.Answer.UNREAD);
    assertThat(verdict.lines().getFirst()).contains("NodePool/a spec is missing");
  }

  @Test
  void theSessionIsAsBeforeAfterEachQuestion() {
    Settlement before = preview.follow(LIVE);
    judge(pool("default", "bottlerocket", "x"), null);
    judge(nodeClass("golden", "{ name: nothing-*, owner: self }"), null);
    judge(pool("new", "gone", "c"), null);

    assertThat(preview.follow(LIVE)).isEqualTo(before).isEqualTo(LIVE.settlement());
  }

  @Test
  void itFollowsWhatIsPublished() {
    preview.follow(LIVE);
    HostSnapshot other = HostSnapshots.whole("g5g");

    // Other rules of the same text make another session; the same rules only what differs.
    assertThat(preview.follow(other)).isEqualTo(other.settlement());
    HostSnapshot back =
        new HostSnapshot(
            2,
            LIVE.at(),
            LIVE.facts(),
            LIVE.objects(),
            other.rules(),
            LIVE.settlement(),
            LIVE.plan(),
            List.of(),
            LIVE.outcomes(),
            false);
    assertThat(preview.follow(back).conclusions()).isEqualTo(LIVE.settlement().conclusions());
  }

  private Verdict judge(JsonNode object, @org.jspecify.annotations.Nullable JsonNode before) {
    var answers = new ArrayList<Verdict>();
    check.check(Reviews.read(object, before), answers::add);
    assertThat(answers).hasSize(1);
    return answers.getFirst();
  }
}
