package dev.plumbline.conclusion;

/**
 * What an item of an ordered preference asks of an instance type.
 *
 * @param item the item: c7i-flex, @graviton, *
 * @param terms the terms between blanks, one of which must fit
 */
public record PreferenceTerms(String item, String terms) implements Conclusion {}
