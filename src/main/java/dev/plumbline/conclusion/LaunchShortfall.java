package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Resources;
import java.time.Instant;

/**
 * A launch of late whose node has less room for pods than was promised.
 *
 * @param nodeClaim the claim
 * @param nodePool its pool
 * @param instanceType the instance type
 * @param ami the image id
 * @param launched when
 * @param promised {@code status.allocatable} of the claim
 * @param real {@code status.allocatable} of the node
 */
public record LaunchShortfall(
    @Key String nodeClaim,
    @Key String nodePool,
    @Key String instanceType,
    @Key String ami,
    Instant launched,
    Resources promised,
    Resources real)
    implements Conclusion, Internal {}
