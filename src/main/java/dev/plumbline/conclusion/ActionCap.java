package dev.plumbline.conclusion;

/**
 * How many objects a kind of action may change within the interval.
 *
 * @param action the kind of action: PinAmis
 * @param most how many
 */
public record ActionCap(String action, int most) implements Conclusion {}
