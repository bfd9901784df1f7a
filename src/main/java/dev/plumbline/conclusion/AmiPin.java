package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import org.jspecify.annotations.Nullable;

/**
 * One term of {@code EC2NodeClass.spec.amiSelectorTerms} that pins what is now resolved. Exactly
 * one of alias and id is set.
 *
 * @param rule the id of the rule that says so
 * @param nodeClass the node class
 * @param position the place in the list, from 1
 * @param alias {@code alias} with a version: al2023@v20261101
 * @param id {@code id}: ami-0123
 * @param message why, in words
 */
public record AmiPin(
    @Key String rule,
    @Key String nodeClass,
    @Key int position,
    @Nullable String alias,
    @Nullable String id,
    String message)
    implements Conclusion {}
