package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.conclusion.ImageConclusions.AmiEligible;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassObjection;
import dev.plumbline.conclusion.VerdictConclusions.AmiHeldBack;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.AliasFamily;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Tags;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What holds of a session whatever the facts are; every failure names its seed. */
class SessionPropertiesTest {

  private static final RuleSet RULES = SettledWorld.RULES;

  /** A rule that never concludes anything here is not tested by anything in this package. */
  @Test
  void everyRuleConcludesSomewhere() {
    assertThat(SettledWorld.silentRules()).isEmpty();
  }

  /** So many, and some more of clusters that read what others publish. */
  private static long[] seeds(int count) {
    return LongStream.concat(
            LongStream.range(0, count), LongStream.range(FleetFacts.FIRST, FleetFacts.FIRST + 8))
        .toArray();
  }

  @Test
  void orderOfInsertionIsIrrelevant() {
    for (long seed : seeds(60)) {
      // Given
      List<Fact> facts = RandomWorld.random(seed);
      var shuffled = new ArrayList<>(facts);
      Collections.shuffle(shuffled, new Random(seed));
      // When
      Settlement first = SettledWorld.settle(facts);
      Settlement second = SettledWorld.settle(shuffled);
      // Then
      requireSame("seed " + seed + ", shuffled", second, first);
    }
  }

  @Test
  void updateThenRevertRestores() {
    for (long seed = 0; seed < 25; seed++) {
      // Given
      Map<String, Fact> facts = byKey(RandomWorld.random(seed));
      List<Fact> others = shuffledOther(seed);
      try (var session = RULES.newSession()) {
        facts.values().forEach(session::put);
        Settlement before = session.settle();
        for (Fact other : others.subList(0, Math.min(8, others.size()))) {
          // When
          Fact own = facts.get(other.key());
          if (other.equals(own)) {
            session.delete(own.key());
          } else {
            session.put(other);
          }
          session.settle();
          if (own == null) {
            session.delete(other.key());
          } else {
            session.put(own);
          }
          // Then
          requireSame("seed " + seed + ", reverted " + other, session.settle(), before);
        }
      }
    }
  }

  @Test
  void stepByStepIsAsFromScratch() {
    for (long seed : seeds(50)) {
      // Given
      var random = new Random(seed);
      Map<String, Fact> facts = byKey(RandomWorld.random(seed));
      List<Fact> others = shuffledOther(seed);
      try (var session = RULES.newSession()) {
        facts.values().forEach(session::put);
        session.settle();
        // When
        for (Fact other : others.subList(0, Math.min(30, others.size()))) {
          change(session, facts, other, random);
          if (random.nextInt(3) == 0) {
            session.settle();
          }
        }
        // Then
        requireSame(
            "seed " + seed + ", in steps", session.settle(), SettledWorld.settle(facts.values()));
      }
    }
  }

  @Test
  void anExcludedImageMakesNoOtherEligibleThanOneHeldBackForIt() {
    for (long seed = 0; seed < 25; seed++) {
      try (var session = RULES.newSession()) {
        // Given: nobody who waives the exclusion
        RandomWorld.random(seed).stream()
            .filter(fact -> !(fact instanceof Waiver))
            .forEach(session::put);
        Settlement settled = session.settle();
        List<AmiEligible> before = settled.of(AmiEligible.class);
        var possible = new HashSet<>(before);
        settled
            .of(AmiHeldBack.class)
            .forEach(held -> possible.add(new AmiEligible(held.nodeClass(), held.ami())));
        for (AmiEligible excluded : before) {
          // When
          session.put(new Parameter("ami.excludedIds", "9", excluded.ami()));
          List<AmiEligible> after = session.settle().of(AmiEligible.class);
          // Then
          assertThat(after)
              .as("seed %d, without %s", seed, excluded)
              .isSubsetOf(possible)
              .noneMatch(eligible -> eligible.ami().equals(excluded.ami()));
        }
      }
    }
  }

  /** With a package for each file, rules that count or collect went deaf to what was deleted. */
  @Test
  void whatIsCollectedFollowsDeletions() {
    try (var session = RULES.newSession()) {
      // Given
      for (String family : List.of("a", "b", "c")) {
        session.put(new AliasFamily(family, family, "linux", null, null, null, false, null, null));
      }
      session.put(new AmiSelectorTerm("odd", 0, "x@latest", null, null, null, null, Tags.NONE));
      session.settle();
      // When
      session.delete("AliasFamily/b");
      // Then
      assertThat(session.settle().of(NodeClassObjection.class))
          .extracting(NodeClassObjection::message)
          .containsExactly("alias x@latest names no AMI family. Try: one of a, c.");
    }
  }

  private static void change(
      RuleSession session, Map<String, Fact> facts, Fact other, Random random) {
    if (facts.containsKey(other.key()) && random.nextInt(3) == 0) {
      facts.remove(other.key());
      session.delete(other.key());
    } else {
      facts.put(other.key(), other);
      session.put(other);
    }
  }

  /** The facts of another world that the rules do not ship with, in random order. */
  private static List<Fact> shuffledOther(long seed) {
    var others = new ArrayList<>(RandomWorld.random(seed + 10_000));
    Collections.shuffle(others, new Random(seed));
    // One in ten of those that are the same in every world: they are deleted.
    var random = new Random(seed);
    others.removeIf(fact -> RandomWorld.POLICY.contains(fact) && random.nextInt(10) > 0);
    return others;
  }

  private static Map<String, Fact> byKey(List<Fact> facts) {
    var byKey = new LinkedHashMap<String, Fact>();
    facts.forEach(fact -> byKey.put(fact.key(), fact));
    return byKey;
  }

  private static void requireSame(String what, Settlement actual, Settlement expected) {
    if (!actual.equals(expected)) {
      var superfluous = new ArrayList<>(actual.all());
      superfluous.removeAll(expected.all());
      var missing = new ArrayList<>(expected.all());
      missing.removeAll(actual.all());
      fail("%s:%n  superfluous %s%n  missing %s", what, superfluous, missing);
    }
  }
}
