package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.engine.RuleSession.Limit;
import dev.plumbline.engine.RuleSession.SettleOverrun;
import dev.plumbline.engine.Settlement.Concluded;
import dev.plumbline.fact.RecordType;
import dev.plumbline.language.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kie.api.event.rule.AfterMatchFiredEvent;
import org.kie.api.event.rule.DefaultAgendaEventListener;
import org.kie.api.event.rule.ObjectDeletedEvent;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.event.rule.ObjectUpdatedEvent;
import org.kie.api.event.rule.RuleRuntimeEventListener;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.runtime.rule.Match;

/**
 * The changes of conclusions since the last settlement. The engine reports deleted conclusions; new
 * ones, and additional support by another rule, are seen in the match that fired; that one of
 * several supports is lost is not reported at all, so every conclusion that has fewer supports than
 * its recorded derivations is read again.
 */
final class ConclusionChanges implements RuleRuntimeEventListener {

  private final RuleSet rules;

  /** By type, since mostly one is asked for. */
  private final Map<Class<?>, Map<Conclusion, Touched>> touched = new HashMap<>();

  private final Map<Conclusion, Supported> supportedTwice = new HashMap<>();
  private final Map<String, Long> firings = new HashMap<>();
  private @Nullable Object lastMatched;
  private @Nullable Rule lastRule;

  /** A conclusion that has come or gone. */
  private static final class Touched {

    private Conclusion conclusion;

    /** Of its latest appearance; null when it has vanished since. */
    private @Nullable FactHandle handle;

    /** Whether the last settlement has it; null until somebody wants to know. */
    private @Nullable Boolean before;

    Touched(Conclusion conclusion, @Nullable FactHandle handle) {
      this.conclusion = conclusion;
      this.handle = handle;
    }

    Conclusion conclusion() {
      return conclusion;
    }

    @Nullable FactHandle handle() {
      return handle;
    }

    boolean isIn(Settlement last) {
      Boolean known = before;
      if (known == null) {
        known = !last.derivations(conclusion).isEmpty();
        before = known;
      }
      return known;
    }
  }

  private record Supported(FactHandle handle, int derivations) {

    boolean fewer() {
      return EngineInternals.supports(handle) != derivations;
    }
  }

  ConclusionChanges(RuleSet rules) {
    this.rules = rules;
  }

  @Override
  public void objectInserted(ObjectInsertedEvent event) {
    // Conclusions are seen in the match that fired.
  }

  @Override
  public void objectUpdated(ObjectUpdatedEvent event) {
    // Only facts are updated, never conclusions.
  }

  @Override
  public void objectDeleted(ObjectDeletedEvent event) {
    if (event.getOldObject() instanceof Conclusion conclusion) {
      supportedTwice.remove(conclusion);
      touch(conclusion, null);
    }
  }

  DefaultAgendaEventListener matches() {
    return new DefaultAgendaEventListener() {
      @Override
      public void afterMatchFired(AfterMatchFiredEvent event) {
        firings.merge(event.getMatch().getRule().getName(), 1L, Long::sum);
        touch(event.getMatch());
      }
    };
  }

  /** How often each rule, as the engine knows it, has fired in this settlement. */
  Map<String, Long> firings() {
    return firings;
  }

  void forgetFirings() {
    firings.clear();
  }

  /**
   * An overrun.
   *
   * @param engineName of the rule under work; null for the one that has fired most often
   */
  SettleOverrun overrun(Limit exceeded, @Nullable String engineName, Duration took) {
    String name =
        engineName != null
            ? engineName
            : firings.entrySet().stream()
                .max(
                    Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElseThrow();
    return new SettleOverrun(
        exceeded,
        rules.rule(name),
        firings.getOrDefault(name, 0L),
        firings.values().stream().mapToLong(Long::longValue).sum(),
        took);
  }

  private void touch(Match match) {
    EngineInternals.concluded(match, (object, handle) -> touch((Conclusion) object, handle));
  }

  private void touch(Conclusion conclusion, @Nullable FactHandle handle) {
    Map<Conclusion, Touched> ofType = touchedOf(conclusion);
    Touched known = ofType.get(conclusion);
    if (known == null) {
      ofType.put(conclusion, new Touched(conclusion, handle));
    } else {
      // The engine holds the later one of equal ones.
      known.conclusion = conclusion;
      known.handle = handle;
    }
  }

  private Map<Conclusion, Touched> touchedOf(Conclusion conclusion) {
    return touched.computeIfAbsent(conclusion.getClass(), type -> new HashMap<>());
  }

  /** Whether a conclusion of a type is there that passes, and was not {@code before}. */
  boolean hasAppeared(Settlement before, Class<?> type, Predicate<Conclusion> passes) {
    for (Touched each : touched.getOrDefault(type, Map.of()).values()) {
      if (each.handle() != null && passes.test(each.conclusion()) && !each.isIn(before)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a conclusion of one of these types has come or gone since {@code before}. */
  boolean differ(Settlement before, Set<String> types) {
    for (Map.Entry<Class<?>, Map<Conclusion, Touched>> ofType : touched.entrySet()) {
      if (types.contains(Objects.requireNonNull(ConclusionTypes.of(ofType.getKey())).name())) {
        for (Touched each : ofType.getValue().values()) {
          if ((each.handle() == null) == each.isIn(before)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** What follows now, by the changes since {@code before}; from here on they are counted anew. */
  Settlement applyTo(Settlement before) {
    Settlement after = appliedTo(before);
    touched.clear();
    return after;
  }

  /** What follows now, by the changes since {@code before}. */
  Settlement appliedTo(Settlement before) {
    supportedTwice.forEach(
        (conclusion, supported) -> {
          if (supported.fewer()) {
            touchedOf(conclusion)
                .putIfAbsent(conclusion, new Touched(conclusion, supported.handle()));
          }
        });
    if (touched.isEmpty()) {
      return before;
    }
    var merged = new TreeMap<>(before.byType());
    touched.forEach(
        (type, ofType) -> {
          RecordType record = Objects.requireNonNull(ConclusionTypes.of(type));
          Comparator<Object> order = record.order();
          var changed = new ArrayList<>(ofType.values());
          changed.sort((a, b) -> order.compare(a.conclusion(), b.conclusion()));
          List<Concluded> list =
              merge(merged.getOrDefault(record.name(), List.of()), changed, order);
          if (list.isEmpty()) {
            merged.remove(record.name());
          } else {
            merged.put(record.name(), list);
          }
        });
    return new Settlement(merged);
  }

  /** The sorted list with the touched conclusions updated or removed. */
  private List<Concluded> merge(
      List<Concluded> before, List<Touched> changed, Comparator<Object> order) {
    var after = new ArrayList<Concluded>(before.size() + changed.size());
    int next = 0;
    for (Touched each : changed) {
      Conclusion conclusion = each.conclusion();
      int place = place(before, next, conclusion, order);
      after.addAll(before.subList(next, place));
      next = place;
      if (next < before.size() && order.compare(before.get(next).conclusion(), conclusion) == 0) {
        next++;
      }
      FactHandle handle = each.handle();
      if (handle != null) {
        after.add(new Concluded(conclusion, derivations(conclusion, handle)));
      }
    }
    after.addAll(before.subList(next, before.size()));
    return Collections.unmodifiableList(after);
  }

  /**
   * The first index from {@code from} on whose conclusion does not sort before {@code wanted}.
   * Gallops, since conclusions that change together are adjacent.
   */
  private static int place(
      List<Concluded> list, int from, Conclusion wanted, Comparator<Object> order) {
    int low = from;
    int step = 1;
    while (low + step <= list.size()
        && order.compare(list.get(low + step - 1).conclusion(), wanted) < 0) {
      low += step;
      step *= 2;
    }
    int high = Math.min(low + step - 1, list.size());
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(list.get(middle).conclusion(), wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<Derivation> derivations(Conclusion conclusion, FactHandle handle) {
    var derivations = new ArrayList<Derivation>(1);
    EngineInternals.supports(handle, match -> derivations.add(derivation(match)));
    if (derivations.size() == 1) {
      supportedTwice.remove(conclusion);
    } else {
      derivations.sort(Derivation.ORDER);
      supportedTwice.put(conclusion, new Supported(handle, derivations.size()));
    }
    return List.copyOf(derivations);
  }

  private Derivation derivation(Match match) {
    if (match.getRule() != lastMatched || lastRule == null) {
      // What changes together mostly follows from one rule.
      lastMatched = match.getRule();
      lastRule = rules.rule(match.getRule().getName());
    }
    return new Derivation(lastRule, EngineInternals.premises(match));
  }
}
