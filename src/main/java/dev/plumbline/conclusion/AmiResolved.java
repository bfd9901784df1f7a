package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * One entry of what belongs in {@code EC2NodeClass.status.amis}.
 *
 * @param nodeClass the node class
 * @param ami {@code id}
 * @param requirements {@code requirements}
 * @param deprecated {@code deprecated}
 * @param position the place in the list, from 1
 */
public record AmiResolved(
    @Key String nodeClass,
    @Key String ami,
    Requirements requirements,
    boolean deprecated,
    int position)
    implements Conclusion {}
