package dev.plumbline.record;

import dev.plumbline.action.LiveObjects;
import dev.plumbline.action.plan.ClusterPlanner;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Cluster.EvaluationTime;
import dev.plumbline.fact.Fact;
import dev.plumbline.loop.HostSnapshot;
import dev.plumbline.worlds.RandomWorld;
import dev.plumbline.worlds.WrittenObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A world that changes in random steps, and what the loop would publish of it. */
final class ChangingWorld implements AutoCloseable {

  private static final Instant START = Instant.parse("2026-11-20T00:00:00Z");

  private final SplittableRandom random;
  private final List<Fact> others = new ArrayList<>();
  private final Map<String, Map<String, Fact>> byType = new TreeMap<>();
  private final Set<String> stale = new HashSet<>();
  private SortedMap<String, List<Fact>> lists = new TreeMap<>();
  private RuleSet rules;
  private RuleSession session;
  private Settlement settlement = Settlement.NONE;
  private @Nullable LiveObjects always;

  /** The objects that the facts are of; null when one of these facts has changed. */
  private @Nullable LiveObjects written;

  private long sequence;

  /** A world of this seed, judged by {@code rules}, and changed towards others. */
  ChangingWorld(RuleSet rules, long seed) {
    this.rules = rules;
    this.random = new SplittableRandom(seed);
    this.session = rules.newSession();
    for (long each = seed; each < seed + 5; each++) {
      others.addAll(RandomWorld.random(each));
    }
    RandomWorld.random(seed).forEach(this::put);
  }

  /** A world that changes only as it is told to. */
  ChangingWorld(RuleSet rules, List<Fact> facts) {
    this.rules = rules;
    this.random = new SplittableRandom(0);
    this.session = rules.newSession();
    facts.forEach(this::put);
  }

  /** The same, in which these objects are there. */
  ChangingWorld with(LiveObjects live) {
    always = live;
    written = live;
    return this;
  }

  /** A fact comes, or changes. */
  void put(Fact fact) {
    session.put(fact);
    String type = fact.getClass().getSimpleName();
    byType.computeIfAbsent(type, name -> new TreeMap<>()).put(fact.key(), fact);
    changed(fact, type);
  }

  /** A fact goes. */
  void remove(Fact fact) {
    session.delete(fact.key());
    String type = fact.getClass().getSimpleName();
    byType.getOrDefault(type, new TreeMap<>()).remove(fact.key());
    changed(fact, type);
  }

  private void changed(Fact fact, String type) {
    stale.add(type);
    written = WrittenObjects.object(fact) == null ? written : null;
  }

  private void list(String type) {
    List<Fact> list = List.copyOf(byType.getOrDefault(type, Map.of()).values());
    if (list.isEmpty()) {
      lists.remove(type);
    } else {
      lists.put(type, list);
    }
  }

  /** Other rules judge from here on. */
  void rules(RuleSet next) {
    rules = next;
    session.close();
    session = next.newSession();
    byType.values().forEach(facts -> facts.values().forEach(session::put));
  }

  /** Some facts come, go or change, and it settles. */
  HostSnapshot step() {
    if (random.nextInt(4) == 0) {
      put(new EvaluationTime(START.plusSeconds(sequence * 10)));
    } else {
      for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
        Fact fact = others.get(random.nextInt(others.size()));
        if (random.nextInt(4) == 0) {
          remove(fact);
        } else {
          put(fact);
        }
      }
    }
    return settle();
  }

  /** What the loop would publish now. */
  HostSnapshot settle() {
    settlement = session.settle();
    lists = new TreeMap<>(lists);
    stale.forEach(this::list);
    stale.clear();
    sequence++;
    List<Fact> time = lists.getOrDefault("EvaluationTime", List.of());
    if (written == null) {
      List<Fact> facts = lists.values().stream().flatMap(List::stream).toList();
      written = always == null ? new WrittenObjects(facts).live() : always;
    }
    LiveObjects objects =
        written.at(time.isEmpty() ? null : ((EvaluationTime) time.getFirst()).instant());
    return new HostSnapshot(
        sequence,
        START.plusSeconds(sequence * 10),
        lists,
        objects,
        rules,
        settlement,
        new ClusterPlanner().plan(settlement, objects),
        List.of(),
        Map.of(),
        true);
  }

  @Override
  public void close() {
    session.close();
  }
}
