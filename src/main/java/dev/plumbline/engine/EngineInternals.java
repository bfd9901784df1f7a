package dev.plumbline.engine;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.drools.base.base.ValueResolver;
import org.drools.base.common.NetworkNode;
import org.drools.base.definitions.rule.impl.RuleImpl;
import org.drools.base.reteoo.BaseTuple;
import org.drools.base.rule.Declaration;
import org.drools.base.rule.consequence.Consequence;
import org.drools.core.common.DefaultFactHandle;
import org.drools.core.common.InternalAgenda;
import org.drools.core.common.InternalFactHandle;
import org.drools.core.common.InternalWorkingMemory;
import org.drools.core.impl.InternalRuleBase;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.core.phreak.RuleAgendaItem;
import org.drools.core.reteoo.BetaNode;
import org.drools.core.reteoo.ObjectTypeNode;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.rule.consequence.KnowledgeHelper;
import org.drools.model.Model;
import org.drools.model.functions.BlockN;
import org.drools.modelcompiler.KieBaseBuilder;
import org.drools.tms.LogicalDependency;
import org.drools.tms.SimpleMode;
import org.drools.tms.TruthMaintenanceSystemEqualityKey;
import org.drools.tms.agenda.TruthMaintenanceSystemRuleTerminalNodeLeftTuple;
import org.drools.tms.beliefsystem.BeliefSet;
import org.jspecify.annotations.Nullable;
import org.kie.api.KieBase;
import org.kie.api.KieBaseConfiguration;
import org.kie.api.definition.rule.Rule;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.runtime.rule.Match;
import org.kie.internal.conf.ConstraintJittingThresholdOption;

/**
 * What needs the engine's internal types, and nothing else: building a base from a model without a
 * KJAR; firing what a rule concludes; the rule that fills the memory of a session; what each rule
 * takes; the justifications of a logically inserted fact, which no API exposes. A new version of
 * the engine can break only this file, {@link Accumulation}, {@link RightInputs}, {@link
 * IndexedTuples} and {@link EngineSubstitutes}.
 */
final class EngineInternals {

  /** So many matches that have not fired are why the memory is full. */
  private static final int MANY_MATCHES = 100_000;

  private EngineInternals() {}

  /** A base of these rules; they fire in declaration order where nothing else decides. */
  static KieBase base(Model model) {
    KieBaseConfiguration configuration = RuleBaseFactory.newKnowledgeBaseConfiguration();
    // The engine's own constraints must never become classes.
    configuration.setOption(ConstraintJittingThresholdOption.get(-1));
    KieBase base = KieBaseBuilder.createKieBaseFromModel(model, configuration);
    for (org.drools.model.Rule rule : model.getRules()) {
      ((RuleImpl) base.getRule(rule.getPackage(), rule.getName()))
          .setConsequence((RightHandSide) rule.getDefaultConsequence().getBlock());
    }
    return base;
  }

  /**
   * The conclusion that follows by a rule from what matched. Inserted without the table of what
   * matched, with its handles, that the engine's own consequence makes for rules that update or
   * delete it: a tenth of what a settlement allocates.
   */
  @FunctionalInterface
  interface RightHandSide extends BlockN, Consequence<KnowledgeHelper> {

    Object of(Object[] matched);

    @Override
    default String getName() {
      return RuleImpl.DEFAULT_CONSEQUENCE_NAME;
    }

    @Override
    default void evaluate(KnowledgeHelper helper, ValueResolver resolver) {
      Declaration[] declarations = helper.getRequiredDeclarations();
      BaseTuple tuple = helper.getTuple();
      var matched = new Object[declarations.length];
      for (int i = 0; i < matched.length; i++) {
        matched[i] = declarations[i].getValue(resolver, tuple);
      }
      helper.insertLogical(of(matched));
    }

    /** As the model has it, until the base is made. */
    @Override
    default void execute(Object... matched) {
      throw new UnsupportedOperationException("it is fired as a consequence");
    }
  }

  /**
   * Has the network find out now what it otherwise does when its first session comes by: ids and
   * lists of what is behind a node, what conditions are on and indexed by. Nothing that is
   * concluded depends on it. A native image holds it then, and no process writes it into pages of
   * its own.
   */
  static void prepare(KieBase base) {
    var rules = (InternalRuleBase) base;
    var none = new DefaultFactHandle(1, null);
    eachNode(
        rules,
        node -> {
          if (node instanceof ObjectTypeNode types) {
            types.retractObject(none, null, null);
          }
          if (node instanceof BetaNode join) {
            join.createMemory(rules.getRuleBaseConfiguration(), null);
            join.getObjectTypeNode();
          }
          for (Rule rule : node.getAssociatedRules()) {
            ((RuleImpl) rule).getDependingQueries();
          }
        });
  }

  /**
   * The rule that an aborted session spent its memory on: the one with most matches that have not
   * fired, where these are many; else the one whose matches were looked for; null for none.
   */
  static @Nullable String memoryUser(KieSession session) {
    InternalAgenda agenda = ((InternalWorkingMemory) session).getAgenda();
    String name = null;
    int most = MANY_MATCHES - 1;
    for (RuleAgendaItem item : agenda.getAgendaGroupsManager().getActivations()) {
      int matches = item.getRuleExecutor().getActiveMatches().size();
      if (matches > most) {
        most = matches;
        name = item.getRule().getName();
      }
    }
    RuleAgendaItem next = name == null ? agenda.peekNextRule() : null;
    return next == null ? name : next.getRule().getName();
  }

  // Order of firing

  /**
   * Lets those rules fire first that may have something to do and pass; the order of the others
   * does not change.
   *
   * @return whether there is any that passes
   */
  static boolean fireFirst(KieSession session, Predicate<String> passes) {
    var memory = (InternalWorkingMemory) session;
    memory.flushPropagations();
    List<RuleAgendaItem> queued = queued(memory.getAgenda());
    boolean any = false;
    boolean moved = false;
    for (RuleAgendaItem item : queued) {
      int salience = passes.test(item.getRule().getName()) ? 1 : 0;
      any |= salience == 1;
      moved |= salience != item.getSalience();
    }
    if (moved) {
      // Of what is queued, the order is that of when it was.
      queued.forEach(RuleAgendaItem::remove);
      for (RuleAgendaItem item : queued) {
        item.setSalience(passes.test(item.getRule().getName()) ? 1 : 0);
        item.getAgendaGroup().add(item);
      }
    }
    return any;
  }

  private static List<RuleAgendaItem> queued(InternalAgenda agenda) {
    return List.copyOf(agenda.getAgendaGroupsManager().getActivations());
  }

  // What rules take

  /** Sees which rule, as the engine knows it, is worked on. */
  interface RuleWatch {

    void begin();

    void end(String rule);
  }

  /**
   * Fires as {@code fireAllRules} does, one rule after the other. Work on a rule is to find its
   * matches, to fire them, and to evaluate the conditions of single conclusions for what it
   * concludes. Those of facts are evaluated before, for no rule.
   *
   * @return how often rules fired; fewer times than {@code limit} when none is activated any more
   */
  static int fireAll(KieSession session, int limit, RuleWatch watch) {
    var memory = (InternalWorkingMemory) session;
    InternalAgenda agenda = memory.getAgenda();
    memory.flushPropagations();
    int fired = 0;
    while (fired < limit) {
      agenda.evaluateEagerList();
      RuleAgendaItem item = agenda.peekNextRule();
      if (item == null) {
        break;
      }
      watch.begin();
      fired += item.getRuleExecutor().evaluateNetworkAndFire(memory, null, 0, limit - fired);
      memory.flushPropagations();
      watch.end(item.getRule().getName());
    }
    return fired;
  }

  /**
   * How many matches of the first of its conditions a session holds for each rule, as the engine
   * knows it, to join them with the next one. What rules share counts for each of them.
   *
   * @param nodes receives the number once for every join
   */
  static Map<String, Long> partialMatches(KieSession session, LongConsumer nodes) {
    var memory = (InternalWorkingMemory) session;
    var byRule = new HashMap<String, Long>();
    eachNode(
        memory.getKnowledgeBase(),
        node -> {
          if (node instanceof BetaNode join) {
            long held = BetaNode.getBetaMemory(join, memory).getLeftTupleMemory().size();
            nodes.accept(held);
            for (Rule rule : join.getAssociatedRules()) {
              byRule.merge(rule.getName(), held, Long::sum);
            }
          }
        });
    return byRule;
  }

  private static void eachNode(InternalRuleBase base, Consumer<NetworkNode> found) {
    var seen = new HashSet<Integer>();
    var open = new ArrayDeque<NetworkNode>(base.getRete().getObjectTypeNodes());
    while (!open.isEmpty()) {
      NetworkNode node = open.pop();
      if (!seen.add(node.getId())) {
        continue;
      }
      found.accept(node);
      // Null at the end of a rule.
      if (node.getSinks() != null) {
        open.addAll(Arrays.asList(node.getSinks()));
      }
    }
  }

  // Truth maintenance

  static void concluded(Match match, BiConsumer<Object, FactHandle> found) {
    if (!(match instanceof TruthMaintenanceSystemRuleTerminalNodeLeftTuple tuple)
        || tuple.getLogicalDependencies() == null) {
      return;
    }
    LogicalDependency<?> dependency =
        (LogicalDependency<?>) tuple.getLogicalDependencies().getFirst();
    for (; dependency != null; dependency = (LogicalDependency<?>) dependency.getNext()) {
      found.accept(
          dependency.getObject(), ((BeliefSet<?>) dependency.getJustified()).getFactHandle());
    }
  }

  static int supports(FactHandle conclusion) {
    return beliefs(conclusion).size();
  }

  /** Whether a conclusion follows by that match, and by no other. */
  @SuppressWarnings("ReferenceEquality") // the match, not one like it
  static boolean isOnlySupport(Match match, FactHandle conclusion) {
    BeliefSet<?> beliefs = beliefs(conclusion);
    return beliefs.size() == 1
        && ((SimpleMode) beliefs.getFirst()).getObject().getJustifier() == match;
  }

  static void supports(FactHandle conclusion, Consumer<Match> found) {
    for (var mode = (SimpleMode) beliefs(conclusion).getFirst();
        mode != null;
        mode = mode.getNext()) {
      found.accept(mode.getObject().getJustifier());
    }
  }

  private static BeliefSet<?> beliefs(FactHandle conclusion) {
    return ((TruthMaintenanceSystemEqualityKey) ((InternalFactHandle) conclusion).getEqualityKey())
        .getBeliefSet();
  }

  /**
   * The facts and conclusions of a match, in the order of its conditions. Results of accumulates
   * are not included.
   */
  static Object[] premises(Match match) {
    int count = 0;
    for (TupleImpl tuple = (TupleImpl) match; tuple != null; tuple = tuple.getParent()) {
      count += premise(tuple) == null ? 0 : 1;
    }
    Object[] premises = new Object[count];
    for (TupleImpl tuple = (TupleImpl) match; tuple != null; tuple = tuple.getParent()) {
      Object premise = premise(tuple);
      if (premise != null) {
        premises[--count] = premise;
      }
    }
    return premises;
  }

  private static @Nullable Object premise(TupleImpl tuple) {
    FactHandle handle = tuple.getFactHandle();
    Object object = handle == null ? null : handle.getObject();
    return object instanceof Record ? object : null;
  }
}
