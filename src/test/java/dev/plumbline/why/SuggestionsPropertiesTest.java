package dev.plumbline.why;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plumbline.action.kubernetes.Cluster;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.peers.Peers;
import dev.plumbline.source.PolicyData;
import dev.plumbline.why.Suggestions.Budget;
import dev.plumbline.why.Suggestions.Copy;
import dev.plumbline.why.Suggestions.Suggestion;
import dev.plumbline.why.WhyNot.Absence;
import dev.plumbline.worlds.RandomWorld;
import dev.plumbline.worlds.WrittenObjects;
import dev.plumbline.worlds.WrittenObjects.Named;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conclusions of random worlds are taken away by one or two changes, and asked for: every
 * suggestion must be sound when settled from scratch, and none needs more changes than trying all
 * changes of a bounded space does.
 */
@Tag("long")
class SuggestionsPropertiesTest {

  /** {@code -Dwhy.cases=300} asks more. */
  private static final int CASES = Integer.getInteger("why.cases", 120);

  private static final int MOST_SINGLE = 120;
  private static final double SMALLEST = 0.95;
  private static final int ACCEPTED = CASES / 2;
  private static final int READ = 30;

  private static final RuleSet RULES = RuleSet.compile(RuleFiles.shipped());
  private static final CompiledRules FORMS = new CompiledRules(RULES);

  /** A question about a world, with a change that is known to do. */
  private record Case(long seed, Goal wanted, Map<String, Fact> facts, List<FactChange> back) {}

  /** A question with its answers. */
  private record Asked(Case made, List<Suggestion> suggestions, List<String> absent) {}

  private static final List<Asked> ASKED = new ArrayList<>();

  @BeforeAll
  static void ask() {
    for (long seed = 0; ASKED.size() < CASES; seed++) {
      Case made = made(seed);
      if (made == null) {
        continue;
      }
      try (var trial = new WhatIfSession(RULES, made.facts().values())) {
        var world = new World(made.facts().values(), trial.settlement());
        Absence absence = new WhyNot(FORMS, world).of(made.wanted());
        assertThat(absence.attempts()).as("seed %d: %s", seed, made.wanted()).isNotEmpty();
        ASKED.add(
            new Asked(
                made,
                new Suggestions(FORMS, Copy.of(trial), world, Budget.of(Duration.ofDays(1)))
                    .of(made.wanted(), absence)
                    .suggestions(),
                absence.attempts().stream()
                    .map(a -> a.rule().id() + " " + ExplanationText.sentence(a.failed(), world))
                    .toList()));
      }
    }
  }

  @Test
  void suggestionsAreSoundAndMostlySmallest() {
    int smallest = 0;
    var missed = new ArrayList<String>();
    for (Asked asked : ASKED) {
      Case made = asked.made();
      asked.suggestions().forEach(each -> requireSound(made, each));
      int ours = asked.suggestions().stream().mapToInt(it -> it.changes().size()).min().orElse(9);
      if (ours == 1 || ours <= brute(made)) {
        smallest++;
      } else {
        missed.add(
            "seed %d: %s by %s, ours %d, absent %s"
                .formatted(
                    made.seed(),
                    made.wanted(),
                    made.back().stream().map(FactChange::words).toList(),
                    ours,
                    asked.absent()));
      }
    }
    assertThat(smallest)
        .as(String.join("\n", missed))
        .isGreaterThanOrEqualTo((int) (CASES * SMALLEST));
  }

  /** Where an API server with Karpenter's CRDs is there, it is asked without writing anything. */
  @Test
  void theApiServerAcceptsWhatIsSuggested() throws IOException, InterruptedException {
    Peers.assumeThere();
    Cluster.serveImageVerdicts();
    int accepted = 0;
    var refused = new ArrayList<String>();
    for (Asked asked : ASKED) {
      var before = new WrittenObjects(asked.made().facts().values());
      for (Suggestion suggestion : asked.suggestions()) {
        var after = new WrittenObjects(after(asked.made(), suggestion));
        for (Named named : named(suggestion)) {
          ObjectNode then = after.of(named);
          if (then == null) {
            continue;
          }
          String problem = problem(then);
          if (problem == null) {
            accepted++;
          } else {
            ObjectNode now = before.of(named);
            if (now == null || problem(now) == null) {
              refused.add(
                  "seed %d: %s: %s".formatted(asked.made().seed(), words(suggestion), problem));
            }
          }
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(accepted).isGreaterThan(ACCEPTED);
  }

  /** What is suggested for parameters.yaml and waivers.yaml is read from these files as it is. */
  @Test
  void theReadersTakeWhatIsSuggested() {
    int taken = 0;
    for (Asked asked : ASKED) {
      for (Suggestion suggestion : asked.suggestions()) {
        Collection<Fact> after = after(asked.made(), suggestion);
        RuleFiles files = RuleFiles.shipped();
        var expected = new ArrayList<Fact>();
        var parameters = new TreeSet<String>();
        boolean waived = false;
        for (FactChange change : suggestion.changes()) {
          Fact one = change.after() == null ? change.before() : change.after();
          if (one instanceof Parameter parameter) {
            parameters.add(parameter.name());
          }
          waived |= one instanceof Waiver;
        }
        if (!parameters.isEmpty()) {
          List<Parameter> set =
              of(Parameter.class, after).filter(it -> parameters.contains(it.name())).toList();
          expected.addAll(set);
          files = files.with("parameters.yaml", parametersYaml(set));
        }
        if (waived) {
          List<Waiver> waivers = of(Waiver.class, after).toList();
          expected.addAll(waivers);
          files = files.with("waivers.yaml", waiversYaml(waivers));
        }
        if (!expected.isEmpty()) {
          // When
          PolicyData read = PolicyData.read(files.all());
          // Then
          assertThat(
                  Stream.concat(read.facts().stream(), read.parameters().stream())
                      .map(SuggestionsPropertiesTest::written)
                      .toList())
              .as("seed %d: %s", asked.made().seed(), words(suggestion))
              .containsAll(expected.stream().map(SuggestionsPropertiesTest::written).toList());
          taken++;
        }
      }
    }
    assertThat(taken).isGreaterThan(READ);
  }

  private static <T extends Fact> Stream<T> of(Class<T> type, Collection<Fact> facts) {
    return facts.stream().filter(type::isInstance).map(type::cast);
  }

  /** As it stands in its file, where the items of a list have no numbers. */
  private static String written(Fact fact) {
    return fact instanceof Parameter parameter && parameter.item().matches("\\d+")
        ? parameter.name() + " has " + parameter.value()
        : fact.toString();
  }

  /** A value, or a list or map of the items of a parameter. */
  private static String parametersYaml(List<Parameter> parameters) {
    var yaml = JsonNodeFactory.instance.objectNode();
    for (Parameter each : parameters) {
      if (each.item().isEmpty()) {
        yaml.put(each.name(), each.value());
      } else if (each.item().matches("\\d+")) {
        yaml.withArray("/" + each.name()).add(each.value());
      } else {
        yaml.withObject("/" + each.name()).put(each.item(), each.value());
      }
    }
    return yaml.toString();
  }

  private static String waiversYaml(List<Waiver> waivers) {
    var list = JsonNodeFactory.instance.objectNode();
    for (Waiver each : waivers) {
      list.withArray("/waivers")
          .addObject()
          .put("id", each.id())
          .put("rule", each.rule())
          .put("subject", each.subject())
          .put("owner", each.owner())
          .put("reason", each.reason())
          .put("until", each.until().toString());
    }
    return list.toString();
  }

  private static List<String> words(Suggestion suggestion) {
    return suggestion.changes().stream().map(FactChange::words).toList();
  }

  private static Set<Named> named(Suggestion suggestion) {
    return suggestion.changes().stream()
        .map(each -> each.after() == null ? each.before() : each.after())
        .filter(Objects::nonNull)
        .map(WrittenObjects::object)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** What the API server would refuse the object for; null when it would take it. */
  private static @Nullable String problem(ObjectNode object) {
    try {
      Peers.shared().sharedClient().resource(object.toString()).dryRun().create();
      return null;
    } catch (KubernetesClientException e) {
      return e.getMessage() + " " + object;
    }
  }

  private static Collection<Fact> after(Case made, Suggestion suggestion) {
    var facts = new TreeMap<>(made.facts());
    for (FactChange change : suggestion.changes()) {
      Fact after = change.after();
      if (after == null) {
        facts.remove(change.key());
      } else {
        facts.put(change.key(), after);
      }
    }
    return facts.values();
  }

  private static void requireSound(Case made, Suggestion suggestion) {
    assertThat(made.wanted().gained(settle(after(made, suggestion)), Settlement.NONE))
        .as("seed %d: %s after %s", made.seed(), made.wanted(), suggestion)
        .isTrue();
  }

  /** How many changes trying out needs: 1, 2, or 9 for more. */
  private static int brute(Case made) {
    try (var trial = new WhatIfSession(RULES, made.facts().values())) {
      return brute(made, trial);
    }
  }

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
