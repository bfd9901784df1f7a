package dev.plumbline.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.why.Suggestions.Suggestion;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.worlds.RandomWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conclusions of random worlds are taken away by one or two changes, and asked for: every
 * suggestion must be sound when settled from scratch, and none needs more changes than trying all
 * changes of a bounded space does.
 */
@Tag("long")
class SuggestionsPropertiesTest {

  private static final int CASES = 300;
  private static final int MOST_SINGLE = 120;
  private static final double SMALLEST = 0.95;

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());
  private static final CompiledRules FORMS = new CompiledRules(RULES);

  /** A question about a world, with a change that is known to do. */
  private record Case(long seed, Goal wanted, Map<String, Fact> facts, List<FactChange> back) {}

  @Test
  void suggestionsAreSoundAndMostlySmallest() {
    int cases = 0;
    int smallest = 0;
    var missed = new ArrayList<String>();
    for (long seed = 0; cases < CASES; seed++) {
      Case made = made(seed);
      if (made == null) {
        continue;
      }
      cases++;
      try (var trial = new WhatIfSession(RULES, made.facts().values())) {
        var world = new World(made.facts().values(), trial.settlement());
        Absence absence = new WhyNot(FORMS, world).of(made.wanted());
        assertThat(absence.attempts()).as("seed %d: %s", seed, made.wanted()).isNotEmpty();
        List<Suggestion> suggestions =
            new Suggestions(FORMS, trial, world, Duration.ofDays(1)).of(made.wanted(), absence);
        suggestions.forEach(each -> requireSound(made, each));
        int ours = suggestions.stream().mapToInt(each -> each.changes().size()).min().orElse(9);
        int brute = ours == 1 ? 1 : brute(made, trial);
        if (ours <= brute) {
          smallest++;
        } else {
          missed.add(
              "seed %d: %s by %s, ours %d, absent %s"
                  .formatted(
                      seed,
                      made.wanted(),
                      made.back().stream().map(FactChange::words).toList(),
                      ours,
                      absence.attempts().stream()
                          .map(
                              a ->
                                  a.rule().id() + " " + ExplanationText.sentence(a.failed(), world))
                          .toList()));
        }
      }
    }
    assertThat(smallest)
        .as(String.join("\n", missed))
        .isGreaterThanOrEqualTo((int) (CASES * SMALLEST));
  }

  private static void requireSound(Case made, Suggestion suggestion) {
    var facts = new TreeMap<>(made.facts());
    for (FactChange change : suggestion.changes()) {
      Fact after = change.after();
      if (after == null) {
        facts.remove(change.key());
      } else {
        facts.put(change.key(), after);
      }
    }
    assertThat(made.wanted().gained(settle(facts.values()), Settlement.NONE))
        .as("seed %d: %s after %s", made.seed(), made.wanted(), suggestion)
        .isTrue();
  }

  /** How many changes trying out needs: 1, 2, or 9 for more. */
  private static int brute(Case made, WhatIfSession trial) {
    var feasible =
        new FeasibleChanges(FORMS.data(), new World(made.facts().values(), Settlement.NONE));
    var space = new ArrayList<FactChange>();
    made.facts()
        .values()
        .forEach(
            fact ->
                RandomWorlds.changes(fact, made.facts().values()).stream()
                    .filter(change -> feasible.feasible(List.of(change)))
                    .forEach(space::add));
    Collections.shuffle(space, new Random(made.seed()));
    var singles = new ArrayList<>(made.back());
    singles.addAll(space.subList(0, Math.min(MOST_SINGLE, space.size())));
    for (FactChange change : singles) {
      if (holds(made.wanted(), trial, List.of(change))) {
        return 1;
      }
    }
    return holds(made.wanted(), trial, made.back()) ? made.back().size() : 9;
  }

  private static boolean holds(Goal wanted, WhatIfSession trial, List<FactChange> changes) {
    Settlement after = trial.with(changes);
    return after != null && wanted.gained(after, Settlement.NONE);
  }

  private static Settlement settle(Collection<Fact> facts) {
    try (var session = RULES.newSession()) {
      facts.forEach(session::put);
      return session.settle();
    }
  }

  /** A world in which a conclusion does not hold any longer; null when it stays in spite of all. */
  private static Case made(long seed) {
    var random = new Random(seed);
    Map<String, Fact> facts = RandomWorlds.byKey(RandomWorld.random(seed));
    try (var trial = new WhatIfSession(RULES, facts.values())) {
      List<Conclusion> conclusions = trial.settlement().conclusions();
      if (conclusions.isEmpty()) {
        return null;
      }
      var feasible =
          new FeasibleChanges(FORMS.data(), new World(facts.values(), trial.settlement()));
      List<String> types = List.copyOf(trial.settlement().counts().keySet());
      String type = RandomWorlds.one(types, random);
      Conclusion conclusion =
          RandomWorlds.one(
              conclusions.stream().filter(c -> c.type().equals(type)).toList(), random);
      Goal wanted = RandomWorlds.wanted(conclusion);
      List<String> roots = List.copyOf(RandomWorlds.roots(conclusion, trial.settlement()));
      List<String> all = List.copyOf(facts.keySet());
      var done = new ArrayList<FactChange>();
      var now = new TreeMap<>(facts);
      int want = random.nextInt(4) == 0 ? 2 : 1;
      for (int i = 0; i < 40 && done.size() < want; i++) {
        String key =
            RandomWorlds.one(random.nextInt(3) == 0 || roots.isEmpty() ? all : roots, random);
        Fact fact = now.get(key);
        List<FactChange> changes =
            fact == null
                ? List.of()
                : RandomWorlds.changes(fact, facts.values()).stream()
                    .filter(each -> feasible.feasible(List.of(each)))
                    .toList();
        if (changes.isEmpty() || done.stream().anyMatch(each -> each.key().equals(key))) {
          continue;
        }
        FactChange change = RandomWorlds.one(changes, random);
        var with = new ArrayList<>(done);
        with.add(change);
        Settlement without = trial.with(with);
        boolean broken = without != null && !wanted.gained(without, Settlement.NONE);
        if (broken) {
          done.add(change);
          if (change.after() == null) {
            now.remove(key);
          } else {
            now.put(key, change.after());
          }
        }
      }
      if (done.isEmpty()) {
        return null;
      }
      List<FactChange> back =
          done.reversed().stream()
              .map(
                  each ->
                      new FactChange(
                          each.after(), each.before(), each.kind(), "back: " + each.words()))
              .toList();
      return new FeasibleChanges(FORMS.data(), new World(now.values(), Settlement.NONE))
              .feasible(back)
          ? new Case(seed, wanted, now, back)
          : null;
    }
  }
}
