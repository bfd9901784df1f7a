package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * A tag that an image should carry and does not.
 *
 * @param rule the id of the rule that says so
 * @param ami the image id
 * @param key the key of the tag
 * @param value its value
 * @param message why, in words
 */
public record AmiTag(
    @Key String rule, @Key String ami, @Key String key, String value, String message)
    implements Conclusion {}
