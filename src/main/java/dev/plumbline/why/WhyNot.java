package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds out why a conclusion does not hold: of every rule, the first condition that is not met. */
public final class WhyNot {

  /**
   * Why a conclusion does not hold.
   *
   * @param held those of it that do hold; none, or it is not absent
   * @param attempts the rules that could conclude it, the one that is closest first
   * @param others how many rules conclude the type, but never this one
   * @param explainedAbove whether it was explained above; then nothing else is said here
   */
  public record Absence(
      Goal goal,
      List<Conclusion> held,
      List<Attempt> attempts,
      int others,
      boolean explainedAbove) {

    /**
     * A rule that could conclude it.
     *
     * @param deeper why what is missing there does not hold; null when it is no conclusion
     */
    public record Attempt(
        Rule rule, int met, int of, FailedCondition failed, @Nullable Absence deeper) {}
  }

  private static final int MAX_DEPTH = 8;

  private final CompiledRules forms;
  private final World world;

  public WhyNot(CompiledRules forms, World world) {
    this.forms = forms;
    this.world = world;
  }

  public Absence of(Goal goal) {
    return of(goal, MAX_DEPTH, new HashSet<>());
  }

  private Absence of(Goal goal, int deep, Set<Goal> explained) {
    List<Conclusion> held = goal.held(world);
    if (!held.isEmpty()) {
      return new Absence(goal, held, List.of(), 0, false);
    }
    if (!explained.add(goal) || deep == 0) {
      return new Absence(goal, List.of(), List.of(), 0, true);
    }
    var attempts = new ArrayList<Absence.Attempt>();
    int others = 0;
    for (CompiledRule form : forms.concluding(goal.type().name())) {
      var bindings = new GoalBindings(form, goal);
      if (!bindings.possible()) {
        others++;
        continue;
      }
      var match = new BestPartialMatch(form, bindings, world);
      match.search(goal);
      FailedCondition failed = match.failed();
      if (failed != null) {
        attempts.add(
            new Absence.Attempt(form.rule(), match.met(), form.when().size(), failed, null));
      }
    }
    attempts.sort(
        Comparator.comparingInt((Absence.Attempt each) -> each.of() - each.met())
            .thenComparing(each -> each.rule().id()));
    attempts.replaceAll(each -> deepened(each, deep, explained));
    return new Absence(goal, List.of(), attempts, others, false);
  }

  private Absence.Attempt deepened(Absence.Attempt attempt, int deep, Set<Goal> explained) {
    Goal missing = missing(attempt.failed());
    return missing == null
        ? attempt
        : new Absence.Attempt(
            attempt.rule(),
            attempt.met(),
            attempt.of(),
            attempt.failed(),
            of(missing, deep - 1, explained));
  }

  private static @Nullable Goal missing(FailedCondition failed) {
    return switch (failed) {
      case FailedCondition.Missing missing -> goal(missing.type(), missing.required());
      case FailedCondition.Counted counted -> {
        var source = counted.emptySource();
        yield source == null
            ? null
            : goal(source.type(), source.requiredValues(counted.place().frame()));
      }
      case FailedCondition.FailedTest fails -> {
        SortedMap<String, String> fields = fails.expected();
        yield fields == null || !(fails.place().condition() instanceof Condition.Pattern one)
            ? null
            : goal(one.type(), fields);
      }
      default -> null;
    };
  }

  private static @Nullable Goal goal(RecordType type, SortedMap<String, String> values) {
    if (ConclusionTypes.named(type.name()) == null) {
      return null;
    }
    SortedMap<String, String> fields = new TreeMap<>();
    for (Map.Entry<String, String> each : values.entrySet()) {
      if (type.components().stream().anyMatch(c -> c.name().equals(each.getKey()))) {
        fields.put(each.getKey(), each.getValue());
      }
    }
    return new Goal(type, fields);
  }
}
