package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * How many objects a kind of action may change within the interval.
 *
 * @param action the kind of action: PinAmis
 * @param most how many
 */
public record ActionCap(@Key String action, int most) implements Conclusion, Internal {}
