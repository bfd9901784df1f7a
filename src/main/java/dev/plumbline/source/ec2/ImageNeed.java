package dev.plumbline.source.ec2;

import dev.plumbline.fact.Tags;
import dev.plumbline.fact.Values;
import org.jspecify.annotations.Nullable;

/**
 * Images that must be queried from EC2.
 *
 * @param query what {@link dev.plumbline.fact.Gates.SourceScope} calls it once it is answered
 * @param ids {@code image-id}; empty when not queried by id
 * @param name {@code name}, with {@code *} and {@code ?}; null when not queried by name
 * @param tags {@code tag:}; the value {@code *} means that the key is there
 */
public record ImageNeed(
    String query, Values ids, Values owners, @Nullable String name, Tags tags) {}
