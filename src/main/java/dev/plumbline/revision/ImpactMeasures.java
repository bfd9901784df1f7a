package dev.plumbline.revision;

import dev.plumbline.action.Action;
import dev.plumbline.action.Change;
import dev.plumbline.conclusion.Conclusion;
import dev.plumbline.conclusion.GateConclusions.GateClosed;
import dev.plumbline.conclusion.ImageConclusions.AmiEligible;
import dev.plumbline.conclusion.ImageConclusions.AmiResolved;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeAmi;
import dev.plumbline.conclusion.InstanceTypeConclusions.InstanceTypeUsable;
import dev.plumbline.conclusion.Objection;
import dev.plumbline.conclusion.PoolConclusions.NodePoolOrder;
import dev.plumbline.conclusion.PoolConclusions.NodePoolWeight;
import dev.plumbline.conclusion.RolloutConclusions.NodeClaimDrifted;
import dev.plumbline.engine.ConclusionIdentity;
import dev.plumbline.engine.Settlement;
import dev.plumbline.engine.TypeDifference;
import dev.plumbline.fact.ImpactMeasure;
import dev.plumbline.fact.ObjectKind;
import dev.plumbline.fact.Revisions.RevisionImpact;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The impact of a difference in numbers that limits apply to. Only measures that differ are
 * reported, and the number of conclusions.
 */
final class ImpactMeasures {

  private static final String CLUSTER = RevisionImpact.CLUSTER;

  private final Settlement before;
  private final Settlement after;
  private final Map<String, TypeDifference> types;
  private final List<RevisionImpact> impacts = new ArrayList<>();

  private ImpactMeasures(Settlement before, Settlement after, Map<String, TypeDifference> types) {
    this.before = before;
    this.after = after;
    this.types = types;
  }

  /** All of them, for a revision without a digest. */
  static List<RevisionImpact> of(
      Settlement before,
      Settlement after,
      SortedMap<String, TypeDifference> types,
      RevisionDifference.ActionDifference actions,
      int claims) {
    var measures = new ImpactMeasures(before, after, types);
    measures.conclusions();
    measures.images();
    measures.instanceTypes();
    measures.nodes(claims);
    measures.objections();
    measures.gates();
    measures.actions(actions);
    return List.copyOf(measures.impacts);
  }

  private void conclusions() {
    long all = RevisionDifference.counted(before);
    impacts.add(
        new RevisionImpact(
            "", ImpactMeasure.CONCLUSIONS.wire(), CLUSTER, all, RevisionDifference.counted(after)));
    for (TypeDifference type : types.values()) {
      if (type.lost() > 0) {
        List<Conclusion> gone = new ArrayList<>(type.removed());
        type.changed().stream()
            .filter(each -> !each.words())
            .forEach(each -> gone.add(each.before()));
        lost(
            ImpactMeasure.CONCLUSIONS_LOST,
            type.type(),
            type.before(),
            gone.size(),
            examples(gone, each -> ConclusionIdentity.of(each).about(each)));
      }
    }
  }

  private void images() {
    TypeDifference eligible = types.get(AmiEligible.class.getSimpleName());
    if (eligible != null) {
      Function<Conclusion, String> name =
          each ->
              each instanceof AmiEligible it ? it.ami() + " of EC2NodeClass/" + it.nodeClass() : "";
      int count = eligible.before();
      lost(
          ImpactMeasure.ELIGIBLE_AMIS_LOST,
          CLUSTER,
          count,
          eligible.removed().size(),
          examples(eligible.removed(), name));
      gained(
          ImpactMeasure.ELIGIBLE_AMIS_GAINED,
          CLUSTER,
          count,
          eligible.added().size(),
          examples(eligible.added(), name));
    }
    without(
        ImpactMeasure.NODE_CLASSES_WITHOUT_AMI,
        names(before.of(AmiResolved.class), AmiResolved::nodeClass, ObjectKind.EC2_NODE_CLASS::key),
        names(after.of(AmiResolved.class), AmiResolved::nodeClass, ObjectKind.EC2_NODE_CLASS::key));
    TypeDifference mapping = types.get(InstanceTypeAmi.class.getSimpleName());
    if (mapping != null && !mapping.changed().isEmpty()) {
      var moved = new TreeSet<String>();
      for (TypeDifference.Changed each : mapping.changed()) {
        if (each.before() instanceof InstanceTypeAmi it) {
          moved.add(ObjectKind.EC2_NODE_CLASS.key(it.nodeClass()));
        }
      }
      int all =
          names(
                  before.of(InstanceTypeAmi.class),
                  InstanceTypeAmi::nodeClass,
                  UnaryOperator.identity())
              .size();
      lost(ImpactMeasure.NODE_CLASSES_MOVED, CLUSTER, all, moved.size(), moved);
    }
  }

  private void instanceTypes() {
    TypeDifference usable = types.get(InstanceTypeUsable.class.getSimpleName());
    if (usable == null) {
      return;
    }
    Function<Conclusion, String> name =
        each ->
            each instanceof InstanceTypeUsable it
                ? it.instanceType() + " of NodePool/" + it.nodePool()
                : "";
    lost(
        ImpactMeasure.USABLE_TYPES_LOST,
        CLUSTER,
        usable.before(),
        usable.removed().size(),
        examples(usable.removed(), name));
    gained(
        ImpactMeasure.USABLE_TYPES_GAINED,
        CLUSTER,
        usable.before(),
        usable.added().size(),
        examples(usable.added(), name));
    without(
        ImpactMeasure.NODE_POOLS_WITHOUT_TYPE,
        names(
            before.of(InstanceTypeUsable.class),
            InstanceTypeUsable::nodePool,
            ObjectKind.NODE_POOL::key),
        names(
            after.of(InstanceTypeUsable.class),
            InstanceTypeUsable::nodePool,
            ObjectKind.NODE_POOL::key));
  }

  private void nodes(int claims) {
    var drifting =
        names(
            after.of(NodeClaimDrifted.class),
            NodeClaimDrifted::nodeClaim,
            ObjectKind.NODE_CLAIM::key);
    drifting.removeAll(
        names(
            before.of(NodeClaimDrifted.class),
            NodeClaimDrifted::nodeClaim,
            ObjectKind.NODE_CLAIM::key));
    lost(ImpactMeasure.NODES_DRIFTING, CLUSTER, claims, drifting.size(), drifting);
    order();
  }

  private void order() {
    TreeSet<String> moved = PoolOrder.moved(before, after);
    lost(ImpactMeasure.NODE_POOLS_REORDERED, CLUSTER, PoolOrder.pools(before), moved.size(), moved);
  }

  /** An objection of one rule for that of another lifts nothing: what counts is the subject. */
  private void objections() {
    types.forEach(
        (name, type) -> {
          if (!type.removed().isEmpty() && type.removed().getFirst() instanceof Objection) {
            TreeSet<String> held = subjects(before, type);
            var free = new TreeSet<>(held);
            free.removeAll(subjects(after, type));
            lost(ImpactMeasure.OBJECTIONS_LIFTED, name, held.size(), free.size(), free);
          }
        });
  }

  private void gates() {
    Function<GateClosed, String> name = it -> it.gate() + " of " + it.blocks();
    TreeSet<String> now = names(before.of(GateClosed.class), name, UnaryOperator.identity());
    TreeSet<String> then = names(after.of(GateClosed.class), name, UnaryOperator.identity());
    without(ImpactMeasure.GATES_OPENING, now, then);
    var closing = new TreeSet<>(then);
    closing.removeAll(now);
    gained(ImpactMeasure.GATES_CLOSING, CLUSTER, now.size(), closing.size(), closing);
  }

  private void actions(RevisionDifference.ActionDifference actions) {
    var due = new TreeMap<String, TreeSet<String>>();
    var deleted = new TreeSet<String>();
    for (Action action : actions.newlyDue()) {
      String object = action.object().key();
      due.computeIfAbsent(action.kind().wire(), kind -> new TreeSet<>()).add(object);
      if (action.change() instanceof Change.Delete) {
        deleted.add(object);
      }
    }
    List<Action> now = actions.before().actions().stream().filter(Action::due).toList();
    due.forEach(
        (kind, objects) ->
            gained(
                ImpactMeasure.ACTIONS_DUE,
                kind,
                now.stream().filter(action -> action.kind().wire().equals(kind)).count(),
                objects.size(),
                objects));
    long deleting = now.stream().filter(a -> a.change() instanceof Change.Delete).count();
    gained(ImpactMeasure.DELETIONS_DUE, CLUSTER, deleting, deleted.size(), deleted);
  }

  private void without(ImpactMeasure measure, TreeSet<String> now, TreeSet<String> then) {
    var gone = new TreeSet<>(now);
    gone.removeAll(then);
    lost(measure, CLUSTER, now.size(), gone.size(), gone);
  }

  private void lost(
      ImpactMeasure measure, String subject, long all, int lost, Collection<String> examples) {
    if (lost > 0) {
      impacts.add(new RevisionImpact("", measure.wire(), subject, all, all - lost, some(examples)));
    }
  }

  private void gained(
      ImpactMeasure measure, String subject, long all, int gained, Collection<String> examples) {
    if (gained > 0) {
      impacts.add(
          new RevisionImpact("", measure.wire(), subject, all, all + gained, some(examples)));
    }
  }

  private static Values some(Collection<String> examples) {
    return Values.of(examples.stream().limit(RevisionImpact.EXAMPLES).toList());
  }

  private static List<String> examples(
      List<Conclusion> conclusions, Function<Conclusion, String> name) {
    return conclusions.stream().limit(RevisionImpact.EXAMPLES).map(name).toList();
  }

  private static <T> TreeSet<String> names(
      List<T> conclusions, Function<T, String> name, UnaryOperator<String> key) {
    var names = new TreeSet<String>();
    String last = null;
    for (T each : conclusions) {
      String next = name.apply(each);
      if (!next.equals(last)) {
        names.add(key.apply(next));
      }
      last = next;
    }
    return names;
  }

  private static TreeSet<String> subjects(Settlement settlement, TypeDifference type) {
    Class<? extends Conclusion> of = type.removed().getFirst().getClass();
    ConclusionIdentity identity = ConclusionIdentity.of(type.removed().getFirst());
    var subjects = new TreeSet<String>();
    settlement.of(of).forEach(each -> subjects.add(identity.about(each)));
    return subjects;
  }

  /**
   * The order in which Karpenter tries pools, and that of the weights which they would be given.
   */
  static final class PoolOrder {

    private PoolOrder() {}

    static int pools(Settlement settlement) {
      return Math.max(places(settlement).size(), ranks(settlement).size());
    }

    /** The pools that come at another place, by either order. */
    static TreeSet<String> moved(Settlement before, Settlement after) {
      var moved = new TreeSet<String>();
      compare(places(before), places(after), moved);
      compare(ranks(before), ranks(after), moved);
      return moved;
    }

    private static void compare(
        Map<String, Integer> before, Map<String, Integer> after, TreeSet<String> moved) {
      before.forEach(
          (pool, place) -> {
            Integer now = after.get(pool);
            if (now != null && !now.equals(place)) {
              moved.add(ObjectKind.NODE_POOL.key(pool));
            }
          });
    }

    private static Map<String, Integer> places(Settlement settlement) {
      var places = new TreeMap<String, Integer>();
      settlement.of(NodePoolOrder.class).forEach(it -> places.put(it.nodePool(), it.position()));
      return places;
    }

    private static Map<String, Integer> ranks(Settlement settlement) {
      List<NodePoolWeight> weights = settlement.of(NodePoolWeight.class);
      var ranks = new TreeMap<String, Integer>();
      for (NodePoolWeight each : weights) {
        long greater = weights.stream().filter(it -> it.weight() > each.weight()).count();
        ranks.put(each.nodePool(), (int) greater);
      }
      return ranks;
    }
  }
}
