package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;

/**
 * How many more objects a kind of action may change within the interval.
 *
 * @param action the kind of action: PinAmis
 * @param left how many; 0 when none
 */
public record ActionAllowance(@Key String action, int left) implements Conclusion {

  /** What is left of {@code most} after {@code changed} objects; never less than 0. */
  public static int left(int most, int changed) {
    return Math.max(0, most - changed);
  }
}
