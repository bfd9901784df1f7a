package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The memory that nodes of a type and image are known to have: what a recorder writes back to
 * {@code learnedCapacity}.
 *
 * @param instanceType the instance type
 * @param ami the image id
 * @param memory {@code status.capacity.memory}
 * @param confirmed when a node last agreed; null while one does, for which a recorder writes the
 *     time of the evaluation
 */
public record LearnedCapacity(
    @Key String instanceType, @Key String ami, Quantity memory, @Nullable Instant confirmed)
    implements Conclusion {}
