package dev.plumbline.view;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.conclusion.FindingConclusions.ObjectionWaived;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.engine.Selection;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.EC2NodeClass;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.loop.HostSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Indexes a settlement and its facts by type, and by the EC2NodeClass or NodePool that a conclusion
 * names. Indexes are built on first use. Not thread-safe.
 */
public final class SettlementIndex {

  private final Map<String, ? extends List<? extends Fact>> facts;
  private final Settlement settlement;
  private final Selection selection;
  private final Instant settledAt;
  private final Map<Class<?>, List<? extends Conclusion>> byType = new HashMap<>();
  private final Map<Class<?>, Map<String, List<Conclusion>>> bySubject = new HashMap<>();
  private @Nullable Map<String, Ami> amis;
  private @Nullable Map<String, InstanceType> types;
  private @Nullable Map<String, NodePool> pools;
  private @Nullable Map<String, String> waivers;

  private SettlementIndex(
      Map<String, ? extends List<? extends Fact>> facts,
      Settlement settlement,
      Selection selection,
      Instant settledAt) {
    this.facts = facts;
    this.settlement = settlement;
    this.selection = selection;
    this.settledAt = settledAt;
  }

  public static SettlementIndex of(HostSnapshot snapshot) {
    return new SettlementIndex(
        snapshot.facts(), snapshot.settlement(), Selection.ALL, snapshot.at());
  }

  public static SettlementIndex of(
      Collection<? extends Fact> facts, Settlement settlement, Selection selection, Instant at) {
    return new SettlementIndex(
        facts.stream().collect(Collectors.groupingBy(fact -> fact.getClass().getSimpleName())),
        settlement,
        selection,
        at);
  }

  public Settlement settlement() {
    return settlement;
  }

  public Instant now() {
    return facts(EvaluationTime.class).stream()
        .findFirst()
        .map(EvaluationTime::instant)
        .orElse(settledAt);
  }

  /** The facts of a type, in insertion order. */
  public <T extends Fact> List<T> facts(Class<T> type) {
    List<? extends Fact> all = facts.get(type.getSimpleName());
    return all == null ? List.of() : all.stream().map(type::cast).toList();
  }

  /** The selected conclusions of a type, sorted. */
  public <T extends Conclusion> List<T> of(Class<T> type) {
    @SuppressWarnings("unchecked") // only lists of the type are put under it
    List<T> all =
        (List<T>)
            byType.computeIfAbsent(
                type,
                key ->
                    selection.equals(Selection.ALL)
                        ? settlement.of(type)
                        : settlement.of(type).stream().filter(selection::includes).toList());
    return all;
  }

  /** The selected conclusions of a type that name this EC2NodeClass or NodePool, sorted. */
  public <T extends Conclusion> List<T> of(Class<T> type, String subject) {
    return bySubject
        .computeIfAbsent(type, key -> bySubject(type))
        .getOrDefault(subject, List.of())
        .stream()
        .map(type::cast)
        .toList();
  }

  public <T extends Conclusion> @Nullable T first(Class<T> type, String subject) {
    List<T> all = of(type, subject);
    return all.isEmpty() ? null : all.getFirst();
  }

  private Map<String, List<Conclusion>> bySubject(Class<? extends Conclusion> type) {
    var map = new HashMap<String, List<Conclusion>>();
    for (RecordType.Property property : subjects(type, Set.of("nodeClass", "nodePool"))) {
      for (Conclusion each : of(type)) {
        map.computeIfAbsent(String.valueOf(property.reader().apply(each)), key -> new ArrayList<>())
            .add(each);
      }
    }
    return map;
  }

  private static List<RecordType.Property> subjects(Class<?> type, Set<String> names) {
    return Objects.requireNonNull(ConclusionTypes.of(type)).properties().stream()
        .filter(property -> names.contains(property.name()))
        .toList();
  }

  public SortedSet<String> nodeClasses() {
    SortedSet<String> names = named("nodeClass");
    facts(EC2NodeClass.class).stream()
        .filter(each -> selection.about(each.key()))
        .forEach(each -> names.add(each.name()));
    return names;
  }

  public SortedSet<String> nodePools() {
    SortedSet<String> names = named("nodePool");
    facts(NodePool.class).stream()
        .filter(each -> selection.about(each.key()))
        .forEach(each -> names.add(each.name()));
    return names;
  }

  private SortedSet<String> named(String property) {
    var names = new TreeSet<String>();
    for (RecordType type : ConclusionTypes.ALL) {
      for (RecordType.Property each : subjects(type.type(), Set.of(property))) {
        for (Conclusion conclusion : of(type.type().asSubclass(Conclusion.class))) {
          if (each.reader().apply(conclusion) instanceof String name) {
            names.add(name);
          }
        }
      }
    }
    return names;
  }

  /** An AMI by id; null if EC2 does not list it. */
  public @Nullable Ami ami(String id) {
    if (amis == null) {
      amis = byName(Ami.class, Ami::id);
    }
    return amis.get(id);
  }

  /** An instance type by name; null if EC2 does not list it. */
  public @Nullable InstanceType type(String name) {
    if (types == null) {
      types = byName(InstanceType.class, InstanceType::name);
    }
    return types.get(name);
  }

  /** A NodePool by name; null if it is not among the facts. */
  public @Nullable NodePool pool(String name) {
    if (pools == null) {
      pools = byName(NodePool.class, NodePool::name);
    }
    return pools.get(name);
  }

  private <T extends Fact> Map<String, T> byName(Class<T> type, Function<T, String> name) {
    var map = new HashMap<String, T>();
    facts(type).forEach(each -> map.put(name.apply(each), each));
    return map;
  }

  /**
   * The waiver that covers an objection; null if none does.
   *
   * @param subject the key of the object: {@code NodePool/default}
   */
  public @Nullable String waiver(String rule, String subject) {
    if (waivers == null) {
      waivers =
          settlement.of(ObjectionWaived.class).stream()
              .collect(
                  Collectors.toMap(
                      each -> each.rule() + " " + each.subject(),
                      ObjectionWaived::waiver,
                      (one, other) -> other));
    }
    return waivers.get(rule + " " + subject);
  }

  public boolean waits(String gate, String object) {
    return of(GateClosed.class).stream()
        .anyMatch(closed -> closed.gate().equals(gate) && closed.blocks().equals(object));
  }

  public @Nullable String waitsFor(String object, Set<String> gates) {
    return of(GateClosed.class).stream()
        .filter(gate -> gate.blocks().equals(object) && gates.contains(gate.gate()))
        .map(GateClosed::waitsFor)
        .findFirst()
        .orElse(null);
  }

  /** Groups by a key, sorted by key; each list keeps the order of {@code all}. */
  public static <K extends Comparable<K>, T> Map<K, List<T>> group(
      Collection<T> all, Function<? super T, K> key) {
    return all.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
  }
}
