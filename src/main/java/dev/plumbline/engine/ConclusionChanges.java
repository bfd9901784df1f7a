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
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    /** What fired then; null when it was not seen, or when it has vanished since. */
    private @Nullable Match match;

    /** By that match, made while what it matched is at hand. */
    private @Nullable Derivation derivation;

    /** Whether the last settlement has it; null until somebody wants to know. */
    private @Nullable Boolean before;

    Touched(Conclusion conclusion, @Nullable FactHandle handle) {
      this.conclusion = conclusion;
      this.handle = handle;
    }

    /** The engine holds the later one of equal ones. */
    void appeared(Conclusion later, FactHandle at, Match by, Derivation its) {
      conclusion = later;
      handle = at;
      match = by;
      derivation = its;
    }

    void vanished(Conclusion earlier) {
      conclusion = earlier;
      handle = null;
      match = null;
      derivation = null;
    }

    Conclusion conclusion() {
      return conclusion;
    }

    @Nullable FactHandle handle() {
      return handle;
    }

    /** By what fired last; null unless it follows by that alone. */
    @Nullable Derivation onlyDerivation() {
      boolean alone =
          match != null && handle != null && EngineInternals.isOnlySupport(match, handle);
      return alone ? derivation : null;
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
      touched(conclusion).vanished(conclusion);
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
    EngineInternals.concluded(
        match,
        (object, handle) -> {
          var conclusion = (Conclusion) object;
          touched(conclusion).appeared(conclusion, handle, match, derivation(match));
        });
  }

  private Touched touched(Conclusion conclusion) {
    return touchedOf(conclusion).computeIfAbsent(conclusion, held -> new Touched(held, null));
  }

  /**
   * In the order in which they came or went: the engine goes through what belongs together from one
   * end to the other, so that most of it is sorted.
   */
  private Map<Conclusion, Touched> touchedOf(Conclusion conclusion) {
    return touched.computeIfAbsent(conclusion.getClass(), type -> new LinkedHashMap<>());
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
                .computeIfAbsent(conclusion, held -> new Touched(held, supported.handle()));
          }
        });
    if (touched.isEmpty()) {
      return before;
    }
    var merged = new TreeMap<>(before.byType());
    touched.forEach(
        (type, ofType) -> {
          RecordType record = Objects.requireNonNull(ConclusionTypes.of(type));
          List<Concluded> list =
              merge(
                  merged.getOrDefault(record.name(), List.of()).toArray(new Concluded[0]),
                  ofType.values().toArray(new Touched[0]),
                  record.order());
          if (list.isEmpty()) {
            merged.remove(record.name());
          } else {
            merged.put(record.name(), list);
          }
        });
    return new Settlement(merged);
  }

  /** What was concluded, in order, with the touched conclusions updated or removed. */
  private List<Concluded> merge(Concluded[] before, Touched[] changed, Comparator<Object> order) {
    Arrays.sort(changed, (a, b) -> order.compare(a.conclusion(), b.conclusion()));
    var after = new Concluded[before.length + changed.length];
    int size = 0;
    int next = 0;
    for (Touched each : changed) {
      Conclusion conclusion = each.conclusion();
      int place = place(before, next, conclusion, order);
      System.arraycopy(before, next, after, size, place - next);
      size += place - next;
      next = place;
      if (next < before.length && order.compare(before[next].conclusion(), conclusion) == 0) {
        next++;
      }
      if (each.handle() != null) {
        after[size++] = new Concluded(conclusion, derivations(each));
      }
    }
    System.arraycopy(before, next, after, size, before.length - next);
    size += before.length - next;
    return Collections.unmodifiableList(Arrays.asList(Arrays.copyOf(after, size)));
  }

  /**
   * The first index from {@code from} on whose conclusion does not sort before {@code wanted}.
   * Gallops, since conclusions that change together are adjacent.
   */
  private static int place(Concluded[] all, int from, Conclusion wanted, Comparator<Object> order) {
    int low = from;
    int step = 1;
    while (low + step <= all.length
        && order.compare(all[low + step - 1].conclusion(), wanted) < 0) {
      low += step;
      step *= 2;
    }
    int high = Math.min(low + step - 1, all.length);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(all[middle].conclusion(), wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private List<Derivation> derivations(Touched each) {
    Derivation alone = each.onlyDerivation();
    if (alone != null) {
      supportedTwice.remove(each.conclusion());
      return List.of(alone);
    }
    FactHandle handle = Objects.requireNonNull(each.handle());
    var derivations = new ArrayList<Derivation>(2);
    EngineInternals.supports(handle, match -> derivations.add(derivation(match)));
    if (derivations.size() == 1) {
      supportedTwice.remove(each.conclusion());
    } else {
      derivations.sort(Derivation.ORDER);
      supportedTwice.put(each.conclusion(), new Supported(handle, derivations.size()));
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
