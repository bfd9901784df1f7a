package dev.plumbline.why;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import dev.plumbline.language.ExpressionCompiler;
import dev.plumbline.language.Operators;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The facts and what follows from them, found by type and by the value of a property. Thread-safe:
 * an index is made when it is needed first.
 */
public final class World {

  private static final Object NOTHING = new Object();

  private final Map<String, List<Object>> byType = new ConcurrentHashMap<>();
  private final Map<String, Fact> facts = new HashMap<>();
  private final Map<Indexed, Map<Object, List<Object>>> byProperty = new ConcurrentHashMap<>();
  private final Settlement settlement;

  /** A property by which things of a type were looked up. */
  private record Indexed(RecordType type, String property) {}

  public World(Collection<? extends Fact> facts, Settlement settlement) {
    this.settlement = settlement;
    for (Fact fact : facts) {
      this.facts.put(fact.key(), fact);
      byType.computeIfAbsent(fact.getClass().getSimpleName(), type -> new ArrayList<>()).add(fact);
    }
    settlement.counts().keySet().forEach(type -> byType.put(type, List.of()));
  }

  public Settlement settlement() {
    return settlement;
  }

  public Map<String, Fact> facts() {
    return facts;
  }

  public @Nullable Fact fact(String key) {
    return facts.get(key);
  }

  /** Makes the indexes that another one has needed. */
  public void indexAs(World other) {
    other.byProperty.keySet().forEach(each -> where(each.type(), each.property(), null));
  }

  boolean holds(Object conclusion) {
    return conclusion instanceof Conclusion known && !settlement.derivations(known).isEmpty();
  }

  @SuppressWarnings("unchecked")
  List<Object> of(RecordType type) {
    List<Object> all = byType.get(type.name());
    if (all == null) {
      return List.of();
    }
    if (all.isEmpty() && Conclusion.class.isAssignableFrom(type.type())) {
      all = List.copyOf(settlement.of((Class<? extends Conclusion>) type.type()));
      byType.put(type.name(), all);
    }
    return all;
  }

  List<Object> where(RecordType type, String property, @Nullable Object value) {
    List<Object> all = of(type);
    if (all.size() <= 1) {
      return all;
    }
    Map<Object, List<Object>> index =
        byProperty.computeIfAbsent(
            new Indexed(type, property), name -> index(type, name.property()));
    Object key = Operators.lookupKey(value);
    return index.getOrDefault(key == null ? NOTHING : key, List.of());
  }

  private Map<Object, List<Object>> index(RecordType type, String name) {
    Property property = Objects.requireNonNull(ExpressionCompiler.property(type.type(), name));
    var index = new HashMap<Object, List<Object>>();
    for (Object each : of(type)) {
      Object key = Operators.lookupKey(property.reader().apply(each));
      index.computeIfAbsent(key == null ? NOTHING : key, k -> new ArrayList<>()).add(each);
    }
    return index;
  }
}
