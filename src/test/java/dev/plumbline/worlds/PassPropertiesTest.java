package dev.plumbline.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conclusion.FindingConclusions.Finding;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.ImageConclusions.AmiInUse;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.NodeClassConclusions.NodeClassRefusal;
import dev.plumbline.conclusion.PoolConclusions.NodePoolObjection;
import dev.plumbline.fact.Cluster.ObjectFault;
import dev.plumbline.fact.Cluster.StatusCondition;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Gates.Gate;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.InstanceTypes.InstanceType;
import dev.plumbline.fact.NodeClasses.AmiSelectorTerm;
import dev.plumbline.fact.Pools.NodePool;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is broken, or was not judged, is never {@code pass}; every failure names its seed. */
class PassPropertiesTest {

  private static final int BROKEN = Integer.getInteger("worlds.broken", 200);

  /** What is done to a world so that a node class or a pool is broken in it. */
  private enum Damage {
    NO_IMAGES,
    NO_INSTANCE_TYPES,
    NO_TERMS,
    NO_NODE_CLASS,
    NODE_CLASS_NOT_READY,
    NOT_READY,
    UNREADABLE
  }

  @Test
  void whatHasAnythingAgainstItDoesNotPass() {
    for (SettledWorld world : SettledWorld.settled()) {
      for (String subject : passing(world.concluded(Finding.class))) {
        assertThat(against(world, subject)).as("seed %d, %s", world.seed(), subject).isEmpty();
      }
    }
  }

  @Test
  @Tag("long")
  void whatBreaksDoesNotPass() {
    Map<Damage, Integer> done = new EnumMap<>(Damage.class);
    int broken = 0;
    for (long seed = 0; broken < BROKEN || done.size() < Damage.values().length; seed++) {
      // Few of the worlds that aim at every rule have anything that passes, and hardly any a pool.
      List<Fact> facts = seed % 2 == 0 ? RandomWorld.random(seed) : LiveWorld.random(seed);
      try (var session = SettledWorld.RULES.newSession()) {
        facts.forEach(session::put);
        for (String subject : passing(session.settle().of(Finding.class))) {
          for (Damage damage : Damage.values()) {
            List<Fact> lost = lost(facts, subject, damage);
            Fact found = found(facts, subject, damage);
            if (!lost.isEmpty() || found != null) {
              // When
              lost.forEach(fact -> session.delete(fact.key()));
              if (found != null) {
                session.put(found);
              }
              List<String> passing = passing(session.settle().of(Finding.class));
              // Then
              assertThat(passing).as("seed %d, %s", seed, damage).doesNotContain(subject);
              done.merge(damage, 1, Integer::sum);
              broken++;
              lost.forEach(session::put);
              if (found != null) {
                session.delete(found.key());
                facts.stream().filter(it -> it.key().equals(found.key())).forEach(session::put);
              }
            }
          }
        }
      }
    }
    assertThat(done).hasSize(Damage.values().length);
  }

  private static List<String> passing(List<Finding> findings) {
    return findings.stream()
        .filter(it -> it.result().equals("pass"))
        .map(Finding::subject)
        .toList();
  }

  /** What a person would hold against it, found without the rules of findings. */
  private static List<Object> against(SettledWorld world, String subject) {
    NodePool pool = of(world.facts(), NodePool.class, subject);
    String nodeClass =
        pool == null ? subject.substring("EC2NodeClass/".length()) : pool.nodeClass();
    var against = new ArrayList<Object>();
    add(
        against,
        world.concluded(Finding.class),
        it -> it.subject().equals(subject) && !it.result().equals("pass"));
    add(against, world.concluded(NodeClassRefusal.class), it -> it.nodeClass().equals(nodeClass));
    add(against, world.concluded(AmiInUse.class), it -> it.nodeClass().equals(nodeClass));
    add(against, world.facts(ObjectFault.class), it -> it.object().equals(subject));
    add(
        against,
        world.facts(StatusCondition.class),
        it ->
            it.status().equals("False")
                && it.type().equals("Ready")
                && (it.kind() + "/" + it.name()).equals(subject));
    add(
        against,
        world.concluded(GateClosed.class),
        it ->
            !new Gate(it.gate()).action()
                && (it.blocks().equals(subject)
                    || it.blocks().equals("EC2NodeClass/" + nodeClass)));
    if (world.concluded(AmiResolved.class).stream()
        .noneMatch(it -> it.nodeClass().equals(nodeClass))) {
      against.add("no image");
    }
    if (pool != null) {
      boolean canary = pool.canaryOf() != null;
      add(
          against,
          world.concluded(NodePoolObjection.class),
          it -> it.nodePool().equals(pool.name()) && !canary);
      if (world.concluded(InstanceTypeUsable.class).stream()
          .noneMatch(it -> it.nodePool().equals(pool.name()))) {
        against.add("no usable type");
      }
    }
    return against;
  }

  private static <T> void add(List<Object> against, List<T> all, Predicate<T> some) {
    all.stream().filter(some).forEach(against::add);
  }

  private static <T extends Fact> @Nullable T of(List<Fact> facts, Class<T> type, String key) {
    return facts.stream()
        .filter(it -> it.key().equals(key))
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElse(null);
  }

  /** What a damage takes away. */
  private static List<Fact> lost(List<Fact> facts, String subject, Damage damage) {
    NodePool pool = of(facts, NodePool.class, subject);
    String nodeClass =
        pool == null ? subject.substring("EC2NodeClass/".length()) : pool.nodeClass();
    Predicate<Fact> lost =
        switch (damage) {
          case NO_IMAGES -> Ami.class::isInstance;
          case NO_INSTANCE_TYPES -> it -> pool != null && it instanceof InstanceType;
          case NO_TERMS ->
              it -> it instanceof AmiSelectorTerm term && term.nodeClass().equals(nodeClass);
          case NO_NODE_CLASS -> it -> pool != null && it.key().equals("EC2NodeClass/" + nodeClass);
          default -> it -> false;
        };
    return facts.stream().filter(lost).toList();
  }

  /** What a damage adds; null when nothing. */
  private static @Nullable Fact found(List<Fact> facts, String subject, Damage damage) {
    NodePool pool = of(facts, NodePool.class, subject);
    String nodeClass =
        pool == null ? subject.substring("EC2NodeClass/".length()) : pool.nodeClass();
    return switch (damage) {
      case NODE_CLASS_NOT_READY -> notReady("EC2NodeClass", nodeClass);
      case NOT_READY -> pool == null ? null : notReady("NodePool", pool.name());
      case UNREADABLE -> new ObjectFault("cluster", subject, "spec.template is no object");
      default -> null;
    };
  }

  private static StatusCondition notReady(String kind, String name) {
    return new StatusCondition(kind, name, "Ready", "False", "UnhealthyDependents", "", null);
  }
}
