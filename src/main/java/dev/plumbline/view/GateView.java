package dev.plumbline.view;

import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Gates.GateDependency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A gate: an activity that is blocked while its data is missing.
 *
 * @param closures why it is closed, by object; empty if it is open
 */
public record GateView(String name, SortedSet<String> waitsFor, List<GateClosed> closures) {

  private static final Comparator<String> BY_KIND =
      Comparator.comparing((String gate) -> Character.isUpperCase(gate.charAt(0)))
          .thenComparing(Comparator.naturalOrder());

  public static List<GateView> all(SettlementIndex index, Collection<GateClosed> byHost) {
    var closed = new ArrayList<>(index.of(GateClosed.class));
    closed.addAll(byHost);
    Map<String, List<GateClosed>> closures = SettlementIndex.group(closed, GateClosed::gate);
    var names = new TreeSet<>(closures.keySet());
    index.facts(Gate.class).forEach(gate -> names.add(gate.name()));
    Map<String, List<GateDependency>> declared =
        SettlementIndex.group(index.facts(GateDependency.class), GateDependency::gate);
    return names.stream()
        .map(
            name -> {
              List<GateClosed> now = closures.getOrDefault(name, List.of());
              var waitsFor = new TreeSet<String>();
              declared.getOrDefault(name, List.of()).forEach(each -> waitsFor.add(each.waitsFor()));
              now.forEach(each -> waitsFor.add(each.waitsFor()));
              return new GateView(name, waitsFor, now);
            })
        .toList();
  }

  public boolean open() {
    return closures.isEmpty();
  }

  /** Since when it is closed; null if it is open or the time is unknown. */
  public @Nullable Instant since() {
    return closures.stream()
        .map(GateClosed::since)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  public SortedSet<String> blocks() {
    var blocks = new TreeSet<String>();
    closures.forEach(each -> blocks.add(each.blocks()));
    return blocks;
  }

  public record Cause(
      String errorClass,
      @Nullable Instant since,
      String message,
      SortedSet<String> awaited,
      Map<List<String>, List<String>> held,
      SortedSet<String> followers,
      GateClosed first) {}

  private record Key(String errorClass, @Nullable Instant since, String message) {
    private static final Comparator<Key> MOST_LASTING_FIRST =
        Comparator.comparing(Key::errorClass)
            .thenComparing(Key::since, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Key::message);
  }

  public static List<Cause> causes(SettlementIndex index) {
    var causes = new TreeMap<Key, List<GateClosed>>(Key.MOST_LASTING_FIRST);
    for (GateClosed gate : index.of(GateClosed.class)) {
      causes
          .computeIfAbsent(
              new Key(gate.errorClass(), gate.since(), gate.message()), key -> new ArrayList<>())
          .add(gate);
    }
    var closed = new TreeSet<String>();
    index.settlement().of(GateClosed.class).forEach(gate -> closed.add(gate.gate()));
    return causes.entrySet().stream()
        .map(each -> cause(each.getKey(), each.getValue(), closed))
        .toList();
  }

  private static Cause cause(Key key, List<GateClosed> closures, SortedSet<String> closed) {
    List<GateClosed> roots =
        closures.stream().filter(gate -> !closed.contains(gate.waitsFor())).toList();
    List<GateClosed> direct = roots.isEmpty() ? closures : roots;
    var awaited = new TreeSet<String>();
    var objectsByGate = new TreeMap<String, List<String>>(BY_KIND);
    for (GateClosed gate : direct) {
      awaited.add(gate.waitsFor());
      List<String> objects = objectsByGate.computeIfAbsent(gate.gate(), g -> new ArrayList<>());
      if (!objects.contains(gate.blocks())) {
        objects.add(gate.blocks());
      }
    }
    var held = new LinkedHashMap<List<String>, List<String>>();
    objectsByGate.forEach(
        (gate, objects) -> held.computeIfAbsent(objects, k -> new ArrayList<>()).add(gate));
    var followers = new TreeSet<String>(BY_KIND);
    closures.forEach(gate -> followers.add(gate.gate()));
    followers.removeAll(objectsByGate.keySet());
    return new Cause(
        key.errorClass(), key.since(), key.message(), awaited, held, followers, direct.getFirst());
  }
}
