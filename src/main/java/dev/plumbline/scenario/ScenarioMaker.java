package dev.plumbline.scenario;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.Derivation;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.RuleFiles;
import dev.plumbline.loop.Evaluation;
import dev.plumbline.loop.Evaluation.EvaluationResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generates scenarios from a real case: for each rule file that concludes something about an
 * object, the facts that its rules need to conclude it. Tries the premises of the conclusion first,
 * then related facts, which rules may count or require to be absent, then everything that the file
 * reads; the result is reduced to a minimum.
 */
public final class ScenarioMaker {

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import dev\\.plumbline\\.(?:fact|conclusion)\\.(\\w+)");

  /** The most facts to evaluate: beyond, reducing them takes too long. */
  private static final int MAX_GIVEN = 20_000;

  private final RuleFiles files;
  private final Settlement settlement;
  private final SortedMap<String, Fact> facts;
  private final Set<Conclusion> all;
  private final TreeMap<String, Set<Conclusion>> wantedByFile = new TreeMap<>();
  private final String name;

  public ScenarioMaker(Evaluation evaluation, EvaluationResult evaluated, Selection selection) {
    this.files = evaluated.rules().files();
    this.settlement = evaluated.settlement();
    this.facts = evaluation.facts(evaluated.snapshot());
    this.all = new LinkedHashSet<>(settlement.conclusions());
    this.name = selection.object() + " of " + evaluated.snapshot().path();
    for (Concluded each : settlement.all()) {
      if (selection.includes(each.conclusion())) {
        for (Derivation derivation : each.derivations()) {
          wantedByFile
              .computeIfAbsent(derivation.rule().file(), file -> new LinkedHashSet<>())
              .add(each.conclusion());
        }
      }
    }
  }

  public List<String> files() {
    return List.copyOf(wantedByFile.keySet());
  }

  public Result make(String file) {
    Set<Conclusion> wanted = wantedByFile.getOrDefault(file, Set.of());
    String into = ScenarioRunner.scenariosOf(file);
    RuleSet rules = RuleSet.compile(files.only(file));
    var reduction = new Reduction(rules, wanted, all);
    for (List<Object> given : given(file, wanted)) {
      if (given.size() > MAX_GIVEN) {
        return new Result(
            into,
            null,
            given.size()
                + " things may count for it, which are too many to try. Try: make a smaller"
                + " snapshot.");
      }
      if (reduction.holds(given)) {
        return written(rules, into, reduction, reduction.minimal(given));
      }
    }
    return new Result(
        into,
        null,
        "does not conclude it by itself from what it reads. Try: choose other conclusions with"
            + " --conclusion.");
  }

  private List<List<Object>> given(String file, Set<Conclusion> wanted) {
    var seeds = new LinkedHashSet<Object>();
    var seen = new HashSet<Conclusion>();
    wanted.forEach(conclusion -> seed(conclusion, file, seeds, seen));
    seeds.removeAll(wanted);
    List<Object> readable = readable(file, wanted);
    Set<String> names =
        Stream.concat(seeds.stream(), seen.stream())
            .flatMap(ScenarioMaker::names)
            .collect(Collectors.toSet());
    var related = new LinkedHashSet<>(seeds);
    readable.stream()
        .filter(each -> each instanceof EvaluationTime || names(each).anyMatch(names::contains))
        .forEach(related::add);
    var everything = new LinkedHashSet<>(seeds);
    everything.addAll(readable);
    return List.of(List.copyOf(seeds), List.copyOf(related), List.copyOf(everything));
  }

  private void seed(Conclusion conclusion, String file, Set<Object> seeds, Set<Conclusion> seen) {
    if (!seen.add(conclusion)) {
      return;
    }
    for (Derivation derivation : settlement.derivations(conclusion)) {
      if (derivation.rule().file().equals(file)) {
        for (String key : derivation.facts()) {
          Fact fact = facts.get(key);
          if (fact != null) {
            seeds.add(fact);
          }
        }
        for (Conclusion premise : derivation.conclusions()) {
          if (foreign(premise, file)) {
            seeds.add(premise);
          } else {
            seed(premise, file, seeds, seen);
          }
        }
      }
    }
  }

  private List<Object> readable(String file, Set<Conclusion> wanted) {
    Set<String> types =
        IMPORT
            .matcher(String.valueOf(files.text(file)))
            .results()
            .map((MatchResult match) -> match.group(1))
            .collect(Collectors.toSet());
    var readable = new ArrayList<Object>();
    for (Fact fact : facts.values()) {
      if (types.contains(fact.getClass().getSimpleName())) {
        readable.add(fact);
      }
    }
    for (Conclusion conclusion : all) {
      if (types.contains(conclusion.type())
          && !wanted.contains(conclusion)
          && foreign(conclusion, file)) {
        readable.add(conclusion);
      }
    }
    return readable;
  }

  private boolean foreign(Conclusion conclusion, String file) {
    return settlement.derivations(conclusion).stream()
        .anyMatch(derivation -> !derivation.rule().file().equals(file));
  }

  private static Stream<String> names(Object each) {
    RecordType type =
        each instanceof Fact ? FactTypes.of(each.getClass()) : ConclusionTypes.of(each.getClass());
    return Objects.requireNonNull(type).components().stream()
        .filter(component -> component.type() == String.class)
        .map(component -> component.reader().apply(each))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .filter(text -> !text.isEmpty());
  }

  private Result written(
      RuleSet rules, String into, Reduction reduction, Collection<Object> given) {
    var sorted = new ArrayList<>(given);
    sorted.sort(java.util.Comparator.comparing(ScenarioMaker::order));
    List<Conclusion> outcome = reduction.outcome(sorted);
    var types = new TreeSet<String>();
    outcome.forEach(conclusion -> types.add(conclusion.type()));
    String title = name + ": " + String.join(", ", types);
    String text = ScenarioText.of(title, sorted, outcome);
    Scenario read = Scenario.Parser.read(into, text).getFirst();
    return ScenarioRunner.run(rules, read, new TreeMap<>()).passed()
        ? new Result(into, text, null)
        : new Result(
            into, null, "what it needs has no text form that is the same when it is read again.");
  }

  /** Facts before conclusions, each by type and text. */
  private static String order(Object each) {
    return (each instanceof Fact ? "0" : "1") + each;
  }

  /**
   * Tests whether the rules of one file, given some facts, draw the wanted conclusions and none
   * that does not hold in the real case; and reduces the facts to a minimum.
   */
  static final class Reduction {

    private static final int MAX_ATTEMPTS = 1_500;

    private final RuleSet rules;
    private final Collection<Conclusion> wanted;
    private final Set<Conclusion> all;

    /**
     * @param wanted what must follow
     */
    Reduction(RuleSet rules, Collection<Conclusion> wanted, Set<Conclusion> all) {
      this.rules = rules;
      this.wanted = wanted;
      this.all = all;
    }

    List<Conclusion> outcome(Collection<Object> given) {
      try (RuleSession session = rules.newSession()) {
        for (Object each : given) {
          if (each instanceof Fact fact) {
            session.put(fact);
          } else {
            session.assume((Conclusion) each);
          }
        }
        return session.settle().conclusions();
      }
    }

    boolean holds(Collection<Object> given) {
      List<Conclusion> outcome = outcome(given);
      return outcome.containsAll(wanted) && all.containsAll(outcome);
    }

    /** A minimal sufficient part of {@code given}; larger parts are removed first. */
    List<Object> minimal(List<Object> given) {
      List<Object> kept = given;
      int attempts = 0;
      for (int size = (given.size() + 1) / 2; size >= 1; size /= 2) {
        boolean again = true;
        while (again) {
          again = false;
          for (int from = 0; from < kept.size() && attempts < MAX_ATTEMPTS; attempts++) {
            var fewer = new ArrayList<>(kept.subList(0, from));
            fewer.addAll(kept.subList(Math.min(kept.size(), from + size), kept.size()));
            if (holds(fewer)) {
              kept = fewer;
              again = size == 1;
            } else {
              from += size;
            }
          }
        }
      }
      return kept;
    }
  }

  /**
   * A generated scenario.
   *
   * @param fault why there is none; null when there is
   */
  public record Result(String scenarioFile, @Nullable String text, @Nullable String fault) {}
}
