package dev.plumbline.bench;

import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.engine.RuleSession;
import dev.plumbline.engine.RuleSet;
import dev.plumbline.engine.Settlement;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.Images.Ami;
import dev.plumbline.fact.Pools.NodePool;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.evrete.KnowledgeService;
import org.evrete.api.Knowledge;

/**
 * One way to decide: its name in the table, and what opens a session that has decided all of it.
 *
 * @param distinct whether its full evaluation is not that of another variant
 */
record PeerVariant(String name, boolean distinct, Supplier<Session> open) {

  /** What has decided, and decides again when a fact changes. */
  interface Session extends AutoCloseable {

    void changed(Ami image);

    void changed(NodePool pool);

    Set<InstanceTypeUsable> usable();

    @Override
    void close();
  }

  static PeerVariant rules(String name, RuleSet rules, List<Fact> facts) {
    return new PeerVariant(name, true, () -> new Settled(rules, facts));
  }

  static PeerVariant byHand(String name, UsableFacts facts, Conditions conditions, boolean scoped) {
    return new PeerVariant(name, !scoped, () -> new Joined(facts, conditions, scoped));
  }

  static PeerVariant evrete(KnowledgeService service, UsableFacts facts) {
    Knowledge rules = EvreteUsable.rules(service, facts);
    return new PeerVariant("Evrete, stateful session", true, () -> new Evaluated(rules, facts));
  }

  @Override
  public String toString() {
    return name;
  }

  private static final class Settled implements Session {

    private final RuleSession session;
    private Settlement settlement;

    Settled(RuleSet rules, List<Fact> facts) {
      session = rules.newSession();
      facts.forEach(session::put);
      settlement = session.settle();
    }

    @Override
    public void changed(Ami image) {
      put(image);
    }

    @Override
    public void changed(NodePool pool) {
      put(pool);
    }

    private void put(Fact fact) {
      session.put(fact);
      settlement = session.settle();
    }

    @Override
    public Set<InstanceTypeUsable> usable() {
      return new HashSet<>(UsableFacts.of(settlement.conclusions(), InstanceTypeUsable.class));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static final class Joined implements Session {

    private final ByHand decision;
    private final boolean scoped;

    Joined(UsableFacts facts, Conditions conditions, boolean scoped) {
      this.decision = new ByHand(facts, conditions);
      this.scoped = scoped;
      decision.decide();
    }

    @Override
    public void changed(Ami image) {
      if (scoped) {
        decision.changed(image);
      } else {
        decision.allAgain(image);
      }
    }

    @Override
    public void changed(NodePool pool) {
      if (scoped) {
        decision.changed(pool);
      } else {
        decision.allAgain(pool);
      }
    }

    @Override
    public Set<InstanceTypeUsable> usable() {
      return decision.usable();
    }

    @Override
    public void close() {
      // Nothing but memory.
    }
  }

  private static final class Evaluated implements Session {

    private final EvreteUsable session;

    Evaluated(Knowledge rules, UsableFacts facts) {
      session = new EvreteUsable(rules, facts);
    }

    @Override
    public void changed(Ami image) {
      session.changed(image);
    }

    @Override
    public void changed(NodePool pool) {
      session.changed(pool);
    }

    @Override
    public Set<InstanceTypeUsable> usable() {
      return session.usable();
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
