package dev.plumbline.fact;

import dev.plumbline.fact.Annotations.ExpectedCount;
import dev.plumbline.fact.Annotations.OneOf;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the facts of one source can be relied on.
 *
 * @param source images, instance-types, instance-type-offerings, ssm-parameters, prices,
 *     spot-prices, instances, cluster, node-pools, node-claims, node-overlays, ec2-node-classes,
 *     nodes, pods, daemon-sets, config-maps, replicas, decision-log
 * @param state synced, syncing, failed or absent (not in this snapshot)
 * @param operation the call that fills it: DescribeImages
 * @param code the error code of the last failure; null when there is none
 * @param since since when it has been in this state; null when not told
 * @param lastSuccess when it last answered; null when it never did or that is not told
 * @param failures how many times in a row it has failed now
 * @param items how many things the last answer held; null when not told
 * @param held how many things of an earlier answer are held in its place, because the last one was
 *     empty; 0 when the last answer itself is in use
 */
@ExpectedCount(10)
public record SourceStatus(
    String source,
    @OneOf({"absent", "failed", "synced", "syncing"}) String state,
    String operation,
    @Nullable String code,
    @Nullable Instant since,
    @Nullable Instant lastSuccess,
    int failures,
    @Nullable Integer items,
    int held)
    implements Fact {

  @Override
  public String key() {
    return "SourceStatus/" + source;
  }

  /** The error code; {@code Unknown} when none is told. */
  public String codeOrUnknown() {
    return code == null ? "Unknown" : code;
  }

  /** Since when it cannot be relied on, as far as that is told; null when it is not. */
  public @Nullable Instant sinceOrLastSuccess() {
    return since == null ? lastSuccess : since;
  }

  /** When its last answer is older than {@code limit}; null when it has none. */
  public @Nullable Instant staleFrom(Duration limit) {
    return lastSuccess == null ? null : lastSuccess.plus(limit);
  }
}
