package dev.plumbline.engine;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.Conclusions;
import dev.plumbline.engine.RuleSession.Settled;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All conclusions from the facts at one moment, immutable. */
public final class Settlement implements Conclusions, Settled {

  public static final Settlement NONE = new Settlement(new TreeMap<>());

  private final SortedMap<String, List<Concluded>> byType;

  Settlement(SortedMap<String, List<Concluded>> byType) {
    this.byType = byType;
  }

  /** A conclusion with all its derivations: at least one, sorted. */
  public static final class Concluded {

    private final Conclusion conclusion;

    // One, as nearly always, stands here without a list around it.
    private final Object derivations;

    public Concluded(Conclusion conclusion, List<Derivation> derivations) {
      this.conclusion = conclusion;
      this.derivations = derivations.size() == 1 ? derivations.getFirst() : derivations;
    }

    public Conclusion conclusion() {
      return conclusion;
    }

    @SuppressWarnings("unchecked")
    public List<Derivation> derivations() {
      return derivations instanceof Derivation alone
          ? List.of(alone)
          : (List<Derivation>) derivations;
    }

    /** The rules of its derivations, each once. */
    public Collection<String> rules() {
      if (derivations instanceof Derivation alone) {
        List<String> rules = alone.rules();
        return rules.size() == 1 ? rules : new TreeSet<>(rules);
      }
      var rules = new TreeSet<String>();
      derivations().forEach(each -> rules.addAll(each.rules()));
      return rules;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Concluded concluded
          && conclusion.equals(concluded.conclusion)
          && derivations.equals(concluded.derivations);
    }

    @Override
    public int hashCode() {
      return 31 * conclusion.hashCode() + derivations.hashCode();
    }

    @Override
    public String toString() {
      return conclusion + " " + derivations;
    }
  }

  /** Every conclusion with its derivations, sorted by type, then by field. */
  public List<Concluded> all() {
    var all = new ArrayList<Concluded>(size());
    byType.values().forEach(all::addAll);
    return all;
  }

  /**
   * The conclusions of these types, in the same order; of every type when {@code types} is empty.
   */
  public List<Concluded> all(Set<String> types) {
    if (types.isEmpty()) {
      return all();
    }
    return types.stream()
        .sorted()
        .flatMap(type -> byType.getOrDefault(type, List.of()).stream())
        .toList();
  }

  /** Every conclusion, sorted by type, then by field. */
  public List<Conclusion> conclusions() {
    var all = new ArrayList<Conclusion>(size());
    byType.values().forEach(list -> list.forEach(c -> all.add(c.conclusion())));
    return all;
  }

  @Override
  public <T extends Conclusion> List<T> of(Class<T> type) {
    return byType.getOrDefault(type.getSimpleName(), List.of()).stream()
        .map(c -> type.cast(c.conclusion()))
        .toList();
  }

  public Map<String, Integer> counts() {
    var counts = new TreeMap<String, Integer>();
    byType.forEach((type, list) -> counts.put(type, list.size()));
    return counts;
  }

  public List<Derivation> derivations(Conclusion conclusion) {
    List<Concluded> list = byType.getOrDefault(conclusion.type(), List.of());
    RecordType type = ConclusionTypes.of(conclusion.getClass());
    if (type == null) {
      return List.of();
    }
    int at =
        Collections.binarySearch(
            list,
            new Concluded(conclusion, List.of()),
            (a, b) -> type.order().compare(a.conclusion(), b.conclusion()));
    return at < 0 ? List.of() : list.get(at).derivations();
  }

  /** How many conclusions follow by each rule; rules without any are left out. */
  public SortedMap<String, Integer> countsByRule() {
    var counts = new TreeMap<String, Integer>();
    for (List<Concluded> list : byType.values()) {
      for (Concluded each : list) {
        each.rules().forEach(rule -> counts.merge(rule, 1, Integer::sum));
      }
    }
    return counts;
  }

  public SettlementDifference since(Settlement before) {
    return SettlementDifference.between(before, this);
  }

  public int size() {
    return byType.values().stream().mapToInt(List::size).sum();
  }

  /** The number of conclusions that {@code other} lacks; derivations are ignored. */
  public int minus(Settlement other) {
    var missing = new ArrayList<Conclusion>();
    byType.keySet().forEach(type -> addMissing(type, other, missing));
    return missing.size();
  }

  /** The conclusions of a type that {@code other} lacks; derivations are ignored. */
  public List<Conclusion> minus(Settlement other, Class<?> type) {
    var missing = new ArrayList<Conclusion>();
    addMissing(type.getSimpleName(), other, missing);
    return missing;
  }

  /**
   * Unchanged conclusions are the same instances in both settlements: only the rest is compared.
   */
  private void addMissing(String type, Settlement other, List<Conclusion> missing) {
    List<Concluded> mine = byType.getOrDefault(type, List.of());
    List<Concluded> theirs = other.byType.getOrDefault(type, List.of());
    if (mine == theirs || mine.isEmpty()) {
      return;
    }
    var order =
        Objects.requireNonNull(ConclusionTypes.of(mine.getFirst().conclusion().getClass())).order();
    int all = theirs.size();
    int next = 0;
    for (Concluded each : mine) {
      int compared = 1;
      while (next < all) {
        Concluded there = theirs.get(next);
        compared = there == each ? 0 : order.compare(there.conclusion(), each.conclusion());
        if (compared >= 0) {
          break;
        }
        next++;
      }
      if (next < all && compared == 0) {
        next++;
      } else {
        missing.add(each.conclusion());
      }
    }
  }

  SortedMap<String, List<Concluded>> byType() {
    return byType;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settlement settlement && byType.equals(settlement.byType);
  }

  @Override
  public int hashCode() {
    return byType.hashCode();
  }

  @Override
  public String toString() {
    return "Settlement" + counts();
  }
}
