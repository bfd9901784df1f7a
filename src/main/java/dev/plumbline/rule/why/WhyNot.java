package dev.plumbline.rule.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.RecordType;
import dev.plumbline.rule.why.Absence.Attempt;
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

  private static final int DEEPEST = 8;

  private final RuleForms forms;
  private final World world;

  public WhyNot(RuleForms forms, World world) {
    this.forms = forms;
    this.world = world;
  }

  /** Why {@code wanted} does not hold, or which conclusions of it do. */
  public Absence of(Wanted wanted) {
    return of(wanted, DEEPEST, new HashSet<>());
  }

  private Absence of(Wanted wanted, int deep, Set<Wanted> told) {
    List<Conclusion> held = wanted.held(world);
    if (!held.isEmpty()) {
      return new Absence(wanted, held, List.of(), 0, false);
    }
    if (!told.add(wanted) || deep == 0) {
      return new Absence(wanted, List.of(), List.of(), 0, true);
    }
    var attempts = new ArrayList<Attempt>();
    int others = 0;
    for (RuleForm form : forms.concluding(wanted.type().name())) {
      var seeds = new Seeds(form, wanted);
      if (!seeds.possible()) {
        others++;
        continue;
      }
      var furthest = new Furthest(form, seeds, world);
      furthest.search(wanted);
      Obstacle obstacle = furthest.obstacle();
      if (obstacle != null) {
        attempts.add(
            new Attempt(form.rule(), furthest.met(), form.when().size(), obstacle, null));
      }
    }
    attempts.sort(
        Comparator.comparingInt((Attempt each) -> each.of() - each.met())
            .thenComparing(each -> each.rule().id()));
    attempts.replaceAll(each -> deepened(each, deep, told));
    return new Absence(wanted, List.of(), attempts, others, false);
  }

  private Attempt deepened(Attempt attempt, int deep, Set<Wanted> told) {
    Wanted missing = missing(attempt.obstacle());
    return missing == null
        ? attempt
        : new Attempt(
            attempt.rule(),
            attempt.met(),
            attempt.of(),
            attempt.obstacle(),
            of(missing, deep - 1, told));
  }

  private static @Nullable Wanted missing(Obstacle obstacle) {
    return switch (obstacle) {
      case Obstacle.Missing missing -> wanted(missing.type(), missing.wanted());
      case Obstacle.Counted counted -> {
        var source = Source.of(counted);
        yield source == null
            ? null
            : wanted(source.type(), Source.wanted(source, counted.place().frame()));
      }
      case Obstacle.Fails fails -> {
        SortedMap<String, String> fields = Source.expected(fails);
        yield fields == null || !(fails.place().condition() instanceof Condition.One one)
            ? null
            : wanted(one.type(), fields);
      }
      default -> null;
    };
  }

  private static @Nullable Wanted wanted(RecordType type, SortedMap<String, String> values) {
    if (ConclusionTypes.named(type.name()) == null) {
      return null;
    }
    SortedMap<String, String> fields = new TreeMap<>();
    for (Map.Entry<String, String> each : values.entrySet()) {
      if (type.components().stream().anyMatch(c -> c.name().equals(each.getKey()))) {
        fields.put(each.getKey(), each.getValue());
      }
    }
    return new Wanted(type, fields);
  }
}
