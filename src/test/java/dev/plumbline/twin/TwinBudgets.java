package dev.plumbline.twin;

import dev.plumbline.conclusion.BudgetLimit;
import dev.plumbline.conclusion.DisruptionAllowance;
import dev.plumbline.conclusion.NodePoolObjection;
import dev.plumbline.conclusion.NodeUnavailable;
import dev.plumbline.conclusion.PoolNodes;
import dev.plumbline.fact.DisruptionBudget;
import dev.plumbline.fact.NodeClaim;
import dev.plumbline.fact.NodePool;
import dev.plumbline.fact.Parameter;
import dev.plumbline.fact.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** disruption-budgets.drl: how many nodes may go now, and do the budgets say what they seem to? */
final class TwinBudgets {

  private final TwinCluster world;
  private final TwinConclusions out;
  private final Set<String> gone = new HashSet<>();
  private final Set<String> disrupting = new HashSet<>();

  TwinBudgets(TwinCluster world, TwinConclusions out) {
    this.world = world;
    this.out = out;
  }

  void count() {
    for (NodeClaim claim : world.claims) {
      if (claim.nodePool() != null && claim.initialized() != null) {
        judge(claim);
      }
    }
    for (NodePool pool : world.pools) {
      List<DisruptionBudget> budgets = world.budgets.getOrDefault(pool.name(), List.of());
      if (!world.waits("disruption-budgets", pool)) {
        allow(pool, budgets);
      }
      lint(pool, budgets);
    }
  }

  private void judge(NodeClaim claim) {
    boolean there = claim.nodeName() != null && world.nodes.containsKey(claim.nodeName());
    if (world.terminating.contains(claim.name()) || !there) {
      gone.add(claim.name());
      out.add(new NodeUnavailable(claim.nodePool(), claim.name(), "gone"));
    } else if (claim.deleting() || !world.ready(claim)) {
      disrupting.add(claim.name());
      String state = claim.deleting() ? "deleting" : "notReady";
      out.add(new NodeUnavailable(claim.nodePool(), claim.name(), state));
    }
  }

  private void allow(NodePool pool, List<DisruptionBudget> budgets) {
    int claims = 0;
    int without = 0;
    int busy = 0;
    for (NodeClaim claim : world.claimsByPool.getOrDefault(pool.name(), List.of())) {
      claims += claim.initialized() != null ? 1 : 0;
      without += gone.contains(claim.name()) ? 1 : 0;
      busy += disrupting.contains(claim.name()) ? 1 : 0;
    }
    var nodes = new PoolNodes(pool.name(), claims, without, busy);
    out.add(nodes);
    List<BudgetLimit> limits = limits(pool, budgets, claims - without);
    limits.forEach(out::add);
    for (Parameter reason : world.parameters.getOrDefault("disruption.reasons", List.of())) {
      BudgetLimit least = null;
      for (BudgetLimit limit : limits) {
        if ((limit.reasons().none() || limit.reasons().has(reason.value()))
            && (least == null || limit.limit() < least.limit())) {
          least = limit;
        }
      }
      long most = least == null ? claims - without : Math.min(least.limit(), claims - without);
      String message =
          least == null
              ? "no budget limits it now"
              : "budget %s lets %d of %d go"
                  .formatted(least.budget(), least.limit(), claims - without);
      String used = busy == 0 ? "" : "; " + busy + " deleting or not ready already";
      long allowed = Math.max(0, most - busy);
      out.add(new DisruptionAllowance(pool.name(), reason.value(), allowed, message + used));
    }
  }

  /** The limits in force, by position. */
  private List<BudgetLimit> limits(NodePool pool, List<DisruptionBudget> budgets, int nodes) {
    var limits = new ArrayList<BudgetLimit>();
    for (DisruptionBudget budget : budgets) {
      if (world.time == null) {
        break;
      }
      int at = budget.position();
      if (budget.broken(world.time.instant())) {
        String text = budget.text() + ", which cannot be read,";
        limits.add(new BudgetLimit(pool.name(), at, text, Values.NONE, 0));
      } else if (budget.active(world.time.instant())) {
        limits.add(
            new BudgetLimit(pool.name(), at, budget.text(), budget.reasons(), budget.limit(nodes)));
      }
    }
    limits.sort((a, b) -> Integer.compare(a.position(), b.position()));
    return limits;
  }

  private void lint(NodePool pool, List<DisruptionBudget> budgets) {
    if (budgets.isEmpty()) {
      object(
          "BUDGET-027",
          pool,
          "its list of disruption budgets is empty, so that nothing limits Karpenter. Leave budgets out for Karpenter's own (10%), or add one.");
    }
    Predicate<DisruptionBudget> scheduled = budget -> budget.schedule() != null;
    boolean always = budgets.stream().anyMatch(scheduled.negate());
    if (budgets.stream().anyMatch(scheduled) && !always) {
      object(
          "BUDGET-020",
          pool,
          "every disruption budget has a schedule, so that nothing limits Karpenter outside of their windows. Add one without schedule, such as nodes: 10%.");
    }
    for (Parameter reason : world.parameters.getOrDefault("disruption.reasons", List.of())) {
      List<DisruptionBudget> own =
          budgets.stream().filter(budget -> budget.concerns(reason.value())).toList();
      if (always && !own.isEmpty() && own.stream().allMatch(scheduled)) {
        object(
            "BUDGET-021",
            pool,
            "every disruption budget for "
                + reason.value()
                + " has a schedule, so that nothing limits it outside of their windows. Add one without schedule, or add "
                + reason.value()
                + " to the reasons of one that has none.");
      }
    }
    budgets.forEach(budget -> lint(pool, budget));
  }

  private void lint(NodePool pool, DisruptionBudget budget) {
    String schedule = budget.schedule();
    if (schedule != null && budget.duration() == null) {
      String fix = " has a schedule without duration and is never in force. Add duration, or ";
      object("BUDGET-022", pool, named(budget) + fix + "leave schedule out.");
    }
    if (schedule == null && budget.duration() != null) {
      String fix = " has a duration without schedule, so that Karpenter replaces nothing. ";
      object("BUDGET-023", pool, named(budget) + fix + "Add schedule, or leave duration out.");
    }
    if ("0 9 * * 7".equals(schedule)) {
      object(
          "BUDGET-024",
          pool,
          "schedule 0 9 * * 7 of a disruption budget is no cron schedule, so that Karpenter replaces nothing. Write minute, hour, day of month, month and day of week (0 to 6), such as 0 9 * * 1-5.");
    }
    if (budget.nodes().equals("few")) {
      object(
          "BUDGET-025",
          pool,
          "nodes few of a disruption budget is no number and no percentage, so that Karpenter replaces nothing while it is in force. Write 5 or 10%.");
    }
    if (schedule == null
        && budget.duration() == null
        && budget.concerns("Drifted")
        && (budget.nodes().equals("0") || budget.nodes().equals("0%"))) {
      object(
          "BUDGET-026",
          pool,
          "a disruption budget of 0 nodes without schedule means that drifted nodes are never replaced, not even for a fixed image. Maybe give it a schedule and a duration, or name in reasons what must not happen.");
    }
  }

  private static String named(DisruptionBudget budget) {
    return "disruption budget " + budget.text();
  }

  private void object(String rule, NodePool pool, String message) {
    out.add(new NodePoolObjection(rule, pool.name(), message));
  }
}
