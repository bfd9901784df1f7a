package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Requirements;

/**
 * That an eligible image is not resolved because a better one asks for the same.
 *
 * @param nodeClass the node class
 * @param ami the image id
 * @param by the id of the better image
 * @param requirements what both ask for
 */
public record AmiSuperseded(
    @Key String nodeClass, @Key String ami, String by, Requirements requirements)
    implements Conclusion {}
