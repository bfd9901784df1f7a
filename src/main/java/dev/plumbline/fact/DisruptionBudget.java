package dev.plumbline.fact;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One of {@code NodePool.spec.disruption.budgets}; a pool without any has the default of one that
 * lets 10 percent go.
 *
 * @param nodePool the pool
 * @param position its place in the list, from 0
 * @param nodes {@code nodes}: 5, 20%
 * @param reasons {@code reasons}: Drifted, Empty, Underutilized; none for all of them
 * @param schedule {@code schedule}: when it begins, as cron in UTC; null when it holds always
 * @param duration {@code duration}: how long it holds from then on; null when it holds always
 */
public record DisruptionBudget(
    String nodePool,
    int position,
    String nodes,
    Values reasons,
    @Nullable String schedule,
    @Nullable Duration duration)
    implements Fact {

  @Override
  public String key() {
    return "DisruptionBudget/" + nodePool + "/" + position;
  }
}
