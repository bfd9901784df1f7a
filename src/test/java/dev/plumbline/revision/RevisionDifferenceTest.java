package dev.plumbline.revision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.action.Plan;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.ConclusionIdentity;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.worlds.RandomWorld;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RevisionDifferenceTest {

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());
  private static final int SEEDS = 60;

  /** Names come first in a conclusion: else what changed could not be found by walking once. */
  @Test
  void identityIsABeginningOfTheOrder() {
    for (RecordType type : ConclusionTypes.ALL) {
      ConclusionIdentity identity = ConclusionIdentity.of(type);
      List<Conclusion> conclusions = some(type);
      for (int i = 1; i < conclusions.size(); i++) {
        assertThat(identity.compareNames(conclusions.get(i - 1), conclusions.get(i)))
            .as("%s before %s", conclusions.get(i - 1), conclusions.get(i))
            .isLessThanOrEqualTo(0);
      }
    }
  }

  @Test
  void nothingDiffersFromItself() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Settlement settlement = settle(seed);
      RevisionDifference difference = between(settlement, settlement);

      assertThat(difference.isEmpty()).isTrue();
      assertThat(difference.summary()).containsExactly("nothing would change");
      assertThat(difference.impacts("d"))
          .containsExactly(
              new RevisionImpact(
                  "d",
                  "conclusions",
                  "Cluster",
                  RevisionDifference.counted(settlement),
                  RevisionDifference.counted(settlement)));
    }
  }

  /** What is told, done to the one settlement, makes the other. */
  @Test
  void differenceMakesTheOneTheOther() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Settlement before = settle(seed);
      Settlement after = settle(seed + SEEDS);
      var made = new HashSet<>(counted(before));
      for (TypeDifference type : between(before, after).types().values()) {
        assertThat(made).containsAll(type.removed());
        type.removed().forEach(made::remove);
        type.changed().forEach(each -> made.remove(each.before()));
        type.changed().forEach(each -> made.add(each.after()));
        made.addAll(type.added());
      }
      assertThat(made).as("seed %d", seed).isEqualTo(new HashSet<>(counted(after)));
    }
  }

  /** What comes one way goes the other. */
  @Test
  void differenceTheOtherWayRoundIsItsMirror() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RevisionDifference one = between(settle(seed), settle(seed + SEEDS));
      RevisionDifference other = between(settle(seed + SEEDS), settle(seed));

      assertThat(other.types().keySet()).isEqualTo(one.types().keySet());
      one.types()
          .forEach(
              (name, type) -> {
                TypeDifference mirror = other.types().get(name);
                assertThat(mirror.added()).isEqualTo(type.removed());
                assertThat(mirror.removed()).isEqualTo(type.added());
                assertThat(mirror.changed()).hasSameSizeAs(type.changed());
              });
    }
  }

  @Test
  void whatIsConcludedOfRevisionsIsLeftOut() {
    for (long seed = 0; seed < SEEDS; seed++) {
      between(Settlement.NONE, settle(seed))
          .types()
          .keySet()
          .forEach(type -> assertThat(type).doesNotStartWith("Revision"));
    }
  }

  @Test
  void listsInJsonAreShortAndTheirCountsAreNot() {
    RevisionDifference difference = between(Settlement.NONE, settle(3));

    var json = difference.json(1);
    json.path("conclusions")
        .forEach(
            type -> {
              assertThat(type.path("added").size()).isLessThanOrEqualTo(1);
              assertThat(type.path("addedCount").asInt())
                  .isEqualTo(type.path("after").asInt())
                  .isEqualTo(type.path("added").size() + type.path("leftOut").asInt());
            });
    assertThat(json.path("conclusions")).isNotEmpty();
  }

  private static List<Conclusion> some(RecordType type) {
    var all = new ArrayList<Conclusion>();
    for (long seed = 0; seed < SEEDS; seed++) {
      settle(seed).conclusions().stream()
          .filter(it -> it.getClass() == type.type())
          .forEach(all::add);
    }
    all.sort(type.order());
    return all;
  }

  private static List<Conclusion> counted(Settlement settlement) {
    return settlement.conclusions().stream()
        .filter(conclusion -> !conclusion.type().startsWith("Revision"))
        .toList();
  }

  private static RevisionDifference between(Settlement before, Settlement after) {
    return RevisionDifference.between(
        before, Plan.NOTHING, after, Plan.NOTHING, new TreeMap<String, List<Fact>>());
  }

  private static final TreeMap<Long, Settlement> SETTLED = new TreeMap<>();

  private static Settlement settle(long seed) {
    return SETTLED.computeIfAbsent(
        seed,
        s -> {
          try (var session = RULES.newSession()) {
            RandomWorld.random(s).forEach(session::put);
            return session.settle();
          }
        });
  }
}
