package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;
import org.jspecify.annotations.Nullable;

/**
 * How the types of a NodePool compare with what the pods of one shape require and request.
 *
 * @param shape what the pods ask for
 * @param nodePool the pool
 * @param usable how many usable types the pool has
 * @param types how many of them meet the requirements
 * @param holding those of them that hold such a pod beside the DaemonSets
 * @param smallest the smallest of those; null when there is none
 * @param nearest the type that comes nearest to holding such a pod; null when none meets the
 *     requirements
 * @param lack the requirement that no type meets, or else what the nearest type is short of, in
 *     words; null when a type holds such a pod
 */
public record PodFit(
    @Key String shape,
    @Key String nodePool,
    int usable,
    int types,
    Values holding,
    @Nullable String smallest,
    @Nullable String nearest,
    @Nullable String lack)
    implements Conclusion, Internal {}
