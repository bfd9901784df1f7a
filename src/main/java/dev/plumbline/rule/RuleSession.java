package dev.plumbline.rule;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.drools.core.common.InternalFactHandle;
import org.drools.tms.LogicalDependency;
import org.drools.tms.SimpleMode;
import org.drools.tms.TruthMaintenanceSystemEqualityKey;
import org.jspecify.annotations.Nullable;
import org.kie.api.event.rule.AfterMatchFiredEvent;
import org.kie.api.event.rule.DefaultAgendaEventListener;
import org.kie.api.event.rule.ObjectDeletedEvent;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.event.rule.ObjectUpdatedEvent;
import org.kie.api.event.rule.RuleRuntimeEventListener;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.runtime.rule.Match;

/**
 * Facts and what the rules conclude from them, kept up to date change by change. One thread at a
 * time; what {@link #settle} returns may be read by any.
 */
public final class RuleSession implements AutoCloseable {

  private final RuleSet rules;
  private final KieSession session;
  private final Map<String, Known> known = new HashMap<>();
  private final Changes changes = new Changes();
  private Settlement last = new Settlement(new TreeMap<>());

  private record Known(Fact fact, FactHandle handle) {}

  RuleSession(RuleSet rules, KieSession session) {
    this.rules = rules;
    this.session = session;
    session.addEventListener((RuleRuntimeEventListener) changes);
    session.addEventListener(changes.matches());
  }

  /** The rules that conclude here. */
  public RuleSet rules() {
    return rules;
  }

  /** Inserts a fact, or updates the one with the same key. Returns whether anything changed. */
  public boolean put(Fact fact) {
    String key = fact.key();
    Known before = known.get(key);
    if (before == null) {
      known.put(key, new Known(fact, session.insert(fact)));
      return true;
    }
    if (before.fact().equals(fact)) {
      return false;
    }
    session.update(before.handle(), fact);
    known.put(key, new Known(fact, before.handle()));
    return true;
  }

  /** Deletes the fact with this key. Returns whether there was one. */
  public boolean delete(String key) {
    Known before = known.remove(key);
    if (before == null) {
      return false;
    }
    session.delete(before.handle());
    return true;
  }

  /**
   * States a conclusion that other rules are taken to have drawn, as scenarios do. It is not among
   * what {@link #settle} returns.
   */
  public void assume(Conclusion conclusion) {
    session.insert(conclusion);
  }

  /** The fact with this key; null when there is none. */
  public @Nullable Fact fact(String key) {
    Known fact = known.get(key);
    return fact == null ? null : fact.fact();
  }

  /** How many facts there are. */
  public int size() {
    return known.size();
  }

  /** Fires until quiet and returns all that now follows. */
  public Settlement settle() {
    session.fireAllRules();
    last = changes.applyTo(last);
    return last;
  }

  @Override
  public void close() {
    session.dispose();
  }

  /**
   * What has happened to conclusions since the last settlement. The engine tells of conclusions
   * that appear and vanish, but not of a second rule that comes to support one, nor of a support
   * that goes while another stays: the first is seen in the match that fired, for the second every
   * conclusion with more than one derivation is read again.
   */
  private final class Changes implements RuleRuntimeEventListener {

    private final Map<Conclusion, InternalFactHandle> handles = new HashMap<>();
    private final Set<Conclusion> touched = new HashSet<>();
    private final Set<Conclusion> supportedTwice = new HashSet<>();

    @Override
    public void objectInserted(ObjectInsertedEvent event) {
      // What no rule inserted was assumed.
      if (event.getRule() != null && event.getObject() instanceof Conclusion conclusion) {
        handles.put(conclusion, (InternalFactHandle) event.getFactHandle());
        touched.add(conclusion);
      }
    }

    @Override
    public void objectUpdated(ObjectUpdatedEvent event) {
      // Facts are updated by us, conclusions never.
    }

    @Override
    public void objectDeleted(ObjectDeletedEvent event) {
      if (event.getOldObject() instanceof Conclusion conclusion) {
        handles.remove(conclusion);
        supportedTwice.remove(conclusion);
        touched.add(conclusion);
      }
    }

    DefaultAgendaEventListener matches() {
      return new DefaultAgendaEventListener() {
        @Override
        public void afterMatchFired(AfterMatchFiredEvent event) {
          touch(event.getMatch());
        }
      };
    }

    private void touch(Match match) {
      if (!(match
              instanceof
              org.drools.tms.agenda.TruthMaintenanceSystemRuleTerminalNodeLeftTuple tuple)
          || tuple.getLogicalDependencies() == null) {
        return;
      }
      LogicalDependency<?> dependency =
          (LogicalDependency<?>) tuple.getLogicalDependencies().getFirst();
      for (; dependency != null; dependency = (LogicalDependency<?>) dependency.getNext()) {
        if (dependency.getObject() instanceof Conclusion conclusion) {
          touched.add(conclusion);
        }
      }
    }

    Settlement applyTo(Settlement before) {
      touched.addAll(supportedTwice);
      if (touched.isEmpty()) {
        return before;
      }
      var byType = new HashMap<Class<?>, List<Conclusion>>();
      for (Conclusion conclusion : touched) {
        byType.computeIfAbsent(conclusion.getClass(), type -> new ArrayList<>()).add(conclusion);
      }
      touched.clear();
      var merged = new TreeMap<>(before.byType());
      byType.forEach(
          (type, conclusions) -> {
            RecordType record = Objects.requireNonNull(ConclusionTypes.of(type));
            List<Settlement.Concluded> list =
                merge(merged.getOrDefault(record.name(), List.of()), conclusions, record.order());
            if (list.isEmpty()) {
              merged.remove(record.name());
            } else {
              merged.put(record.name(), list);
            }
          });
      return new Settlement(merged);
    }

    /**
     * The sorted list with every touched conclusion as it now is: there with its derivations, or
     * gone.
     */
    private List<Settlement.Concluded> merge(
        List<Settlement.Concluded> before, List<Conclusion> changed, Comparator<Object> order) {
      changed.sort(order);
      var after = new ArrayList<Settlement.Concluded>(before.size() + changed.size());
      int next = 0;
      for (Conclusion conclusion : changed) {
        int found = find(before, next, conclusion, order);
        int until = found < 0 ? -found - 1 : found;
        after.addAll(before.subList(next, until));
        next = found < 0 ? until : until + 1;
        InternalFactHandle handle = handles.get(conclusion);
        if (handle != null) {
          after.add(new Settlement.Concluded(conclusion, derivations(conclusion, handle)));
        }
      }
      after.addAll(before.subList(next, before.size()));
      return java.util.Collections.unmodifiableList(after);
    }

    /**
     * Where a conclusion stands from {@code from} on, or where it belongs, as binary search has it.
     */
    private static int find(
        List<Settlement.Concluded> list, int from, Conclusion wanted, Comparator<Object> order) {
      int low = from;
      int step = 1;
      int high = from;
      while (high < list.size() && order.compare(list.get(high).conclusion(), wanted) < 0) {
        low = high + 1;
        high += step;
        step *= 2;
      }
      high = Math.min(high, list.size() - 1);
      while (low <= high) {
        int middle = (low + high) >>> 1;
        int compared = order.compare(list.get(middle).conclusion(), wanted);
        if (compared == 0) {
          return middle;
        }
        if (compared < 0) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      return -low - 1;
    }

    private List<Derivation> derivations(Conclusion conclusion, InternalFactHandle handle) {
      var derivations = new ArrayList<Derivation>(1);
      var belief = ((TruthMaintenanceSystemEqualityKey) handle.getEqualityKey()).getBeliefSet();
      for (var mode = (SimpleMode) belief.getFirst(); mode != null; mode = mode.getNext()) {
        Match match = (Match) mode.getObject().getJustifier();
        derivations.add(Derivation.of(rules.rule(match.getRule().getName()), match.getObjects()));
      }
      if (derivations.size() > 1) {
        derivations.sort(Derivation.ORDER);
        supportedTwice.add(conclusion);
      } else {
        supportedTwice.remove(conclusion);
      }
      return List.copyOf(derivations);
    }
  }
}
