package dev.plumbline.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A NodeClaim that was launched and is gone by now ({@code pastLaunches} in {@code snapshot.yaml}).
 *
 * @param nodeClaim its name
 * @param nodePool its pool
 * @param instanceType the type that was launched
 * @param ami the image it was launched with
 * @param launched when
 * @param promised {@code status.allocatable} of the claim
 * @param allocatable {@code status.allocatable} of its node; null when it never joined
 */
public record PastLaunch(
    String nodeClaim,
    String nodePool,
    String instanceType,
    String ami,
    Instant launched,
    Resources promised,
    @Nullable Resources allocatable)
    implements Fact {

  @Override
  public String key() {
    return "PastLaunch/" + nodeClaim;
  }
}
