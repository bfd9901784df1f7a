package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * What an item of an ordered preference asks of an instance type.
 *
 * @param item the item: c7i-flex, @graviton, *
 * @param terms the terms between blanks, one of which must fit
 */
public record PreferenceTerms(@Key String item, String terms) implements Conclusion, Internal {}
