package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Values;

/**
 * The instance types of the whole catalogue that an item of an ordered preference fits, whatever
 * stands before it.
 *
 * @param item the item: c7i-flex, @graviton, *
 * @param instanceTypes the types; none when the item fits nothing
 */
public record PreferenceMatch(@Key String item, Values instanceTypes)
    implements Conclusion, Internal {}
