package dev.plumbline.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.drools.base.reteoo.NodeTypeEnums;
import org.drools.base.rule.Accumulate;
import org.drools.base.rule.constraint.AlphaNodeFieldConstraint;
import org.drools.base.util.index.ConstraintTypeOperator;
import org.drools.core.RuleBaseConfiguration;
import org.drools.core.common.BetaConstraints;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.common.InternalWorkingMemory;
import org.drools.core.common.Memory;
import org.drools.core.common.PhreakPropagationContext;
import org.drools.core.common.PropagationContext;
import org.drools.core.common.ReteEvaluator;
import org.drools.core.common.TupleSets;
import org.drools.core.phreak.PhreakAccumulateNode;
import org.drools.core.phreak.PhreakExistsNode;
import org.drools.core.phreak.PhreakJoinNode;
import org.drools.core.phreak.PhreakNetworkNodeFactoryImpl;
import org.drools.core.phreak.PhreakNotNode;
import org.drools.core.reteoo.AccumulateNode;
import org.drools.core.reteoo.AccumulateNode.AccumulateMemory;
import org.drools.core.reteoo.AccumulateRight;
import org.drools.core.reteoo.AlphaNode;
import org.drools.core.reteoo.BetaMemory;
import org.drools.core.reteoo.BetaNode;
import org.drools.core.reteoo.CoreComponentFactory.DroolsCoreComponentFactory;
import org.drools.core.reteoo.ExistsNode;
import org.drools.core.reteoo.ExistsRight;
import org.drools.core.reteoo.JoinNode;
import org.drools.core.reteoo.JoinRightAdapterNode;
import org.drools.core.reteoo.LeftTupleSink;
import org.drools.core.reteoo.LeftTupleSource;
import org.drools.core.reteoo.NotNode;
import org.drools.core.reteoo.NotRight;
import org.drools.core.reteoo.ObjectSource;
import org.drools.core.reteoo.RightInputAdapterNode;
import org.drools.core.reteoo.RightTuple;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.reteoo.builder.BuildContext;
import org.drools.core.reteoo.builder.NodeFactory;
import org.drools.core.reteoo.builder.PhreakNodeFactory;
import org.drools.core.util.index.IndexSpec;
import org.jspecify.annotations.Nullable;

/**
 * What the class of this name in {@code src/main/java} does, for Drools 10.2, where what a
 * condition takes from the right is a node of its own. It takes the other's place when the build
 * moves there; until then {@code NewestEngineTest} compiles it.
 */
final class RightInputs {

  /** Counters of a memory that waits for a match: before and after it has linked its rule. */
  private static final int WAITS = Integer.MIN_VALUE;

  private static final int WAITS_LINKED = WAITS + 1;

  /**
   * That an object was inserted, as its tuples remember it. The engine makes one for each object,
   * to know by which rule, which only rules that do not fire for themselves need: there are none.
   */
  static final PropagationContext INSERTED =
      new PhreakPropagationContext(0, PropagationContext.Type.INSERTION, null, null, null);

  private RightInputs() {}

  private static Memory waiting(BetaNode node, Memory memory) {
    // One that any object contradicts unlinks its rule with the first object.
    boolean unlinks = node instanceof NotNode not && not.isEmptyBetaConstraints();
    boolean groups = node instanceof AccumulateNode all && all.getAccumulate().isGroupBy();
    ObjectSource source = unfiltered(node.getRightInput().getParent());
    if (source.getType() == NodeTypeEnums.ObjectTypeNode && !unlinks && !groups) {
      BetaMemory<?> beta =
          memory instanceof AccumulateMemory all ? all.getBetaMemory() : (BetaMemory<?>) memory;
      beta.setCounter(WAITS);
    }
    return memory;
  }

  private static ObjectSource unfiltered(ObjectSource source) {
    ObjectSource from = source;
    while (from instanceof AlphaNode filter) {
      from = (ObjectSource) filter.getParent();
    }
    return from;
  }

  private static boolean passes(
      ObjectSource source, InternalFactHandle handle, ReteEvaluator evaluator) {
    return !(source instanceof AlphaNode filter)
        || passes((ObjectSource) filter.getParent(), handle, evaluator)
            && filter.getConstraint().isAllowed(handle, evaluator);
  }

  private static boolean isWaiting(BetaMemory<?> memory) {
    return memory.getCounter() <= WAITS_LINKED;
  }

  /**
   * Whether a condition does not take an object, since nothing could be joined with it. The first
   * object links a rule that needs one; when the last one is deleted it stays linked, so that the
   * engine evaluates it without a result.
   */
  private static boolean waits(BetaNode node, ReteEvaluator evaluator) {
    BetaMemory<?> memory = BetaNode.getBetaMemory(node, evaluator);
    boolean needed = node instanceof JoinNode || node instanceof ExistsNode;
    if (needed && memory.getCounter() == WAITS) {
      memory.setCounter(WAITS_LINKED);
      memory.linkNode(node, evaluator);
      memory.setNodeCleanWithoutNotify();
    }
    return isWaiting(memory);
  }

  /**
   * Takes all objects of the type that pass the filters, in the order in which they came. None is
   * still on its way: the engine looks for matches only after it has passed on what was inserted.
   */
  private static void take(
      BetaNode node, BetaMemory<?> memory, TupleSets matches, ReteEvaluator evaluator) {
    if (!isWaiting(memory) || matches.isEmpty()) {
      return;
    }
    List<InternalFactHandle> handles = new ArrayList<>();
    Iterator<InternalFactHandle> all =
        node.getObjectTypeNode().getFactHandlesIterator((InternalWorkingMemory) evaluator);
    ObjectSource source = node.getRightInput().getParent();
    while (all.hasNext()) {
      InternalFactHandle handle = all.next();
      if (passes(source, handle, evaluator)) {
        handles.add(handle);
      }
    }
    memory.setCounter(handles.size());
    var after = new ArrayDeque<TupleImpl>();
    for (InternalFactHandle handle : inOrder(handles)) {
      RightInputAdapterNode<?> right = node.getRightInput();
      RightTuple own = right.createRightTuple(handle, right, INSERTED);
      toItsPlace(handle, own, after);
      memory.getStagedRightTuples().addInsert(own);
    }
  }

  /**
   * By id. What is sorted are numbers, of the id and the place, so that no handle is read again.
   */
  private static InternalFactHandle[] inOrder(List<InternalFactHandle> handles) {
    int size = handles.size();
    long[] places = new long[size];
    for (int i = 0; i < size; i++) {
      places[i] = handles.get(i).getId() * size + i;
    }
    Arrays.sort(places);
    var sorted = new InternalFactHandle[size];
    for (int i = 0; i < size; i++) {
      sorted[i] = handles.get((int) (places[i] % size));
    }
    return sorted;
  }

  /** The tuples of an object are in the order of their nodes, by which the engine finds them. */
  private static void toItsPlace(
      InternalFactHandle handle, TupleImpl last, ArrayDeque<TupleImpl> after) {
    TupleImpl before = last.getHandlePrevious();
    while (before != null && last.getInputOtnId().before(before.getInputOtnId())) {
      after.push(before);
      before = before.getHandlePrevious();
    }
    while (!after.isEmpty()) {
      TupleImpl each = after.pop();
      handle.removeRightTuple(each);
      handle.addLastRightTuple(each);
    }
  }

  // What a session keeps of a condition

  /**
   * How the memory of a condition is made. What it is indexed by is found once, and not for each
   * session; and the tables of one that joins by equality are smaller than the engine's.
   */
  private static final class Shape {

    /** Null until the first session has reached the condition. */
    private volatile @Nullable IndexSpec index;

    Memory of(BetaNode node, RuleBaseConfiguration configuration, Supplier<Memory> engine) {
      IndexSpec known = index;
      if (known == null) {
        known = new IndexSpec(node.getType(), node.getConstraints(), configuration);
        index = known;
      }
      if (known.getConstraintType() != ConstraintTypeOperator.EQUAL
          || known.getIndexes().length == 0) {
        return engine.get();
      }
      return new BetaMemory<>(
          new IndexedTuples(known, true),
          new IndexedTuples(known, false),
          node.getRawConstraints().createContext(),
          node.getType());
    }
  }

  // What the engine makes its network of

  /** A service of the engine. */
  public static final class Components extends DroolsCoreComponentFactory {

    private final NodeFactory nodes = new Nodes();

    @Override
    public NodeFactory getNodeFactoryService() {
      return nodes;
    }
  }

  private static final class Nodes extends PhreakNodeFactory {

    private static final long serialVersionUID = 1;

    @Override
    public JoinNode buildJoinNode(
        int id,
        LeftTupleSource left,
        ObjectSource right,
        BetaConstraints constraints,
        BuildContext context) {
      return new JoinNode(
          context.getNextNodeId(), left, new Join(id, right, context), constraints, context) {
        private final Shape shape = new Shape();

        @Override
        public Memory createMemory(RuleBaseConfiguration configuration, ReteEvaluator evaluator) {
          return waiting(
              this,
              shape.of(this, configuration, () -> super.createMemory(configuration, evaluator)));
        }
      };
    }

    @Override
    public NotNode buildNotNode(
        int id,
        LeftTupleSource left,
        ObjectSource right,
        BetaConstraints constraints,
        BuildContext context) {
      return new NotNode(
          context.getNextNodeId(), left, new Not(id, right, context), constraints, context) {
        private final Shape shape = new Shape();

        @Override
        public Memory createMemory(RuleBaseConfiguration configuration, ReteEvaluator evaluator) {
          return waiting(
              this,
              shape.of(this, configuration, () -> super.createMemory(configuration, evaluator)));
        }
      };
    }

    @Override
    public ExistsNode buildExistsNode(
        int id,
        LeftTupleSource left,
        ObjectSource right,
        BetaConstraints constraints,
        BuildContext context) {
      return new ExistsNode(
          context.getNextNodeId(), left, new Exists(id, right, context), constraints, context) {
        private final Shape shape = new Shape();

        @Override
        public Memory createMemory(RuleBaseConfiguration configuration, ReteEvaluator evaluator) {
          return waiting(
              this,
              shape.of(this, configuration, () -> super.createMemory(configuration, evaluator)));
        }
      };
    }

    @Override
    public AccumulateNode buildAccumulateNode(
        int id,
        LeftTupleSource left,
        ObjectSource right,
        AlphaNodeFieldConstraint[] resultConstraints,
        BetaConstraints constraints,
        BetaConstraints resultBinder,
        Accumulate accumulate,
        BuildContext context) {
      return new AccumulateNode(
          context.getNextNodeId(),
          left,
          new Accumulated(id, right, context),
          resultConstraints,
          constraints,
          resultBinder,
          accumulate,
          context) {
        @Override
        public Memory createMemory(RuleBaseConfiguration configuration, ReteEvaluator evaluator) {
          return waiting(this, super.createMemory(configuration, evaluator));
        }
      };
    }
  }

  private static final class Join extends JoinRightAdapterNode {

    Join(int id, ObjectSource right, BuildContext context) {
      super(id, right, context);
    }

    @Override
    public void assertObject(
        InternalFactHandle handle, PropagationContext context, ReteEvaluator evaluator) {
      if (!waits(betaNode, evaluator)) {
        super.assertObject(handle, INSERTED, evaluator);
      }
    }
  }

  private static final class Exists extends ExistsRight {

    Exists(int id, ObjectSource right, BuildContext context) {
      super(id, right, context);
    }

    @Override
    public void assertObject(
        InternalFactHandle handle, PropagationContext context, ReteEvaluator evaluator) {
      if (!waits(betaNode, evaluator)) {
        super.assertObject(handle, INSERTED, evaluator);
      }
    }
  }

  private static final class Not extends NotRight {

    Not(int id, ObjectSource right, BuildContext context) {
      super(id, right, context);
    }

    @Override
    public void assertObject(
        InternalFactHandle handle, PropagationContext context, ReteEvaluator evaluator) {
      if (!waits(betaNode, evaluator)) {
        super.assertObject(handle, INSERTED, evaluator);
      }
    }
  }

  private static final class Accumulated extends AccumulateRight {

    Accumulated(int id, ObjectSource right, BuildContext context) {
      super(id, right, context);
    }

    @Override
    public void assertObject(
        InternalFactHandle handle, PropagationContext context, ReteEvaluator evaluator) {
      if (!waits(betaNode, evaluator)) {
        super.assertObject(handle, INSERTED, evaluator);
      }
    }
  }

  // How the engine evaluates it

  /** A service of the engine. */
  public static final class Evaluation extends PhreakNetworkNodeFactoryImpl {

    @Override
    public PhreakJoinNode createPhreakJoinNode(ReteEvaluator evaluator) {
      return new PhreakJoinNode(evaluator) {
        @Override
        public void doNode(
            JoinNode node,
            LeftTupleSink sink,
            BetaMemory memory,
            TupleSets matches,
            TupleSets staged,
            TupleSets target) {
          take(node, memory, matches, evaluator);
          super.doNode(node, sink, memory, matches, staged, target);
        }
      };
    }

    @Override
    public PhreakNotNode createPhreakNotNode(ReteEvaluator evaluator) {
      return new PhreakNotNode(evaluator) {
        @Override
        public void doNode(
            NotNode node,
            LeftTupleSink sink,
            BetaMemory memory,
            TupleSets matches,
            TupleSets staged,
            TupleSets target) {
          take(node, memory, matches, evaluator);
          super.doNode(node, sink, memory, matches, staged, target);
        }
      };
    }

    @Override
    public PhreakExistsNode createPhreakExistsNode(ReteEvaluator evaluator) {
      return new PhreakExistsNode(evaluator) {
        @Override
        public void doNode(
            ExistsNode node,
            LeftTupleSink sink,
            BetaMemory memory,
            TupleSets matches,
            TupleSets staged,
            TupleSets target) {
          take(node, memory, matches, evaluator);
          super.doNode(node, sink, memory, matches, staged, target);
        }
      };
    }

    @Override
    public PhreakAccumulateNode createPhreakAccumulateNode(ReteEvaluator evaluator) {
      return new PhreakAccumulateNode(evaluator) {
        @Override
        public void doNode(
            AccumulateNode node,
            LeftTupleSink sink,
            AccumulateMemory memory,
            TupleSets matches,
            TupleSets staged,
            TupleSets target) {
          take(node, memory.getBetaMemory(), matches, evaluator);
          super.doNode(node, sink, memory, matches, staged, target);
        }
      };
    }
  }
}
