package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Parameter;
import java.math.BigDecimal;

/**
 * How the nodes on the image of a rollout do; those that have time left to start are not judged.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param initialized how many were initialized
 * @param neverInitialized how many were not, in the time they have
 * @param lost how many were initialized and are not ready
 */
public record RolloutHealth(
    @Key String nodeClass, @Key String ami, long initialized, long neverInitialized, long lost)
    implements Conclusion {

  /** How many nodes can be judged. */
  public long judged() {
    return initialized + neverInitialized;
  }

  /** How many of them do not work. */
  public long failed() {
    return neverInitialized + lost;
  }

  /**
   * Whether more than {@code percent} of the nodes do not work, and at least {@code nodes} can be
   * judged.
   */
  public boolean failing(Parameter percent, Parameter nodes) {
    BigDecimal most = percent.number();
    BigDecimal least = nodes.number();
    return most != null
        && least != null
        && BigDecimal.valueOf(judged()).compareTo(least) >= 0
        && BigDecimal.valueOf(failed() * 100).compareTo(most.multiply(BigDecimal.valueOf(judged())))
            > 0;
  }
}
