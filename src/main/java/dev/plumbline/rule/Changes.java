package dev.plumbline.rule;

import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.ConclusionTypes;
import dev.plumbline.fact.Fact;
import dev.plumbline.fact.RecordType;
import dev.plumbline.rule.Settlement.Concluded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.reteoo.TupleImpl;
import org.drools.tms.LogicalDependency;
import org.drools.tms.SimpleMode;
import org.drools.tms.TruthMaintenanceSystemEqualityKey;
import org.drools.tms.agenda.TruthMaintenanceSystemRuleTerminalNodeLeftTuple;
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
 * What has happened to conclusions since the last settlement. The engine tells of conclusions that
 * appear and vanish, but not of a second rule that comes to support one, nor of a support that goes
 * while another stays: the first is seen in the match that fired, for the second every conclusion
 * with more than one derivation is read again.
 */
final class Changes implements RuleRuntimeEventListener {

  private final RuleSet rules;
  private final Map<Conclusion, InternalFactHandle> handles = new HashMap<>();
  private final Set<Conclusion> touched = new LinkedHashSet<>();
  private final Set<Conclusion> supportedTwice = new HashSet<>();

  Changes(RuleSet rules) {
    this.rules = rules;
  }

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
    if (!(match instanceof TruthMaintenanceSystemRuleTerminalNodeLeftTuple tuple)
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
          List<Concluded> list =
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
  private List<Concluded> merge(
      List<Concluded> before, List<Conclusion> changed, Comparator<Object> order) {
    changed.sort(order);
    var after = new ArrayList<Concluded>(before.size() + changed.size());
    int next = 0;
    for (Conclusion conclusion : changed) {
      int place = place(before, next, conclusion, order);
      after.addAll(before.subList(next, place));
      next = place;
      if (next < before.size() && order.compare(before.get(next).conclusion(), conclusion) == 0) {
        next++;
      }
      InternalFactHandle handle = handles.get(conclusion);
      if (handle != null) {
        after.add(new Concluded(conclusion, derivations(conclusion, handle)));
      }
    }
    after.addAll(before.subList(next, before.size()));
    return Collections.unmodifiableList(after);
  }

  /**
   * The first place from {@code from} on whose conclusion does not stand before {@code wanted};
   * near ones are found first, since what changes together stands together.
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

  private List<Derivation> derivations(Conclusion conclusion, InternalFactHandle handle) {
    var derivations = new ArrayList<Derivation>(1);
    var belief = ((TruthMaintenanceSystemEqualityKey) handle.getEqualityKey()).getBeliefSet();
    for (var mode = (SimpleMode) belief.getFirst(); mode != null; mode = mode.getNext()) {
      var match = mode.getObject().getJustifier();
      derivations.add(
          new Derivation(rules.rule(match.getRule().getName()), premises((TupleImpl) match)));
    }
    if (derivations.size() > 1) {
      derivations.sort(Derivation.ORDER);
      supportedTwice.add(conclusion);
    } else {
      supportedTwice.remove(conclusion);
    }
    return List.copyOf(derivations);
  }

  private static List<Object> premises(TupleImpl match) {
    int count = 0;
    for (TupleImpl tuple = match; tuple != null; tuple = tuple.getParent()) {
      count += premise(tuple) == null ? 0 : 1;
    }
    Object[] premises = new Object[count];
    for (TupleImpl tuple = match; tuple != null; tuple = tuple.getParent()) {
      Object premise = premise(tuple);
      if (premise != null) {
        premises[--count] = premise;
      }
    }
    return Arrays.asList(premises);
  }

  private static @Nullable Object premise(TupleImpl tuple) {
    FactHandle handle = tuple.getFactHandle();
    Object object = handle == null ? null : handle.getObject();
    return object instanceof Fact || object instanceof Conclusion ? object : null;
  }
}
