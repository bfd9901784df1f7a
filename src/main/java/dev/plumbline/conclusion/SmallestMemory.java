package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Quantity;

/**
 * The least memory that any node of a type and image has.
 *
 * @param instanceType the instance type
 * @param ami the image id
 * @param memory {@code status.capacity.memory} of that node
 */
public record SmallestMemory(@Key String instanceType, @Key String ami, Quantity memory)
    implements Conclusion, Internal {}
