package dev.plumbline.why;

import dev.plumbline.fact.Fact;
import dev.plumbline.fact.FactTypes;
import dev.plumbline.fact.Nodes.NodeClaim;
import dev.plumbline.fact.Policy.Parameter;
import dev.plumbline.fact.Policy.Waiver;
import dev.plumbline.fact.Pools.NodePool;
import dev.plumbline.fact.RecordType;
import dev.plumbline.fact.RecordType.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a goal names, with the pool and the node class that belong to it. */
final class Nearby {

  private final Set<String> names;

  Nearby(Goal goal, World world) {
    var all = new LinkedHashSet<String>();
    for (String value : goal.fields().values()) {
      all.add(value);
      // Kind/name, as some conclusions name an object.
      all.add(value.substring(value.indexOf('/') + 1));
    }
    for (String name : List.copyOf(all)) {
      if (world.fact(RecordType.key(NodeClaim.class, name)) instanceof NodeClaim claim) {
        all.add(claim.nodePool());
      }
    }
    for (String name : List.copyOf(all)) {
      if (world.fact(RecordType.key(NodePool.class, name)) instanceof NodePool pool) {
        all.add(pool.nodeClass());
      }
    }
    all.remove("");
    this.names = all;
  }

  Set<String> names() {
    return names;
  }

  /** Whether a change is one of the policy, of an object that is named, or of a part of one. */
  boolean concerns(FactChange change) {
    Fact fact = one(change);
    if (fact instanceof Parameter || fact instanceof Waiver) {
      return true;
    }
    if (fact instanceof NodePool pool) {
      // Of its node class there are others, too.
      return names.contains(pool.name());
    }
    for (Property each : type(fact).components()) {
      if (each.type() == String.class
          && each.reader().apply(fact) instanceof String text
          && names.contains(text)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same changes, of each kind first one of every field, then a second one and so on: a field
   * with many values that might do does not hold up the others.
   */
  List<FactChange> inTurn(List<FactChange> changes) {
    Map<FactChange.Kind, Map<String, List<FactChange>>> byKind = new TreeMap<>();
    for (FactChange each : changes) {
      byKind
          .computeIfAbsent(each.kind(), kind -> new LinkedHashMap<>())
          .computeIfAbsent(field(each), field -> new ArrayList<>())
          .add(each);
    }
    var ordered = new ArrayList<FactChange>(changes.size());
    for (Map<String, List<FactChange>> fields : byKind.values()) {
      int most = fields.values().stream().mapToInt(List::size).max().orElse(0);
      for (int i = 0; i < most; i++) {
        for (List<FactChange> field : fields.values()) {
          if (i < field.size()) {
            ordered.add(field.get(i));
          }
        }
      }
    }
    return ordered;
  }

  private static String field(FactChange change) {
    var field = new StringBuilder(change.key());
    Fact before = change.before();
    Fact after = change.after();
    if (before != null && after != null) {
      for (Property each : type(before).components()) {
        if (!Objects.equals(each.reader().apply(before), each.reader().apply(after))) {
          field.append(' ').append(each.name());
        }
      }
    }
    return field.toString();
  }

  private static Fact one(FactChange change) {
    @Nullable Fact fact = change.before() == null ? change.after() : change.before();
    return Objects.requireNonNull(fact);
  }

  private static RecordType type(Fact fact) {
    return Objects.requireNonNull(FactTypes.of(fact.getClass()));
  }
}
