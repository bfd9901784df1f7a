package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * The release of a resolved image that an alias names, as its name tells it.
 *
 * @param nodeClass the node class
 * @param family the family of the alias: al2023
 * @param ami the image id
 * @param version as an alias has it: v20261101, 1.32.0
 */
public record AmiRelease(@Key String nodeClass, @Key String family, @Key String ami, String version)
    implements Conclusion {}
