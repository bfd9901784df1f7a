package dev.plumbline.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the facts of one source can be relied on.
 *
 * @param source images, instance-types, instance-type-offerings, ssm-parameters, cluster, …
 * @param state synced, syncing, failed or absent (not in this snapshot)
 * @param operation the call that fills it: DescribeImages
 * @param code the error code of the last failure; null when there is none
 * @param since since when it has been in this state; null when not told
 */
public record SourceStatus(
    String source, String state, String operation, @Nullable String code, @Nullable Instant since)
    implements Fact {

  @Override
  public String key() {
    return "SourceStatus/" + source;
  }

  /** The error code; {@code Unknown} when none is told. */
  public String codeOrUnknown() {
    return code == null ? "Unknown" : code;
  }
}
