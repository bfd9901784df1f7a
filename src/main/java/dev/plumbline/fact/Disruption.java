package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.OneOf;
import dev.plumbline.fact.Annotations.ReadFrom;
import dev.plumbline.fact.Cluster.EvaluationTime;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code NodePool.spec.disruption} lets Karpenter do. */
public sealed interface Disruption extends Fact {

  /**
   * One of {@code NodePool.spec.disruption.budgets}; a pool without any has the default of one that
   * lets 10 percent go.
   *
   * @param nodePool the pool
   * @param position its place in the list, from 0
   * @param nodes {@code nodes}: 5, 20%
   * @param reasons {@code reasons}: Drifted, Empty, Underutilized; none for all of them, unless
   *     {@code noReason}
   * @param schedule {@code schedule}: when it begins, as cron in UTC; null when it holds always
   * @param duration {@code duration}: how long it holds from then on; null when it holds always
   * @param noReason whether {@code reasons} is a list without items: it is for no reason at all
   */
  @ReadFrom(of = "NodePool", at = "spec.disruption.budgets")
  record DisruptionBudget(
      String nodePool,
      int position,
      @ReadFrom("nodes") String nodes,
      @ReadFrom("reasons") Values reasons,
      @ReadFrom("schedule") @Nullable String schedule,
      @ReadFrom("duration") @Nullable Duration duration,
      @ReadFrom("reasons") boolean noReason)
      implements Disruption {

    private static final Pattern NODES = Pattern.compile("(\\d{1,9})(%?)");

    @Override
    public String key() {
      return "DisruptionBudget/" + nodePool + "/" + position;
    }

    /** Whether it holds at {@code now}; one whose schedule cannot be read never does. */
    public boolean active(EvaluationTime now) {
      if (schedule == null) {
        return duration == null;
      }
      Cron cron = Cron.parse(schedule);
      return cron != null && cron.hit(now, duration == null ? Duration.ZERO : duration);
    }

    /** The same at an instant. */
    public boolean active(Instant now) {
      return active(new EvaluationTime(now));
    }

    /**
     * Whether Karpenter fails on it at {@code now}, and then replaces no node of the pool for any
     * reason: its schedule cannot be read, or it is active and its nodes cannot.
     */
    public boolean broken(EvaluationTime now) {
      return scheduleUnreadable()
          || (schedule == null && duration != null)
          || (active(now) && nodesUnreadable());
    }

    /** The same at an instant. */
    public boolean broken(Instant now) {
      return broken(new EvaluationTime(now));
    }

    /** Whether there is a schedule and it cannot be read. */
    public boolean scheduleUnreadable() {
      return schedule != null && Cron.parse(schedule) == null;
    }

    /** Whether {@code nodes} is neither a number nor a percentage. */
    public boolean nodesUnreadable() {
      return share(nodes, 0) < 0;
    }

    /** Whether it is for {@code reason}. */
    public boolean concerns(String reason) {
      return !noReason && (reasons.none() || reasons.has(reason));
    }

    /** Whether it never lets a node go. */
    public boolean nothing() {
      return share(nodes, 1_000) == 0;
    }

    /** How many nodes of {@code of} may go at once; 0 when {@code nodes} cannot be read. */
    public long limit(long of) {
      return Math.max(0, share(nodes, of));
    }

    /** The budget in words: {@code 10%}, {@code 5 from 0 9 * * * for 8h}. */
    public String text() {
      return nodes
          + (schedule == null ? "" : " from " + schedule)
          + (duration == null ? "" : " for " + Durations.text(duration));
    }

    /** {@code nodes} of {@code of} nodes, a percentage rounded up; -1 when it is neither. */
    public static long share(String nodes, long of) {
      Matcher match = NODES.matcher(nodes);
      if (!match.matches()) {
        return -1;
      }
      long amount = Long.parseLong(match.group(1));
      return match.group(2).isEmpty() ? amount : (amount * of + 99) / 100;
    }
  }

  /**
   * The budgets that Plumbline wrote to hold a pool, by its annotation {@code
   * plumbline.dev/hold-disruption}. They are no {@link DisruptionBudget}.
   *
   * @param nodePool the pool
   * @param present whether all of them are in {@code spec.disruption.budgets}; somebody may have
   *     removed them
   */
  @ReadFrom(of = "NodePool")
  record WrittenHold(
      String nodePool,
      @ReadFrom({"metadata.annotations", "spec.disruption.budgets"}) boolean present)
      implements Disruption {

    @Override
    public String key() {
      return "WrittenHold/" + nodePool;
    }
  }

  /**
   * That a {@code NodePool} is consolidated by another policy than those that empty nodes or
   * underutilized ones alone.
   *
   * @param nodePool the pool
   * @param policy {@code spec.disruption.consolidationPolicy}: Balanced
   */
  @ReadFrom(of = "NodePool", at = "spec.disruption")
  record NodePoolConsolidation(
      String nodePool, @ReadFrom("consolidationPolicy") @OneOf("Balanced") String policy)
      implements Disruption {

    @Override
    public String key() {
      return "NodePoolConsolidation/" + nodePool;
    }
  }
}
