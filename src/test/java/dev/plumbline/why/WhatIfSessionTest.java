package dev.plumbline.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.why.WhatIfSession.Outcome;
import dev.plumbline.worlds.RandomWorld;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Changes of random worlds that are stopped at some moment, continued, and left for others: what
 * follows is what follows from scratch. Every failure names its seed.
 */
class WhatIfSessionTest {

  private static final int SEEDS = 40;
  private static final int CHANGES = 8;

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());

  private int stopped;
  private int reached;

  @Test
  void whatWasStoppedFollowsAsFromScratch() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      Map<String, Fact> facts = RandomWorlds.byKey(RandomWorld.random(seed));
      try (var trial = new WhatIfSession(RULES, facts.values())) {
        Settlement before = trial.settlement();
        for (int i = 0; i < CHANGES; i++) {
          Fact fact = RandomWorlds.one(List.copyOf(facts.values()), random);
          List<FactChange> changes = RandomWorlds.changes(fact, facts.values());
          if (!changes.isEmpty()) {
            require(trial, before, facts, RandomWorlds.one(changes, random), random, seed);
          }
        }
        trial.restore();
        assertThat(trial.settlement()).as("seed %d", seed).isEqualTo(before);
      }
    }
    assertThat(stopped).isPositive();
    assertThat(reached).isPositive();
  }

  private void require(
      WhatIfSession trial,
      Settlement before,
      Map<String, Fact> facts,
      FactChange change,
      Random random,
      long seed) {
    Settlement after = settled(facts, change);
    List<Conclusion> come =
        after.conclusions().stream().filter(each -> before.derivations(each).isEmpty()).toList();
    List<Conclusion> about = come.isEmpty() ? before.conclusions() : come;
    if (about.isEmpty()) {
      return;
    }
    Goal goal = RandomWorlds.wanted(RandomWorlds.one(about, random));
    // When
    long soon = System.nanoTime() + random.nextInt(300_000);
    stopped += trial.with(List.of(change), goal, soon) == Outcome.UNFINISHED ? 1 : 0;
    if (random.nextBoolean()) {
      trial.completed(System.nanoTime() + random.nextInt(300_000));
    }
    if (random.nextBoolean()) {
      // Then
      boolean gained = goal.gained(after, before);
      reached += gained ? 1 : 0;
      assertThat(trial.with(List.of(change), goal, far()) == Outcome.HOLDS)
          .as("seed %d: %s after %s", seed, goal, change)
          .isEqualTo(gained);
      assertThat(trial.completed(far())).as("seed %d: after %s", seed, change).isEqualTo(after);
    }
  }

  private static long far() {
    return System.nanoTime() + Duration.ofHours(1).toNanos();
  }

  private static Settlement settled(Map<String, Fact> facts, FactChange change) {
    var now = new TreeMap<>(facts);
    Fact after = change.after();
    if (after == null) {
      now.remove(change.key());
    } else {
      now.put(change.key(), after);
    }
    try (var session = RULES.newSession()) {
      now.values().forEach(session::put);
      return session.settle();
    }
  }
}
